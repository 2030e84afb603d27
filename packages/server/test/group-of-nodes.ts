import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import type { Log } from '../src/kernel/log.ts'
import { seconds } from '../src/kernel/clock.ts'
import { type CutWire, openWire } from './cut-wire.ts'
import { newFolder } from './night.ts'
import { openRingingHotel, type RingingHotel, type RingingOptions } from './ringing-hotel.ts'
import { openStage, type Stage } from './stage.ts'
import { openTestExchange, type TestExchange } from './test-exchange.ts'

/** One of several machines, with a clock of its own: one whose clock is not moved has stopped in its tracks. */
export interface Machine {
  readonly name: string
  readonly stage: Stage
  readonly hotel: RingingHotel
  /** Its way to the database. */
  readonly wire: CutWire
  /** Ends as it should. */
  leave(): Promise<void>
}

export interface Group {
  readonly databaseUrl: string
  readonly street: Stage
  readonly exchange: TestExchange
  join(name: string, options?: JoinOptions): Promise<Machine>
  /** One that stood still finds out how late it is, and goes on. */
  wake(machine: Machine): void
  /** So much time passes for these machines, and for the exchange. */
  pass(ms: number, ...those: readonly Machine[]): Promise<void>
  /** Time passes for these machines until something is so; gives how much. */
  until(isSo: () => boolean | Promise<boolean>, ...those: readonly Machine[]): Promise<number>
}

export interface GroupOptions {
  readonly site?: Partial<SiteFile>
  /** The clock of everything that is no machine of the group. */
  readonly street?: Stage
  /** Which all machines share. */
  readonly hotel?: Omit<RingingOptions, 'stage'>
}

export interface JoinOptions {
  readonly log?: Log
  readonly hotel?: Omit<RingingOptions, 'stage'>
}

const STEP = 100
const LONGEST = seconds(120)
/** A machine that starts does things that take their time by no clock of ours. */
const START_PAUSE = 20
const CUT_OFF_PAUSE = 8
const CALM_TURNS = 4
const MOST_LOOKS = 100

/** A hotel on several machines, with one exchange that belongs to none of them. */
export async function openGroup(
  databaseUrl: string,
  { site, hotel = {}, street = openStage() }: GroupOptions = {},
): Promise<Group> {
  const keyFile = path.join(newFolder(), 'reveille.key')
  const exchange = await openTestExchange(street)
  onTestFinished(() => exchange.close())
  const whole = { telephony: exchange.telephony(20), ...site }
  const wires = new Set<CutWire>()
  const calm = await openCalm(databaseUrl, wires)
  const machines = new Set<Machine>()
  const step = async (...stages: readonly Stage[]) => {
    for (const { clock } of [street, ...stages]) clock.advance(STEP)
    await calm([street, ...stages])
    // Nodes that are cut off ask each other, which no clock and no database tells.
    if (Array.from(machines).some(({ wire }) => wire.isCut)) await pause(CUT_OFF_PAUSE)
  }
  const stagesOf = (those: Iterable<Machine>) => Array.from(those, ({ stage }) => stage)
  /** Time passes for all, and a little slower than it does outside, until this is done. */
  const during = async <T>(work: Promise<T>, stages: readonly Stage[]): Promise<T> => {
    const state = { done: false }
    const finished = work.finally(() => (state.done = true))
    while (!state.done) {
      await step(...stages)
      await Promise.race([finished, pause(START_PAUSE)])
    }
    return finished
  }

  const join = async (name: string, more: JoinOptions = {}): Promise<Machine> => {
    const stage = openStage(street.clock.now())
    const node = { name, keyFile }
    const ownWay = new URL(databaseUrl)
    const wire = await openWire(Number(ownWay.port))
    wires.add(wire)
    onTestFinished(() => wire.close())
    ownWay.port = String(wire.port)
    const options = {
      ...hotel,
      ...more.hotel,
      ...(more.log ? { log: more.log } : {}),
      stage,
      databaseUrl: ownWay.href,
      node,
    }
    const opened = await during(openRingingHotel(whole, options), [...stagesOf(machines), stage])
    let left: Promise<void> | undefined
    const machine: Machine = {
      name,
      stage,
      hotel: opened,
      wire,
      leave() {
        if (wire.isCut) wire.mend()
        machines.delete(machine)
        return (left ??= during(opened.app.stop(), [...stagesOf(machines), stage]))
      },
    }
    onTestFinished(() => machine.leave())
    machines.add(machine)
    return machine
  }
  return {
    databaseUrl,
    street,
    exchange,
    join,
    wake: ({ stage: { clock } }) => clock.stall(street.clock.now() - clock.now()),
    async pass(ms, ...those) {
      for (let passed = 0; passed < ms; passed += STEP) await step(...stagesOf(those))
    },
    async until(isSo, ...those) {
      let passed = 0
      for (; !(await isSo()); passed += STEP) {
        if (passed > LONGEST) throw new Error(`Not so after ${LONGEST / 1_000} s: ${String(isSo)}`)
        await step(...stagesOf(those))
      }
      return passed
    },
  }
}

/** Whether a call is over. A machine that was cut off just now may not have noticed that its connections are gone. */
export const isDone = (machine: Machine, id: string) => async () => {
  const call = await machine.hotel.app.database.read.wakeups.get(id).catch(() => undefined)
  return call?.state === 'done'
}

/** The one that has the house, and the other. */
export async function homeAmong(one: Machine, another: Machine): Promise<[Machine, Machine]> {
  const { homes, nodes } = one.hotel.app.database.read
  const home = (await homes.list()).find(({ house }) => house === '')
  const node = (await nodes.list()).find(({ lease }) => lease === home?.lease)
  return node?.name === one.name ? [one, another] : [another, one]
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Waits until neither a machine nor the database that they share is at anything. */
async function openCalm(databaseUrl: string, wires: ReadonlySet<CutWire>) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  // A test may take the server away.
  client.on('error', () => {})
  onTestFinished(() => client.end())
  const isBusy = async () => {
    const { rows } = await client.query<{ busy: number }>(BUSY)
    return (rows[0]?.busy ?? 0) > 0
  }
  return async (stages: readonly Stage[]) => {
    const asked = () => stages.reduce((sum, { clock }) => sum + clock.asked, 0)
    for (let looks = 0, before = -1; looks < MOST_LOOKS && before !== asked(); looks++) {
      before = asked()
      for (let turn = 0; turn < CALM_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
      // The server says that it is at nothing before it has read a query, which on a busy machine takes a while.
      if ((await isBusy()) || Array.from(wires).some((wire) => wire.isBusy)) before = -1
    }
  }
}

const BUSY = `select count(*)::int as busy from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`

/** What is not in the book of a call as the log tells it. */
export const alterationsOf = async ({ hotel }: Pick<Machine, 'hotel'>, id: string): Promise<unknown> =>
  (await hotel.request('desk', 'GET', `/rest/wakeup/${id}/dossier`)).json.alterations
