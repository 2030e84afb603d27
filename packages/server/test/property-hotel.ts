import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AlarmRecord, DeliveryRecord, SiteFile } from '@reveille/contract'
import { openPms, type PmsOptions, type ScriptedPms } from '@reveille/fias/testing'
import { onTestFinished } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { createLog } from '../src/kernel/log.ts'
import type { HotelDatabase } from '../src/store/stores/stores.ts'
import { type Hand, handOn, watchDatabase } from '../testing/hand.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import type { LogRow } from './ringing-hotel.ts'
import { openStage, type Stage } from './stage.ts'

/** The real app and a scripted property system on real sockets, by one clock that is moved by hand. */
export interface PropertyHotel extends Hotel, Hand {
  readonly pms: ScriptedPms
  charge(room: string, quantity?: number, item?: string): Promise<void>
  /** In the order of their numbers. */
  deliveries(query?: string): Promise<DeliveryRecord[]>
  /** Those that are open. */
  alarms(): Promise<AlarmRecord[]>
  log(kind: string): Promise<LogRow[]>
  /** What the process has written, line by line. */
  readonly lines: readonly string[]
  /** Lets time pass until the link is up. */
  linked(mostMs?: number): Promise<void>
  /** Lets time pass until so many postings are on the folio. */
  booked(count: number, mostMs?: number): Promise<void>
  /** Lets time pass until every delivery has come to an end, or to a person. */
  settled(mostMs?: number): Promise<void>
}

export interface PropertyOptions {
  /** A property system that is there already, such as one that a hotel before had. */
  readonly pms?: ScriptedPms
  readonly system?: Omit<PmsOptions, 'clock'>
  /** More of the connector. */
  readonly connector?: Readonly<Record<string, unknown>>
  /** Instead of those that there are. */
  readonly items?: NonNullable<SiteFile['inventory']>['items']
  readonly allow?: readonly string[]
  /** More of the site. */
  readonly site?: Partial<SiteFile>
  readonly stage?: Stage
  readonly folder?: string
  readonly databaseUrl?: string
}

export const GUESTS = {
  '101': [{ reservation: '1', name: 'Ada' }],
  '102': [{ reservation: '2', name: 'Bob' }],
}

/** A property system on the clock of a stage. */
export async function openSystem({ clock }: Stage, options: Omit<PmsOptions, 'clock'> = {}) {
  const pms = await openPms({
    guests: GUESTS,
    ...options,
    clock: { now: () => clock.now(), after: (ms, callback) => clock.at(clock.now() + ms, callback) },
  })
  onTestFinished(() => pms.close())
  return pms
}

export function openFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-property-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function openPropertyHotel(options: PropertyOptions = {}): Promise<PropertyHotel> {
  const { stage = openStage(), folder = openFolder(), databaseUrl } = options
  const pms = options.pms ?? (await openSystem(stage, options.system))
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const site = siteOf(pms, options)
  const where = { folder, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
  const hotel = await openHotel({ ...where, connectorFor: 'network', site, log, ...stage })
  const { database } = hotel.app
  watchDatabase(database)
  const hand = patientHand(stage, database)
  await hotel.open()
  let isClosed = false
  const close = async () => {
    if (!isClosed) await hand.during(hotel.close())
    isClosed = true
  }
  onTestFinished(close)
  return { ...hotel, ...hand, pms, lines, ...deskOf(hotel, pms, hand), close }
}

/** So long, and an answer on the wire is still not overtaken by the clock. */
const LONG_STEP = seconds(5)
const LONG = minutes(10)

/** From timer to timer; over minutes, several at a time, as there are some in every second. */
function patientHand({ clock }: Stage, database: HotelDatabase): Hand {
  const fine = handOn({ clock, idleStepMs: 0, database })
  const coarse = handOn({ clock, idleStepMs: LONG_STEP, database })
  return {
    pass: (ms) => (ms >= LONG ? coarse : fine).pass(ms),
    until: (isSo, mostMs = minutes(2)) => (mostMs >= LONG ? coarse : fine).until(isSo, mostMs),
    during: (work) => fine.during(work),
  }
}

const siteOf = ({ address }: ScriptedPms, options: PropertyOptions): SiteFile => ({
  ...SITE,
  inventory: {
    ...SITE.inventory,
    ...(options.items ? { items: options.items } : {}),
    connectors: [{ name: 'pms', type: 'fias', ...address, articles: { '10': '1450' }, ...options.connector }],
  },
  roomStatus: { ...SITE.roomStatus, servers: [] },
  network: { allow: [...(options.allow ?? ['127.0.0.1'])] },
  ...options.site,
})

function deskOf({ request }: Hotel, pms: ScriptedPms, hand: Hand) {
  const get = async (url: string) => (await request('boss', 'GET', url)).json
  const deliveries = async (query = '') =>
    ((await get(`/rest/delivery${query}`)).deliveries as DeliveryRecord[]).toSorted(
      (a, b) => a.sequence - b.sequence,
    )
  return {
    async charge(room: string, quantity = 1, item = '11') {
      const answer = await request('maid', 'POST', '/rest/isi/charge', { id: item, quantity, room })
      if (answer.status !== 200) throw new Error(answer.text)
    },
    deliveries,
    alarms: async (): Promise<AlarmRecord[]> => (await get('/rest/alarm?state=open')).alarms,
    log: async (kind: string): Promise<LogRow[]> => (await get(`/rest/log?kind=${kind}`)).log,
    linked: (mostMs?: number) => hand.until(() => pms.isAlive, mostMs),
    booked: (count: number, mostMs?: number) => hand.until(() => pms.folio.bookings.length >= count, mostMs),
    settled: (mostMs?: number) =>
      hand.until(
        async () => (await deliveries()).every(({ state }) => state !== 'waiting' && state !== 'sending'),
        mostMs,
      ),
  }
}
