import { describe, expect, it, vi } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { openHotel } from './hotel.ts'
import { openFolder, openPropertyHotel, openSystem, type PropertyHotel } from './property-hotel.ts'
import { scriptedConnector } from './scripted-connector.ts'
import { openStage } from './stage.ts'
import { PATIENCE } from '../testing/eventually.ts'

/** So that it is not sent again before the late answer comes. */
const RARELY = { retry: ['5m'], onUncertain: 'resend' }
/** As it is where the site says nothing. */
const HELD = {}

const answer = (house: PropertyHotel, number: number, status: string, room = '101') =>
  house.pms.sendWhenAlive({
    id: 'PA',
    fields: Object.entries({ RN: room, 'P#': String(number), AS: status, DA: '261114', TI: '200000' }),
  })

/** A charge that was posted and not answered; the link is up again since. */
async function unanswered(connector: object, house?: PropertyHotel, room = '101') {
  const hotel = house ?? (await openPropertyHotel({ connector: { ...connector } }))
  hotel.pms.behave({ posting: 'close' })
  await hotel.linked()
  const booked = hotel.pms.folio.bookings.length
  await hotel.charge(room)
  await hotel.booked(booked + 1)
  hotel.pms.behave({ posting: 'answer' })
  await hotel.until(() => !hotel.pms.isAlive)
  await hotel.linked()
  return hotel
}

const outcomes = async (house: PropertyHotel) =>
  (await house.deliveries()).map(({ state, doubts, last }) => [state, doubts, last?.text])

const postings = ({ pms }: PropertyHotel) => pms.received.filter(({ id }) => id === 'PS').length

describe('the answer to a posting that comes late', () => {
  it('settles it while it is held for the operator, and the alarm is over', async () => {
    const house = await unanswered(HELD)
    expect((await house.deliveries())[0]?.state).toBe('uncertain')
    expect(await house.alarms()).toMatchObject([{ kind: 'delivery.uncertain' }])
    answer(house, 1, 'OK')
    await house.settled()
    await house.until(async () => (await house.alarms()).length === 0)
    expect(await outcomes(house)).toEqual([['delivered', 0, 'OK (answered late)']])
    expect(postings(house)).toBe(1)
  })

  it('settles it while it waits to be sent once more, and what waits behind it goes out', async () => {
    const house = await unanswered(RARELY)
    await house.charge('101', 2)
    expect((await house.deliveries()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    answer(house, 1, 'OK')
    await house.booked(2, seconds(10))
    await house.settled()
    expect(await outcomes(house)).toEqual([
      ['delivered', 0, 'OK (answered late)'],
      ['delivered', 0, 'OK'],
    ])
    expect(house.pms.folio.duplicates).toEqual([])
    expect(house.pms.violations).toEqual([])
  })

  it('by itself, a minute after the posting', async () => {
    const house = await openPropertyHotel({
      connector: HELD,
      system: { behaviour: { posting: 'late', lateMs: minutes(1) } },
    })
    await house.linked()
    await house.charge('101')
    await house.until(async () => (await house.alarms()).length === 1)
    await house.until(async () => (await house.deliveries())[0]?.state === 'delivered')
    expect(await house.alarms()).toEqual([])
    expect(postings(house)).toBe(1)
  })

  it('as a refusal is one, and the desk hears of that instead', async () => {
    const house = await unanswered(HELD)
    answer(house, 1, 'NG')
    await house.until(async () => (await house.deliveries())[0]?.state === 'refused')
    expect((await house.alarms()).map(({ kind }) => kind)).toEqual(['delivery.refused'])
  })

  it('as a wish to hear it again has it sent again, with nobody in doubt', async () => {
    const house = await unanswered(HELD)
    answer(house, 1, 'RY')
    await house.booked(2, minutes(10))
    await house.settled()
    expect(await outcomes(house)).toEqual([['delivered', 0, 'OK']])
    const log = (await house.log('delivery.uncertain')).map(({ text }) => text)
    expect(log).toHaveLength(1)
  })

  it('to one of several leaves the desk with the others', async () => {
    const house = await unanswered(HELD)
    await unanswered(HELD, house, '102')
    answer(house, 1, 'OK')
    await house.until(async () => (await house.deliveries())[0]?.state === 'delivered')
    expect((await house.alarms()).map(({ kind }) => kind)).toEqual(['delivery.uncertain'])
    answer(house, 2, 'OK', '102')
    await house.until(async () => (await house.alarms()).length === 0)
  })

  it('to another posting is written down, and settles nothing', async () => {
    const house = await unanswered(HELD)
    answer(house, 77, 'OK')
    await house.until(() => house.lines.some((line) => line.includes('P#77')))
    await house.pass(seconds(5))
    expect((await house.deliveries())[0]?.state).toBe('uncertain')
    expect(await house.alarms()).toHaveLength(1)
  })

  it.each([HELD, RARELY])('after a restart settles it as well: %j', async (connector) => {
    const stage = openStage()
    const options = { stage, pms: await openSystem(stage), folder: openFolder(), connector }
    const first = await unanswered({}, await openPropertyHotel(options))
    await first.close()
    const second = await openPropertyHotel(options)
    await second.linked()
    expect((await second.deliveries())[0]).toMatchObject({ doubts: 1 })
    answer(second, 1, 'OK')
    await second.until(async () => (await second.deliveries())[0]?.state === 'delivered')
    await second.pass(minutes(10))
    expect(await outcomes(second)).toEqual([['delivered', 0, 'OK (answered late)']])
    expect(postings(second)).toBe(1)
    expect(await second.alarms()).toEqual([])
  })
})

describe('a connector that is changed', () => {
  it('is not made anew before the one before it has let go', async () => {
    const letGo: (() => void)[] = []
    const made = { count: 0 }
    const connectorFor = ({ name }: { name: string }) => {
      if (name !== 'pms') return null
      made.count++
      return { ...scriptedConnector(), close: () => new Promise<void>((resolve) => void letGo.push(resolve)) }
    }
    const hotel = await openHotel({ connectorFor })
    await hotel.open()
    await hotel.request('boss', 'PUT', '/rest/config/connector/pms', { timeout: '45s' })
    await vi.waitUntil(() => letGo.length === 1, PATIENCE)
    expect(made.count).toBe(1)
    letGo[0]?.()
    await vi.waitUntil(() => made.count === 2, PATIENCE)
    const closed = hotel.close()
    await vi.waitUntil(() => letGo.length === 2, PATIENCE)
    letGo[1]?.()
    await closed
  })

  it('has let go of its link before it links again: there is never more than one', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    const before = house.pms.received.length
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { timeout: '45s' })
    await house.until(() => house.pms.connections === 2 && house.pms.isAlive)
    const ids = house.pms.received.slice(before).map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual(['LE', 'LD'])
    await house.pass(minutes(1))
    expect(house.pms.connections).toBe(2)
  })

  it('under another name takes the place of the one before', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    const { host, port } = house.pms.address
    const add = (name: string) =>
      house.request('boss', 'POST', '/rest/config/connector', { name, type: 'fias', host, port })
    expect(await add('opera')).toMatchObject({
      status: 409,
      json: { description: expect.stringContaining('pms') as string },
    })
    expect((await house.request('boss', 'DELETE', '/rest/config/connector/pms')).status).toBe(200)
    expect((await add('opera')).status).toBe(201)
    await house.until(() => house.pms.connections === 2 && house.pms.isAlive)
    await house.pass(minutes(1))
    expect(house.pms.connections).toBe(2)
  })
})
