import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { openFolder, openPropertyHotel } from './property-hotel.ts'
import {
  chargeAll,
  expectAllBookedOnce,
  expectOrderInRooms,
  firstPosting,
  folioOf,
  IN_ORDER,
  kindsOf,
  openWith,
  postingsTo,
  ROOMS,
  statesOf,
} from './six-charges.ts'
import { openStage } from './stage.ts'

describe('a posting that is answered with', () => {
  it.each([
    ['UR', '', 'It cannot be carried out'],
    ['NG', 'INVALID ROOM', 'No guest was found in the room: INVALID ROOM'],
    ['NP', '', 'Nothing may be posted for this guest'],
    ['CO', '', 'The credit limit may not be exceeded'],
    ['ZZ', 'HUH', 'Unknown answer "ZZ": HUH'],
    ['', '', 'Unknown answer ""'],
  ])('AS "%s" is refused and told to the desk, and holds up nothing', async (status, text, note) => {
    const house = await openWith({ status, text })
    await house.settled()

    expect(folioOf(house)).toEqual(IN_ORDER.slice(1))
    expect(postingsTo(house)).toHaveLength(ROOMS.length)
    expect(await statesOf(house)).toEqual(['refused', ...ROOMS.slice(1).map(() => 'delivered')])
    expect((await house.deliveries('?state=refused'))[0]?.note).toBe(note)
    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.refused', text: `A charge of room 101 was refused by pms: ${note}` },
    ])
    expect(house.pms.violations).toEqual([])
  })

  it('RY is sent again as it was, and its room waits for it', async () => {
    const house = await openWith({ status: 'RY' })
    await house.settled()

    expectOrderInRooms(house)
    expect(house.pms.folio.bookings).toHaveLength(ROOMS.length)
    const [first, ...again] = firstPosting(house)
    expect(again).toEqual([first])
    expect((await house.deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 2, doubts: 0 })
    expect(house.pms.violations).toEqual([])
    expect(await kindsOf(house)).toEqual([])
  })
})

/** How long an answer is waited for. */
const PATIENCE = seconds(30)
const RESEND = { onUncertain: 'resend' }

describe('an answer that comes late', () => {
  it('settles a posting that waits to be sent again, which it is not then', async () => {
    const house = await openWith({ posting: 'late', lateMs: PATIENCE + seconds(3) }, RESEND)
    await house.settled()

    expectOrderInRooms(house)
    expect(postingsTo(house)).toHaveLength(ROOMS.length)
    expect(await house.deliveries()).toMatchObject([
      { state: 'delivered', attempts: 1, doubts: 0, last: { text: 'OK (answered late)' } },
      ...ROOMS.slice(1).map(() => ({ state: 'delivered' })),
    ])
    expect(house.pms.violations).toEqual([])
    expect(await kindsOf(house)).toEqual([])
  })

  it('changes nothing for a posting that was sent again and answered', async () => {
    const house = await openWith({ posting: 'late', lateMs: PATIENCE + seconds(20) }, RESEND)
    await house.settled()
    await house.pass(seconds(30))

    expect(firstPosting(house)).toHaveLength(2)
    expect(house.pms.folio.duplicates).toHaveLength(1)
    expectOrderInRooms(house)
    expect(await statesOf(house)).toEqual(ROOMS.map(() => 'delivered'))
    expect(house.lines.filter((line) => line.includes('nobody waits for: P#1'))).toHaveLength(1)
    expect(await kindsOf(house)).toEqual(['delivery.doubled'])
    expect(house.pms.violations).toEqual([])
  })

  it('settles a posting that is held for a person, who need not decide any more', async () => {
    const late = { posting: 'late', lateMs: PATIENCE + seconds(20) } as const
    const house = await openWith(late)
    await house.settled()
    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])
    await house.pass(seconds(30))

    await expectAllBookedOnce(house)
  })

  it('may be a refusal, which the desk is told', async () => {
    const late = { posting: 'late', lateMs: PATIENCE + seconds(20), status: 'NG' } as const
    const house = await openWith(late)
    await house.settled()
    await house.pass(seconds(30))

    expect(folioOf(house)).toEqual(IN_ORDER.slice(1))
    expect(await statesOf(house)).toEqual(['refused', ...ROOMS.slice(1).map(() => 'delivered')])
    expect(await kindsOf(house)).toEqual(['delivery.refused'])
  })

  it('reaches the next process', async () => {
    const [stage, folder] = [openStage(), openFolder()]
    // Longer than the clock is moved at most while the one before is closed: an answer to that one would be lost.
    const behaviour = { posting: 'late', lateMs: minutes(3) } as const
    const before = await openPropertyHotel({ stage, folder, system: { behaviour } })
    await before.linked()
    await before.charge('101')
    await before.until(() => postingsTo(before).length === 1)
    await before.close()
    const house = await openPropertyHotel({ stage, folder, pms: before.pms })
    await house.linked()
    await house.pass(minutes(3))

    expect(await house.deliveries()).toMatchObject([
      { state: 'delivered', attempts: 1, doubts: 0, last: { text: 'OK (answered late)' } },
    ])
    expect(postingsTo(house)).toHaveLength(1)
    expect(await kindsOf(house)).toEqual([])
    expect(house.pms.violations).toEqual([])
  })
})

describe('the night audit', () => {
  it('holds everything back, which is nothing to tell the desk, and then it is posted in order', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    house.pms.startNightAudit()
    await house.pass(seconds(1))
    await chargeAll(house)
    await house.pass(minutes(14))
    expect(postingsTo(house)).toEqual([])
    expect(await kindsOf(house)).toEqual([])
    expect((await house.deliveries()).map(({ attempts }) => attempts)).toEqual(ROOMS.map(() => 0))
    house.pms.endNightAudit()
    await house.settled(seconds(2))

    await expectAllBookedOnce(house)
  })

  it('from which the property system never comes back is told to the desk', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    house.pms.startNightAudit()
    await house.pass(seconds(1))
    await chargeAll(house)
    await house.pass(minutes(1))
    await house.pms.close()
    await house.pass(minutes(20))

    expect(await kindsOf(house)).toEqual(['delivery.failing'])
  })

  it('that only an answer tells of holds everything back until its end', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    house.pms.folio.isNightAudit = true
    await chargeAll(house)
    await house.pass(minutes(9))
    expect(postingsTo(house)).toHaveLength(1)
    house.pms.endNightAudit()
    await house.settled(seconds(30))

    await expectAllBookedOnce(house)
    expect(postingsTo(house)).toHaveLength(ROOMS.length + 1)
  })

  it('whose end is never told is over after a quarter of an hour', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    house.pms.startNightAudit()
    await house.pass(seconds(1))
    await chargeAll(house)
    house.pms.folio.isNightAudit = false
    await house.settled(minutes(16))

    expect(folioOf(house)).toEqual(IN_ORDER)
    expect(house.pms.violations).toEqual([])
  })
})
