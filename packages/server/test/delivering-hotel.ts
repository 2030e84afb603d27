import type { AlarmRecord, DeliveryRecord, DestinationRecord, SiteFile } from '@reveille/contract'
import type { Connector } from '../src/connectors/connector.ts'
import { type Hand, handOn, watchDatabase } from '../testing/hand.ts'
import { type Hotel, type HotelOptions, NEW_YORK, openHotel, SITE } from './hotel.ts'
import type { LogRow } from './ringing-hotel.ts'
import { byName } from './scripted-connector.ts'
import { openStage, type Stage } from './stage.ts'

/** The real app, with destinations that do what a test says, on a clock that it moves by hand. */
export interface DeliveringHotel extends Hotel, Hand {
  charge(room: string, quantity?: number): Promise<void>
  /** Reports a room's status. */
  report(room: string, status?: string): Promise<void>
  deliveries(query?: string): Promise<DeliveryRecord[]>
  delivery(id: string): Promise<DeliveryRecord & { log: NonNullable<DeliveryRecord['last']>[] }>
  queues(): Promise<DestinationRecord[]>
  alarms(state?: string): Promise<AlarmRecord[]>
  log(kind: string): Promise<LogRow[]>
  /** Lets time pass until nothing waits any more. */
  drained(mostMs?: number): Promise<void>
}

/** A connector for each of these, and a server for the one that is called housekeeping. */
export function siteWith(names: readonly string[], more: Readonly<Record<string, unknown>> = {}): SiteFile {
  const at = (name: string) => ({ name, url: `http://10.0.0.5/${name}`, ...more })
  // Only a property system can leave it open whether a charge has arrived.
  const isFias = 'onUncertain' in more
  const isServer = (name: string) => name === 'housekeeping'
  const connectors = names.filter((name) => !isServer(name))
  return {
    ...SITE,
    mailboxes: [{ range: '101-140' }, { number: '500', tenant: NEW_YORK }],
    inventory: {
      ...SITE.inventory,
      connectors: connectors.map((name, n) =>
        isFias
          ? { type: 'fias', name, host: '10.0.0.5', port: 5010 + n, ...more }
          : { type: 'webhook', ...at(name) },
      ),
    },
    roomStatus: { ...SITE.roomStatus, servers: names.filter(isServer).map(at) },
  }
}

export interface DeliveringOptions extends Pick<HotelOptions, 'folder' | 'databaseUrl' | 'log' | 'ids'> {
  readonly stage?: Stage
  readonly site?: SiteFile
  readonly idleStepMs?: number
}

export async function openDeliveringHotel(
  connectors: Readonly<Record<string, Connector>>,
  { stage = openStage(), site, idleStepMs, ...options }: DeliveringOptions = {},
): Promise<DeliveringHotel> {
  const hotel = await openHotel({
    site: site ?? siteWith(Object.keys(connectors)),
    ...options,
    ...stage,
    connectorFor: byName(connectors),
  })
  const { database } = hotel.app
  watchDatabase(database)
  const hand = handOn({ clock: stage.clock, idleStepMs, database })
  await hotel.open()
  return {
    ...hotel,
    ...hand,
    get url() {
      return hotel.url
    },
    ...deskOf(hotel, hand),
    close: () => hand.during(hotel.close()),
  }
}

function deskOf({ request, app }: Hotel, hand: Hand) {
  const get = async (url: string) => (await request('boss', 'GET', url)).json
  const done = async (url: string, body: Record<string, string | number>) => {
    const answer = await request('boss', 'POST', url, body)
    if (answer.status !== 200) throw new Error(answer.text)
  }
  return {
    charge: (room: string, quantity = 1) => done('/rest/isi/charge', { id: '10', quantity, room }),
    report: (room: string, status = '1') => done('/rest/rsi/change', { id: status, room }),
    deliveries: async (query = '') => (await get(`/rest/delivery${query}`)).deliveries,
    delivery: (id: string) => get(`/rest/delivery/${id}`),
    queues: async () => (await get('/rest/system/destination')).destinations,
    alarms: async (state?: string) =>
      (await get(`/rest/alarm${state === undefined ? '' : `?state=${state}`}`)).alarms,
    log: async (kind: string) => (await get(`/rest/log?kind=${kind}`)).log,
    drained: (mostMs?: number) =>
      hand.until(async () => (await app.database.read.deliveries.backlog()).depth === 0, mostMs),
  }
}
