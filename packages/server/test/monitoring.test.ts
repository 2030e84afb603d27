import { copyFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { mistakesIn, type Prometheus, startPrometheus } from '../../../peers/prometheus.ts'
import { minutes, seconds, systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { backup } from '../src/store/files/backup.ts'
import { KEY_FILE } from '../src/store/files/key-file.ts'
import { arriveQuietly } from '../src/store/files/quiet-arrival.ts'
import { restore } from '../src/store/files/restore.ts'
import { eventually } from '../testing/eventually.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { openWire } from './cut-wire.ts'
import { fillDisk } from './full-disk.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import { newFolder } from './night.ts'
import { nodesOn } from './node-pair.ts'
import { useDatabases } from './test-databases.ts'
import { openSystem } from './property-hotel.ts'
import { openRingingHotel } from './ringing-hotel.ts'
import { openStage } from './stage.ts'
import { openTestExchange } from './test-exchange.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy')
const RULES = path.join(DEPLOY, 'prometheus/reveille.rules.yml')
const TOKEN = 'figures-for-prometheus-1'
const WATCHED = { metrics: { token: TOKEN } }

/** Which faults each of the tests below brings about. */
const FAULTS = {
  line: ['ReveilleNoLine', 'ReveilleLineDown', 'ReveilleCallsOverdue'],
  propertySystem: [
    'ReveilleLinkDown',
    'ReveilleMessagesWait',
    'ReveilleDestinationFailing',
    'ReveilleMessagesUncertain',
  ],
  disk: ['ReveilleOutage', 'ReveilleJournalFilling', 'ReveilleDiskLow', 'ReveilleErrors'],
  clock: ['ReveilleClockDoubted'],
  calls: ['ReveilleCallsNotRung', 'ReveilleCallsLate', 'ReveilleAlarmsUnattended'],
  process: ['ReveilleDown'],
  copy: ['ReveilleNotLive'],
  nodes: ['ReveilleNodeSilent', 'ReveilleNodeClockApart', 'ReveilleHousesTaken'],
}

/** Looks at these, by the rules and the configuration that we give out. */
async function watching(...hotels: readonly Hotel[]): Promise<Prometheus> {
  const targets = hotels.map(({ url }) => new URL(url).host)
  const prometheus = await startPrometheus({
    folder: path.join(DEPLOY, 'prometheus'),
    targets,
    token: TOKEN,
  })
  onTestFinished(() => prometheus.stop())
  await eventually(async () => {
    const up = await prometheus.query('up{job="reveille"} == 1')
    expect(up).toHaveLength(targets.length)
  })
  return prometheus
}

/** A later look may find one gone again: each is looked for until it was there. */
const fires = async (prometheus: Prometheus, names: readonly string[]) => {
  const missing = new Set(names)
  await eventually(async () => {
    for (const name of await prometheus.firing()) missing.delete(name)
    expect([...missing]).toEqual([])
  })
}

interface Panel {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

/** What the dashboard asks for, below one heading or below all others. */
function questionsOf(isAsked: (heading: string) => boolean): string[] {
  const board = JSON.parse(readFileSync(path.join(DEPLOY, 'grafana/reveille.json'), 'utf8')) as {
    panels: readonly Panel[]
  }
  let heading = ''
  return board.panels.flatMap(({ type, title, targets = [] }) => {
    if (type === 'row') heading = title
    return isAsked(heading) ? targets.map(({ expr }) => expr) : []
  })
}

/** As Grafana would write it. */
const filledIn = (expression: string) =>
  expression.replaceAll('$job', 'reveille').replaceAll('$__rate_interval', '1m')

const areAnswered = (prometheus: Prometheus, questions: readonly string[]) =>
  eventually(async () => {
    const answers = await Promise.all(
      questions.map(async (question) => ({ question, rows: await prometheus.query(filledIn(question)) })),
    )
    const unanswered = answers.filter(({ rows }) => !rows.some(({ value }) => Number.isFinite(value)))
    expect(unanswered.map(({ question }) => question)).toEqual([])
  })

const namesIn = (text: string, pattern: RegExp) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))].toSorted()

test('every alert is seen to fire below, and told in the documentation', () => {
  const alerts = namesIn(readFileSync(RULES, 'utf8'), /alert: (\w+)/g)
  expect(Object.values(FAULTS).flat().toSorted()).toEqual(alerts)
  expect(namesIn(DOCUMENTED, /^\| `(Reveille\w+)`/gm)).toEqual(alerts)
})

const DOCUMENTED = readFileSync(path.join(DEPLOY, '../docs/monitoring.md'), 'utf8')

describe.skipIf(!has('prometheus'))('a Prometheus with our rules', () => {
  const { newDatabase } = useDatabases()

  test('hears no alert of a house that is well, and each one on its fault', async () => {
    const house = await openWatchedHouse()
    const { hotel, stage, pms, exchange, disk } = house
    const prometheus = await watching(hotel)
    await aQuietEvening(house)
    expect(mistakesIn(await figuresOf(hotel))).toBe('')
    await eventually(async () => expect(await prometheus.firing()).toEqual([]))

    pms.behave({ posting: 'silence' })
    await charge(house, '102')
    await hotel.until(async () => (await deliveries(house)).includes('uncertain'))
    await pms.close()
    await charge(house, '103')
    await exchange.dies()
    await hotel.pass(minutes(13))
    await ask(house, '101', minutes(1))
    await hotel.pass(seconds(90))
    await fires(prometheus, [...FAULTS.line, ...FAULTS.propertySystem])

    await hotel.pass(minutes(20))
    await ask(house, '102', minutes(1))
    await hotel.pass(seconds(90))
    const again = await openTestExchange(stage, exchange.phones.address.port)
    onTestFinished(() => again.close())
    await hotel.until(() => again.rings('102').length > 0)
    await fires(prometheus, FAULTS.calls)

    const free = fillDisk(hotel)
    disk.free = 1
    expect((await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0700' })).status).toBe(
      503,
    )
    await hotel.pass(seconds(30))
    await fires(prometheus, FAULTS.disk)
    free()
    await hotel.pass(seconds(30))

    stage.clock.jump(stage.clock.now() + minutes(60))
    await hotel.pass(seconds(5))
    await fires(prometheus, FAULTS.clock)

    const asked = questionsOf((heading) => heading !== 'Nodes')
    await areAnswered(prometheus, asked)
    await hotel.close()
    await fires(prometheus, FAULTS.process)
  })

  test('hears of a restored copy that rings nobody', async () => {
    const { clock } = openStage()
    const [first, second] = [newFolder(), newFolder()]
    const site = { ...SITE, ...WATCHED }
    await (await openHotel({ folder: first, clock, site })).close()
    const file = path.join(newFolder(), 'backup.sqlite')
    const around = { clock, log: silentLog }
    await backup({ folder: first }, file, around)
    await restore(file, { folder: second }, { ...around, arrive: arriveQuietly(clock) })
    // Without it the token could not be read: it is no part of a backup.
    copyFileSync(path.join(first, KEY_FILE), path.join(second, KEY_FILE))
    const copy = await openHotel({ folder: second, clock, site })
    onTestFinished(() => copy.close())
    await copy.open()
    await fires(await watching(copy), FAULTS.copy)
  })

  test('hears of nodes whose clocks differ, that are cut off, and that take over', async () => {
    const database = new URL(await newDatabase())
    const wire = await openWire(Number(database.port))
    onTestFinished(() => wire.close())
    const group = nodesOn(database.href, { site: { ...SITE, ...WATCHED } })
    onTestFinished(async () => {
      if (wire.isCut) wire.mend()
      await group.close()
    })
    const byWire = Object.assign(new URL(database), { port: String(wire.port) })
    const a = await group.join('a', { databaseUrl: byWire.href })
    // Not known for an address of this machine, whose clock would be the same.
    const elsewhere = Object.assign(new URL(database), { hostname: '0.0.0.0' })
    const b = await group.join('b', { databaseUrl: elsewhere.href, clock: ahead(seconds(3)) })
    const prometheus = await watching(a, b)
    wire.cut()
    await fires(prometheus, FAULTS.nodes)
    await areAnswered(
      prometheus,
      questionsOf((heading) => heading === 'Nodes'),
    )

    const figures = namesIn(await figuresOf(b), /^# TYPE (reveille_\w+)/gm)
    expect(namesIn(DOCUMENTED, /^\| `(reveille_\w+)`/gm)).toEqual(figures)
  })
})

const figuresOf = async (hotel: Hotel) =>
  (await hotel.request(null, 'GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` })).text

/** A machine whose clock shows this much more, and goes as all others do. */
function ahead(ms: number): ManualClock {
  const clock = systemClock()
  return {
    ...clock,
    now: () => clock.now() + ms,
    at: (when, callback) => clock.at(when - ms, callback),
    advance: () => {},
    set: () => {},
  }
}

type House = Awaited<ReturnType<typeof openWatchedHouse>>

/** Two lines to an exchange, a link to a property system, little room for a journal, and a disk half empty. */
async function openWatchedHouse() {
  const disk = { size: 2 ** 40, free: 2 ** 39 }
  const stage = openStage()
  const [pms, exchange] = [await openSystem(stage), await openTestExchange(stage)]
  onTestFinished(() => exchange.close())
  const connector = { name: 'pms', type: 'fias', ...pms.address, articles: { '11': '1450' } } as const
  const site: Partial<SiteFile> = {
    ...WATCHED,
    network: { allow: ['127.0.0.1'] },
    wakeup: { attempts: 1 },
    telephony: exchange.telephony(2, 2),
    inventory: { ...SITE.inventory, connectors: [connector] },
    roomStatus: { ...SITE.roomStatus, servers: [] },
  }
  const options = {
    stage,
    disk,
    connectorFor: 'network',
    journalBytes: 3_000,
    idleStepMs: seconds(1),
  } as const
  const hotel = await openRingingHotel(site, options)
  onTestFinished(() => hotel.close())
  return { hotel, stage, pms, exchange, disk }
}

/** A guest is woken, and another has nuts from the mini-bar. */
async function aQuietEvening(house: House) {
  const { hotel, pms } = house
  await hotel.until(() => pms.isAlive)
  await charge(house, '101')
  const id = await ask(house, '101', minutes(1))
  expect(await hotel.settled(id)).toMatchObject({ result: 1 })
  await hotel.until(async () => (await deliveries(house)).includes('delivered'))
  // What waits is counted once in a while: while the clock stands still, a call that rang would be overdue for ever.
  await hotel.pass(seconds(10))
}

const ask = ({ hotel, stage }: House, room: string, inMs: number) =>
  hotel.ask(room, new Date(stage.clock.now() + inMs).toISOString())

async function charge({ hotel }: House, room: string) {
  const { status, text } = await hotel.request('maid', 'POST', '/rest/isi/charge', {
    id: '11',
    quantity: 1,
    room,
  })
  expect([status, text]).toEqual([200, expect.anything()])
}

const deliveries = async ({ hotel }: House): Promise<string[]> =>
  (await hotel.request('boss', 'GET', '/rest/delivery')).json.deliveries.map(
    ({ state }: { state: string }) => state,
  )
