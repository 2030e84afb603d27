import type { PmsBehaviour } from '@reveille/fias/testing'
import { describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'
import {
  chargeAll,
  expectAllBookedOnce,
  expectOrderInRooms,
  firstPosting,
  folioOf,
  IN_ORDER,
  kick,
  kindsOf,
  linksOf,
  openWith,
  postingsTo,
  ROOMS,
  statesOf,
} from './six-charges.ts'

describe('every charge is booked once and in order by a property system that', () => {
  it.each<[string, Partial<PmsBehaviour>, number[]]>([
    ['behaves', {}, [1, 1]],
    ['writes byte by byte', { bytes: 'one by one' }, [1, 1]],
    ['writes two records at once', { bytes: 'two records at once' }, [1, 1]],
    ['adds a checksum after ETX', { checksum: true }, [1, 1]],
    ['shuffles the fields', { shuffles: true }, [1, 1]],
    ['adds fields that nobody knows', { unknownFields: true }, [1, 1]],
    ['tells its configuration before it is alive', { configures: true }, [1, 1]],
    ['does not speak first', { greets: false }, [1, 1]],
    ['does not echo the number of a posting', { echoesNumber: false }, [1, 1]],
    ['starts anew in mid-work', { linkStartAfter: 3 }, [1, 2]],
    ['ends the link in mid-queue', { linkEndAfter: 2 }, [2, 2]],
    ['answers another posting first', { posting: 'other first' }, [1, 1]],
    [
      'does all that is odd about a line at once',
      { bytes: 'one by one', checksum: true, shuffles: true, unknownFields: true, configures: true },
      [1, 1],
    ],
  ])('%s', async (_, behaviour, links) => {
    const house = await openPropertyHotel({ system: { behaviour } })
    await chargeAll(house)
    await house.settled()

    await expectAllBookedOnce(house)
    expect(postingsTo(house)).toHaveLength(ROOMS.length)
    expect(linksOf(house)).toEqual(links)
    expect((await house.deliveries()).map(({ attempts, doubts }) => [attempts, doubts])).toEqual(
      ROOMS.map(() => [1, 0]),
    )
  })
})

const RESEND = { onUncertain: 'resend' }

/** Ways to leave a posting without an answer. */
const UNANSWERED: [string, Partial<PmsBehaviour>, (house: PropertyHotel) => unknown][] = [
  ['is silent', { posting: 'silence' }, () => {}],
  ['answers another posting only', { posting: 'other only' }, () => {}],
  ['drops the connection', { posting: 'close' }, () => {}],
  ['ends the link', { posting: 'link end' }, () => {}],
  ['starts anew', { posting: 'silence' }, ({ pms }) => pms.startLink()],
  ['takes another connection', { posting: 'silence' }, (house) => kick(house)],
]

describe('a property system that, instead of answering a posting,', () => {
  it.each(UNANSWERED)(
    '%s, where the site wants that sent again: it is sent once more as it was, and the desk is told that it may be there twice',
    async (_, behaviour, then) => {
      const house = await openWith(behaviour, RESEND)
      await then(house)
      await house.settled()

      const [first, ...again] = firstPosting(house)
      expect(again).toEqual([first])
      expect(house.pms.folio.duplicates).toMatchObject([{ number: '1' }])
      expectOrderInRooms(house)
      expect(await statesOf(house)).toEqual(ROOMS.map(() => 'delivered'))
      expect((await house.deliveries()).map(({ doubts }) => doubts)).toEqual([1, 0, 0, 0, 0, 0])
      expect((await house.log('delivery.uncertain')).map(({ text }) => text)).toEqual([
        'Charge to pms may have arrived and is sent once more: it may be there twice',
      ])
      expect(house.pms.violations).toEqual([])
      expect(await house.alarms()).toMatchObject([
        {
          kind: 'delivery.doubled',
          room: '101',
          text: 'A charge of room 101 may be twice at pms, as 1: it was sent more than once, and each time may have arrived. Look at the folio',
        },
      ])
    },
  )

  it.each(UNANSWERED)('%s, without booking it: it is there once', async (_, behaviour, then) => {
    const house = await openWith({ ...behaviour, books: false }, RESEND)
    await then(house)
    await house.settled()

    expectOrderInRooms(house)
    expect(house.pms.folio.bookings).toHaveLength(ROOMS.length)
    expect(house.pms.violations).toEqual([])
    expect(await statesOf(house)).toEqual(ROOMS.map(() => 'delivered'))
  })

  it.each(UNANSWERED)('%s: a person decides, and nothing waits for that', async (_, behaviour, then) => {
    const house = await openWith(behaviour)
    await then(house)
    await house.settled()

    expect(folioOf(house)).toEqual(IN_ORDER)
    expect(await statesOf(house)).toEqual(['uncertain', ...ROOMS.slice(1).map(() => 'delivered')])
    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])
    const [held] = await house.deliveries('?state=uncertain')
    expect(held).toMatchObject({ sequence: 1, doubts: 1, room: '101' })
    const ruling = { as: 'delivered', reason: 'It is on the folio' }
    await house.request('boss', 'POST', `/rest/delivery/${held?.id}/settle`, ruling)
    await house.pass(minutes(1))
    await expectAllBookedOnce(house)
    expect(postingsTo(house)).toHaveLength(ROOMS.length)
  })

  it('is silent twice: a person decides, and has it sent again by the same number', async () => {
    const system = { behaviour: { posting: 'silence', books: false } } as const
    const house = await openPropertyHotel({ system, connector: RESEND })
    await house.charge('101', 7)
    await house.settled(minutes(3))
    expect(await statesOf(house)).toEqual(['uncertain'])
    expect((await kindsOf(house)).toSorted()).toEqual(['delivery.doubled', 'delivery.uncertain'])

    house.pms.behave({ posting: 'answer' })
    await house.charge('101', 8)
    await house.booked(1)
    const [held] = await house.deliveries('?state=uncertain')
    const ruling = { as: 'resend', reason: 'It is not on the folio' }
    await house.request('boss', 'POST', `/rest/delivery/${held?.id}/settle`, ruling)
    await house.settled()
    expect(folioOf(house)).toEqual([
      ['101', '8', '2'],
      ['101', '7', '1'],
    ])
    expect(new Set(postingsTo(house).map((one) => JSON.stringify(one))).size).toBe(2)
    expect(await kindsOf(house)).toEqual(['delivery.doubled'])
    expect(house.pms.violations).toEqual([])
  })
})
