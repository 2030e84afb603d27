import type { AlarmRecord, DeliveryRecord } from '@reveille/contract'
import { onTestFinished } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { handOn, watchDatabase } from '../testing/hand.ts'
import { openHotel, SITE } from './hotel.ts'
import type { OtherPropertySystemOptions } from './other-property-system/options.ts'
import { OtherPropertySystem } from './other-property-system/system.ts'
import { openFolder } from './property-hotel.ts'
import { openStage, type Stage } from './stage.ts'

interface Options {
  /** More of the connector. */
  readonly connector?: Readonly<Record<string, unknown>>
  readonly system?: OtherPropertySystemOptions
  /** By room, the day on which its guest leaves, YYMMDD. */
  readonly departures?: Readonly<Record<string, string>>
  readonly stage?: Stage
}

export type OtherHotel = Awaited<ReturnType<typeof openOtherHotel>>

const GUESTS = [
  { reservation: '5001', room: '101', name: 'Ada' },
  { reservation: '5002', room: '102', name: 'Bob' },
]

/** The real app, linked to a property system whose author knows no client, by one clock that is moved by hand. */
export async function openOtherHotel(options: Options = {}) {
  const { connector = {}, system = {}, departures = {}, stage = openStage() } = options
  const pms = await OtherPropertySystem.open({ codePage: 'CP850', now: () => stage.clock.now(), ...system })
  onTestFinished(() => pms.close())
  for (const guest of GUESTS) {
    const departure = departures[guest.room]
    pms.reception.checkIn({ ...guest, ...(departure === undefined ? {} : { departure }) })
  }
  const link = { name: 'pms', type: 'fias', host: '127.0.0.1', port: pms.port, mode: 'direct' } as const
  const site = {
    ...SITE,
    inventory: { ...SITE.inventory, connectors: [{ ...link, ...connector }] },
    roomStatus: { ...SITE.roomStatus, servers: [] },
    network: { allow: ['127.0.0.1'] },
  }
  const hotel = await openHotel({ folder: openFolder(), connectorFor: 'network', site, ...stage })
  const { database } = hotel.app
  watchDatabase(database)
  const hand = handOn({ clock: stage.clock, idleStepMs: 0, database })
  await hotel.open()
  onTestFinished(() => hand.during(hotel.close()))
  await hand.until(() => pms.connections.isAlive, seconds(60))
  return { pms, ...hand, ...deskOf(hotel.request, hand) }
}

type Request = Awaited<ReturnType<typeof openHotel>>['request']

function deskOf(request: Request, hand: ReturnType<typeof handOn>) {
  const get = async (url: string) => (await request('boss', 'GET', url)).json
  const post = async (url: string, body: Record<string, string | number | boolean>) => {
    const answer = await request('boss', 'POST', url, body)
    if (answer.status !== 200) throw new Error(answer.text)
  }
  /** In the order of their numbers. */
  const deliveries = async (query = ''): Promise<DeliveryRecord[]> =>
    ((await get(`/rest/delivery${query}`)).deliveries as DeliveryRecord[]).toSorted(
      (a, b) => a.sequence - b.sequence,
    )
  return {
    charge: (room: string, quantity = 1) => post('/rest/isi/charge', { id: '10', quantity, room }),
    deliveries,
    /** Those that are open. */
    alarms: async (): Promise<AlarmRecord[]> => (await get('/rest/alarm?state=open')).alarms,
    decide: (id: string, as: string) =>
      post(`/rest/delivery/${id}/settle`, { as, reason: 'The folio says so' }),
    /** Lets time pass until everything has come to an end, or to a person. */
    settled: (mostMs?: number) =>
      hand.until(
        async () => (await deliveries()).every(({ state }) => state !== 'waiting' && state !== 'sending'),
        mostMs,
      ),
  }
}
