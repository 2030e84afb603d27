import { describe, expect, it } from 'vitest'
import { freePorts } from '../../../peers/ports.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { openFolder, openPropertyHotel, openSystem } from './property-hotel.ts'
import { kindsOf, postingsTo, statesOf } from './six-charges.ts'
import { openStage } from './stage.ts'

describe('charges', () => {
  it('are on the folio once and in order, as articles', async () => {
    const house = await openPropertyHotel()
    await house.charge('101', 2, '10')
    await house.charge('102', 1)
    await house.charge('101', 120)
    await house.settled()

    const { folio, violations } = house.pms
    expect(folio.bookings).toMatchObject([
      {
        room: '101',
        number: '1',
        date: '261114',
        time: '200000',
        articles: [{ article: '1450', count: '2' }],
        amount: null,
        text: 'Cola',
        itemText: '2 Cola',
      },
      { room: '102', number: '2', articles: [{ article: '11', count: '1' }] },
      {
        room: '101',
        number: '3',
        articles: [
          { article: '11', count: '99' },
          { article: '11', count: '21' },
        ],
      },
    ])
    expect(folio.bookings).toHaveLength(3)
    expect(violations).toEqual([])
    expect(await statesOf(house)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  it('are on the folio as exact totals, on their outlet', async () => {
    const house = await openPropertyHotel({ connector: { mode: 'direct', outlets: { '1': '100' } } })
    await house.charge('101', 5, '10')
    await house.charge('101', 1_000_000)
    await house.settled()

    expect(house.pms.folio.bookings).toMatchObject([
      { number: '1', amount: '2250', outlet: '100', articles: [] },
      { number: '2', amount: '320000000', outlet: null, articles: [] },
    ])
    expect(house.pms.violations).toEqual([])
  })

  it('wait in order while the property system is away, the desk hears of it, and none counts as tried', async () => {
    const stage = openStage()
    // Not one that the system gives to another test meanwhile.
    const port = await freePorts()
    const house = await openPropertyHotel({ stage, system: { port } })
    await house.charge('101')
    await house.settled()
    await house.pms.close()
    await house.pass(seconds(1))
    for (const room of ['102', '101', '102', '101']) await house.charge(room)
    await house.pass(minutes(11))
    expect(await kindsOf(house)).toEqual(['delivery.failing'])
    const after = await openSystem(stage, { port })
    await house.settled()

    expect(after.folio.bookings.map(({ room, number }) => [room, number])).toEqual([
      ['102', '2'],
      ['101', '3'],
      ['102', '4'],
      ['101', '5'],
    ])
    // When it happened, and not when it could be told.
    expect(new Set(after.folio.bookings.map(({ time }) => time))).toEqual(new Set(['200001']))
    expect(new Set((await house.deliveries()).map(({ attempts }) => attempts))).toEqual(new Set([1]))
    expect(after.violations).toEqual([])
    expect(await kindsOf(house)).toEqual([])
  })

  it('of a room where nobody stays are refused and told to the desk, and hold up nothing', async () => {
    const house = await openPropertyHotel()
    await house.charge('103')
    await house.charge('101')
    await house.settled()

    expect(await house.deliveries()).toMatchObject([
      { room: '103', state: 'refused', last: { text: 'NG: No guest was found in the room: INVALID ROOM' } },
      { room: '101', state: 'delivered' },
    ])
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'delivery.refused',
        text: 'A charge of room 103 was refused by pms: No guest was found in the room: INVALID ROOM',
      },
    ])
  })
})

const RESEND = { onUncertain: 'resend' }

describe('a posting that is not answered', () => {
  it('is sent once more as it was, whatever the clocks of the hotel show by then', async () => {
    const system = { behaviour: { posting: 'close' } } as const
    const house = await openPropertyHotel({ system, connector: RESEND })
    await house.charge('101')
    await house.booked(1)
    house.pms.behave({ posting: 'answer' })
    const moved = await house.request('boss', 'PUT', '/rest/config/site', { timezone: 'Asia/Tokyo' })
    expect(moved.status).toBe(200)
    await house.settled()

    const [first, ...again] = postingsTo(house)
    expect(again).toEqual([first])
    expect(house.pms.folio.duplicates).toHaveLength(1)
  })

  it('because we stop is sent once more by the next process, and the numbers go on', async () => {
    const [stage, folder] = [openStage(), openFolder()]
    const system = { behaviour: { posting: 'silence' } } as const
    const before = await openPropertyHotel({ stage, folder, system, connector: RESEND })
    await before.charge('101')
    await before.booked(1)
    await before.close()
    const { pms } = before
    pms.behave({ posting: 'answer' })
    const house = await openPropertyHotel({ stage, folder, pms, connector: RESEND })
    await house.charge('102')
    await house.settled()

    expect(pms.folio.bookings.map(({ room, number }) => [room, number])).toEqual([
      ['101', '1'],
      ['102', '2'],
      ['101', '1'],
    ])
    expect(pms.violations).toEqual([])
    expect(await kindsOf(house)).toEqual(['delivery.doubled'])
  })
})

describe('a property system on this machine', () => {
  it('is reached only if the site names it, from the moment it does', async () => {
    const house = await openPropertyHotel({ allow: [] })
    await house.charge('101')
    await house.pass(minutes(11))
    expect(house.pms.connections).toBe(0)
    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.failing', text: expect.stringContaining('127.0.0.1 is this machine itself') },
    ])

    const network = JSON.stringify({ allow: ['127.0.0.1'] })
    await house.request('boss', 'PUT', '/rest/config/site', { network })
    await house.settled()
    expect(house.pms.folio.bookings).toHaveLength(1)
  })

  it('is not linked to while it is disabled', async () => {
    const house = await openPropertyHotel({ connector: { disabled: true } })
    await house.charge('101')
    await house.pass(minutes(1))
    expect(house.pms.connections).toBe(0)
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { disabled: false })
    await house.settled()

    expect(house.pms.folio.bookings).toHaveLength(1)
    expect(house.pms.connections).toBe(1)
  })
})
