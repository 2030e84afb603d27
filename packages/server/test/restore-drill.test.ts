import path from 'node:path'
import type { DeliveryRecord, SiteFile } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { backup, type DataPlace } from '../src/store/files/backup.ts'
import { arriveQuietly } from '../src/store/files/quiet-arrival.ts'
import { restore } from '../src/store/files/restore.ts'
import { handOn, watchDatabase } from '../testing/hand.ts'
import { openHotel, SITE } from './hotel.ts'
import { met } from './other-property-system/behaviours.ts'
import { OtherPropertySystem } from './other-property-system/system.ts'
import { around, type Kind, KINDS, usePremises } from './premises.ts'
import { openStage, type Stage } from './stage.ts'

const { root, newFolder, newPlace, emptyPlace } = usePremises()
const ROOMS = ['101', '102', '103', '104', '105', '106', '107', '108']

async function openSystem({ clock }: Stage): Promise<OtherPropertySystem> {
  const system = await OtherPropertySystem.open({ now: () => clock.now() })
  onTestFinished(() => system.close())
  for (const room of ROOMS)
    system.reception.checkIn({ reservation: `5${room}`, room, name: `Guest of ${room}` })
  return system
}

const siteAt = ({ port }: OtherPropertySystem): SiteFile => ({
  ...SITE,
  inventory: {
    ...SITE.inventory,
    connectors: [
      { name: 'pms', type: 'fias', host: '127.0.0.1', port, articles: { '11': '1451' }, onUncertain: 'hold' },
    ],
  },
  roomStatus: { ...SITE.roomStatus, servers: [] },
  network: { allow: ['127.0.0.1'] },
})

/** A house on this database that posts to the property system. */
async function openHouse(system: OtherPropertySystem, stage: Stage, place: DataPlace) {
  const where = 'url' in place ? { ...newFolder(), databaseUrl: place.url } : { folder: place.folder }
  const hotel = await openHotel({ ...where, connectorFor: 'network', site: siteAt(system), ...stage })
  watchDatabase(hotel.app.database)
  const hand = handOn({ clock: stage.clock, idleStepMs: 0, database: hotel.app.database })
  await hotel.open()
  let isClosed = false
  const close = async () => {
    if (!isClosed) await hand.during(hotel.close())
    isClosed = true
  }
  onTestFinished(close)
  const deliveries = async (): Promise<DeliveryRecord[]> =>
    (await hotel.request('boss', 'GET', '/rest/delivery')).json.deliveries
  return {
    hotel,
    hand,
    close,
    deliveries,
    charge: async (room: string) =>
      (await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity: 1, room })).status,
    states: async () => (await deliveries()).map(({ sequence, state }) => `${sequence} ${state}`),
    settle: async ({ id }: DeliveryRecord, as: string) =>
      (
        await hotel.request('boss', 'POST', `/rest/delivery/${id}/settle`, {
          as,
          reason: 'Seen on the folio',
        })
      ).status,
  }
}

/** Eight charges, of which the property system has booked four and answered three: there is the backup. */
async function backedUpInMidDrain(kind: Kind) {
  const stage = openStage()
  const [system, place] = [await openSystem(stage), await newPlace(kind)]
  const first = await openHouse(system, stage, place)
  await first.hand.until(() => system.connections.isAlive)
  system.meets.next(met.atOnce, met.atOnce, met.atOnce, met.held)
  for (const room of ROOMS) await first.charge(room)
  await first.hand.until(() => system.postings.length === 4)
  const file = path.join(root(), 'backup.sqlite')
  await backup(place, file, { ...around, clock: stage.clock })
  return { stage, system, first, file }
}

/** The first house goes on: the fifth is put off, the eighth is booked and not answered, and a ninth charge comes. */
async function goOn(system: OtherPropertySystem, first: Awaited<ReturnType<typeof openHouse>>) {
  system.meets.whenever(({ number }) => number === '5', met.refused('RY'))
  system.meets.next(met.atOnce, met.atOnce, met.held)
  system.release('4')
  await first.hand.until(() => system.byNumber(8).length === 1)
  await first.charge('101')
  await first.hand.until(() => system.byNumber(9).length === 1)
  await first.hand.until(async () => (await first.states()).at(-1) === '9 delivered')
  expect(await first.states()).toEqual([
    '1 delivered',
    '2 delivered',
    '3 delivered',
    '4 delivered',
    '5 waiting',
    '6 delivered',
    '7 delivered',
    '8 uncertain',
    '9 delivered',
  ])
}

describe.each(KINDS)('a restore drill on %s', (kind) => {
  test('ends with equal books, although posting went on after the backup', async () => {
    const { stage, system, first, file } = await backedUpInMidDrain(kind)
    await goOn(system, first)
    const place = await emptyPlace(kind)
    await restore(file, place, { ...around, clock: stage.clock, arrive: arriveQuietly(stage.clock) })
    // The first house is alive all the while.
    const [links, records] = [system.connections.count, system.postings.length]
    const copy = await openHouse(system, stage, place)
    const uncertain = ['4', '5', '6', '7', '8'].map((number) => `${number} uncertain`)
    const held = ['1 delivered', '2 delivered', '3 delivered', ...uncertain]
    expect(await copy.states()).toEqual(held)
    expect(await copy.charge('101')).toBe(503)
    await copy.hand.pass(minutes(2))
    expect([system.connections.count, system.postings.length]).toEqual([links, records])

    await first.close()
    system.meets.always(met.atOnce)
    const words = await copy.hand.during(copy.hotel.app.goLive())
    expect(words.join()).toMatch(/sent now: 0\. .*decided about: 5 /)
    await copy.hand.until(() => system.connections.isAlive && system.connections.count === links + 1)
    expect(await copy.states()).toEqual(held)

    // An answer that was on its way, to a posting that this house has never sent.
    system.release('8')
    await copy.hand.until(async () => (await copy.states()).includes('8 delivered'))
    for (const one of (await copy.deliveries()).filter(({ state }) => state === 'uncertain'))
      expect(await copy.settle(one, system.byNumber(one.sequence).length > 0 ? 'delivered' : 'resend')).toBe(
        200,
      )
    expect(await copy.charge('103')).toBe(200)
    await copy.hand.until(
      async () => (await copy.states()).every((one) => one.endsWith('delivered')),
      minutes(1),
    )

    expect(await copy.states()).toHaveLength(9)
    expect((await copy.states()).at(-1)).toBe('10009 delivered')
    const booked = system.postings.filter((one) => one.booked)
    expect(booked.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10_009,
    ])
    expect(ROOMS.map((room) => system.folio(room).length)).toEqual([2, 1, 2, 1, 1, 1, 1, 1])
    expect([system.doubled(), system.reused(), system.violations]).toEqual([[], [], []])
    await copy.hand.pass(seconds(2))
    const open = (await copy.hotel.request('boss', 'GET', '/rest/alarm?state=open')).json.alarms
    // A person has looked at the folio and had it sent again: the desk hears that all the same.
    expect(open.filter(({ kind: one }: { kind: string }) => one.startsWith('delivery.'))).toMatchObject([
      { kind: 'delivery.doubled', room: '105' },
    ])
  })
})
