import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { exchangeOutages } from './exchange-outage.ts'
import { round } from './figures.ts'
import { askForCalls, CALLS, DESK, get, listed, siteOf } from './outage-calls.ts'
import { type Account, openPhoneProcess } from './punctuality/phones.ts'
import { atMost, type Bench, type Check, none } from './report.ts'

const LINES = [{ user: 'voice1', calls: 100 }]
/** The fault begins so long before the moment of all calls. */
const BEFORE_MS = 5_000
const RING_WITHIN_MS = 1_000
const TOLD_WITHIN_S = 20
/** The wire and the log tell when a call left, each by its own process. */
const ALIKE_MS = 250

interface Place {
  /** Words for the product: where its data lies. */
  readonly words: readonly string[]
  /** Gives the product that goes on, where it is another. */
  begin(product: RunningServer, start: () => Promise<RunningServer>): Promise<RunningServer>
  end(product: RunningServer): Promise<void>
  close(): Promise<void>
}

/** What is done to the product or its database, and how it is undone. */
interface Fault {
  readonly name: string
  readonly lastsMs: number
  /** Before the moment, where that is longer than usual. */
  readonly beforeMs?: number
  /** From asking for the calls to their moment, where that is shorter than usual. */
  readonly leadMs?: number
  /** Otherwise than with an outage of the database, of which the desk is told. */
  readonly isFreeze?: boolean
  /** The product is killed and started anew. */
  readonly isStart?: boolean
  open(): Promise<Place>
}

export const bench: Bench = {
  about:
    'disk full (also with a start meanwhile), database stopped 60 s, database killed, process stopped 30 s, exchange killed for 20 s, each at the due second of 60 calls (needs root for the disk; outage exchange for the last alone)',
  smoke: ['--smoke'],
  async run(words) {
    await buildProduct()
    const found = []
    const isSmoke = words.includes('--smoke')
    const all = [FULL_DISK, FULL_DISK_AND_START, STOPPED, KILLED, FROZEN]
    const named = all.filter(({ name }) => words.every((word) => name.includes(word)))
    for (const fault of isSmoke ? [SHORTLY_FROZEN] : named) {
      const seen = await tryFault(fault)
      console.log(`${fault.name}: ${JSON.stringify(seen)}`)
      found.push({
        fault: fault.name,
        lastsS: fault.lastsMs / 1_000,
        isFreeze: fault.isFreeze ? 1 : 0,
        ...seen,
      })
    }
    const exchange = isSmoke ? { rows: [], checks: [] } : await exchangeOutages(words)
    return {
      durability: 'SQLite: WAL, synchronous FULL; PostgreSQL: fsync on, synchronous_commit on',
      counted:
        'an INVITE counts when it arrives at a UDP receiver in a process of its own; late is: after the instant that all calls are due at. The log is read after the fault is over, and held against what the phones have seen',
      notes: [
        `the fault begins ${BEFORE_MS / 1_000} s before the moment; the disk is a tmpfs filled to the last byte; of a process that was stopped, late is: after it goes on`,
      ],
      tables: [
        { title: 'Nothing can be written at the due second', rows: found },
        { title: 'The exchange is away at the due second', rows: exchange.rows },
      ].filter(({ rows }) => rows.length > 0),
      checks: [...found.flatMap(checksOf), ...exchange.checks],
    }
  },
}

interface Seen {
  readonly rung: number
  readonly lastMs: number
  readonly rungTwice: number
  readonly answeredForGood: number
  readonly deskAfterS: number
  /** How often /readyz said ready meanwhile. */
  readonly ready: number
  readonly woken: number
  /** Rooms of which the log, and of which the dossier, has another number of calls than the wire. */
  readonly logWrong: number
  readonly dossierWrong: number
  /** How far apart log and wire are at most, as to when a call left. */
  readonly apartMs: number
  readonly lateRows: number
}

type Row = Seen & { readonly fault: string; readonly isFreeze: number }

const checksOf = ({ fault, isFreeze, ...seen }: Row): Check[] => [
  none(`${fault}: rooms not rung`, CALLS - seen.rung),
  atMost(`${fault}: last INVITE`, RING_WITHIN_MS, seen.lastMs, ' ms'),
  none(`${fault}: rung again after an answer for good`, seen.rungTwice),
  none(`${fault}: rooms not answered for good`, CALLS - seen.answeredForGood),
  ...(isFreeze === 1
    ? []
    : [
        atMost(`${fault}: the desk is told after`, TOLD_WITHIN_S, seen.deskAfterS, ' s'),
        none(`${fault}: /readyz says ready`, seen.ready),
      ]),
  none(`${fault}: calls that the book does not have as answered`, CALLS - seen.woken),
  none(`${fault}: rooms whose log is not as the wire`, seen.logWrong),
  none(`${fault}: rooms whose dossier is not as the wire`, seen.dossierWrong),
  atMost(`${fault}: log and wire apart`, ALIKE_MS, seen.apartMs, ' ms'),
]

async function tryFault(fault: Fault): Promise<Seen> {
  const phones = await openPhoneProcess('all picking up')
  const place = await fault.open()
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-outage-'))
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteOf(phones.port, LINES))
  const start = () => startProduct([...place.words, '--site', site])
  let product = await start()
  try {
    const dueAt = await askForCalls(product, fault.leadMs)
    await setTimeout(dueAt - (fault.beforeMs ?? BEFORE_MS) - Date.now())
    const faultAt = Date.now()
    product = await place.begin(product, start)
    // A process that is started anew tells and rings from then on.
    const begun = fault.isStart ? Date.now() : faultAt
    const ready = fault.isFreeze ? 0 : await readyAt(product, dueAt + 15_000)
    await setTimeout(faultAt + fault.lastsMs - Date.now())
    await place.end(product)
    const goesOnAt = fault.isFreeze ? Date.now() : fault.isStart ? Math.max(dueAt, begun) : dueAt
    await isReady(product)
    await areAnswered(product)
    const wire = await phones.account()
    return { ...seenAt(wire, goesOnAt, begun), ready, ...(await inBook(product, wire, dueAt)) }
  } finally {
    phones.close()
    await product.kill()
    await place.close()
    rmSync(folder, { recursive: true })
  }
}

async function readyAt(product: RunningServer, at: number): Promise<number> {
  await setTimeout(at - Date.now())
  return (await get(product, '/readyz')).status === 200 ? 1 : 0
}

async function isReady(product: RunningServer) {
  const limit = Date.now() + 30_000
  while ((await get(product, '/readyz')).status !== 200) {
    if (Date.now() > limit) throw new Error('The product is not ready again')
    await setTimeout(100)
  }
}

const isRoom = (number: string) => number !== DESK

/** Phones that were rung late are picked up, and listened to, late. */
async function areAnswered(product: RunningServer) {
  const limit = Date.now() + 60_000
  while (Date.now() < limit && (await listed(product, 'answered')).length < CALLS) await setTimeout(500)
}

function seenAt({ invitedAt, again, answeredForGood }: Account, from: number, begun: number) {
  const rooms = invitedAt.filter(([number]) => isRoom(number)).map(([, at]) => at - from)
  const desk = invitedAt.find(([number, at]) => number === DESK && at >= begun)?.[1] ?? Infinity
  return {
    rung: rooms.length,
    lastMs: round(Math.max(...rooms), 1),
    rungTwice: again.filter(isRoom).length,
    answeredForGood: answeredForGood.filter(isRoom).length,
    deskAfterS: round((desk - begun) / 1_000, 1),
  }
}

interface DialledRow {
  readonly room: string
  readonly detail: { readonly written?: string; readonly lateMs: number }
}

/** What the book says, held against what was on the wire. */
async function inBook(product: RunningServer, { invitedAt, again }: Account, dueAt: number) {
  const answered = await listed(product, 'answered')
  const { log } = (await (await get(product, '/rest/log?kind=wakeup.dialled&limit=1000')).json()) as {
    log: DialledRow[]
  }
  const rooms = invitedAt.filter(([number]) => number !== DESK)
  const onWire = (room: string) => 1 + again.filter((number) => number === room).length
  const inLog = (room: string) => log.filter((row) => row.room === room)
  const apart = rooms.map(([room, at]) =>
    Math.abs((inLog(room)[0]?.detail.lateMs ?? Infinity) - (at - dueAt)),
  )
  // One by one: of more than 32 that wait at once, the others are refused.
  const dossiers: number[] = []
  for (const { id } of answered) dossiers.push(await dialledIn(product, id))
  return {
    woken: answered.length,
    logWrong: rooms.filter(([room]) => inLog(room).length !== onWire(room)).length,
    dossierWrong: answered.filter(({ room }, at) => dossiers[at] !== onWire(room)).length,
    apartMs: round(Math.max(...apart), 1),
    lateRows: log.filter(({ detail }) => detail.written !== undefined).length,
  }
}

/** How often the dossier of a call says that it was dialled. */
async function dialledIn(product: RunningServer, id: string): Promise<number> {
  const { attempts } = (await (await get(product, `/rest/wakeup/${id}/dossier`)).json()) as {
    attempts: { extension: string | null }[]
  }
  return attempts.filter(({ extension }) => extension !== null).length
}

/** A disk of its own, and small, but not so small that the desk is told of it before it is full. */
function smallDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder])
  const data = path.join(folder, 'data')
  mkdirSync(data)
  const filling = path.join(folder, 'filling')
  return {
    words: ['--data', data],
    fill: () => fill(filling),
    end: () => Promise.resolve(rmSync(filling)),
    close() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
      return Promise.resolve()
    },
  }
}

const FULL_DISK: Fault = {
  name: 'disk full, SQLite',
  lastsMs: 30_000,
  open() {
    const disk = smallDisk()
    const begin = (product: RunningServer) => {
      disk.fill()
      return Promise.resolve(product)
    }
    return Promise.resolve({ ...disk, begin })
  },
}

/** The product dies when its disk is full, and starts again while it still is. */
const FULL_DISK_AND_START: Fault = {
  name: 'disk full and started anew, SQLite',
  lastsMs: 40_000,
  isStart: true,
  // The start takes a while.
  beforeMs: 12_000,
  open() {
    const disk = smallDisk()
    const begin: Place['begin'] = async (product, start) => {
      disk.fill()
      await product.kill()
      return start()
    }
    return Promise.resolve({ ...disk, begin })
  },
}

const FROZEN: Fault = {
  name: 'process stopped, SQLite',
  lastsMs: 30_000,
  isFreeze: true,
  open() {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-outage-'))
    return Promise.resolve({
      words: ['--data', folder],
      begin(product) {
        process.kill(product.pid, 'SIGSTOP')
        return Promise.resolve(product)
      },
      end: (product) => Promise.resolve(void process.kill(product.pid, 'SIGCONT')),
      close: () => Promise.resolve(rmSync(folder, { recursive: true })),
    })
  },
}

const SHORTLY_FROZEN: Fault = { ...FROZEN, lastsMs: BEFORE_MS + 1_000, leadMs: BEFORE_MS + 2_000 }

function fill(file: string) {
  const handle = openSync(file, 'w')
  for (let size = 1 << 20; size > 0; size >>= 1)
    try {
      for (;;) writeSync(handle, Buffer.alloc(size))
    } catch {
      // Smaller pieces, to the last byte.
    }
  closeSync(handle)
}

const onPostgres = (
  name: string,
  lastsMs: number,
  faultOf: (server: TestPostgres, url: string) => { begin(): Promise<void>; end(): Promise<void> },
): Fault => ({
  name,
  lastsMs,
  async open() {
    const server = await startPostgres({ durable: true })
    const url = await server.createDatabase()
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-outage-'))
    const { begin, end } = faultOf(server, url)
    return {
      words: ['--data', folder, '--database', url],
      begin: (product) => begin().then(() => product),
      end,
      close: () => server.stop(),
    }
  },
})

const KILLED = onPostgres('killed, PostgreSQL', 30_000, (server) => ({
  begin: () => server.halt(),
  end: () => server.start(),
}))

const STOPPED = onPostgres('stopped, PostgreSQL', 60_000, (_, url) => {
  let stopped: number[] = []
  const tell = (signal: NodeJS.Signals) => stopped.forEach((pid) => process.kill(pid, signal))
  return {
    async begin() {
      const postmaster = await postmasterOf(url)
      stopped = [postmaster, ...childrenOf(postmaster)]
      tell('SIGSTOP')
    },
    end: () => Promise.resolve(tell('SIGCONT')),
  }
})

/** The parent of the process that serves us, which is looked at while we are connected. */
async function postmasterOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return postmaster
}

/** The field after the name in brackets: state, then parent. */
const parentOf = (pid: number | string) =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])

function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.filter((pid) => isChild(pid, parent)).map(Number)
}

function isChild(pid: string, parent: number): boolean {
  try {
    return parentOf(pid) === parent
  } catch {
    return false
  }
}
