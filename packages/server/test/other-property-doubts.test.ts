import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type OtherHotel, openOtherHotel } from './other-property-hotel.ts'
import { met } from './other-property-system/behaviours.ts'

const ROOMS = ['101', '102', '101', '102', '101']

const statesOf = async (house: OtherHotel) => (await house.deliveries()).map(({ state }) => state)
const kindsOf = async (house: OtherHotel) => (await house.alarms()).map(({ kind }) => kind)

async function chargeAll(house: OtherHotel) {
  for (const [at, room] of ROOMS.entries()) await house.charge(room, at + 1)
}

/** A cola is 4.50. */
const charged = (room: string) =>
  ROOMS.map((one, at) => (one === room ? (at + 1) * 450 : 0)).reduce((sum, one) => sum + one, 0)

/** Both sides say the same: everything that was charged is on the folio, once. */
function expectEqualBooks({ pms }: OtherHotel) {
  expect([pms.total('101'), pms.total('102')]).toEqual([charged('101'), charged('102')])
  expect([pms.doubled(), pms.reused(), pms.violations]).toEqual([[], [], []])
}

/** As a person does who looks at the folio. */
async function decideByFolio(house: OtherHotel) {
  for (const { id, sequence } of await house.deliveries('?state=uncertain'))
    await house.decide(id, house.pms.byNumber(sequence).length > 0 ? 'delivered' : 'resend')
  await house.settled(minutes(5))
}

describe('with a property system that knows no client, a posting', () => {
  it('that is answered after 33 seconds is billed once, over the same link', async () => {
    const house = await openOtherHotel()
    house.pms.meets.next(met.held)
    await chargeAll(house)
    await house.until(() => house.pms.postings.length === ROOMS.length)
    await house.settled()
    expect(await statesOf(house)).toEqual(['uncertain', ...ROOMS.slice(1).map(() => 'delivered')])
    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])
    await house.pass(seconds(3))
    expect(house.pms.release()).toBe(1)
    await house.until(async () => (await statesOf(house))[0] === 'delivered')

    expect(await kindsOf(house)).toEqual([])
    expect(house.pms.connections.count).toBe(1)
    expectEqualBooks(house)
  })

  it.each([
    ['never answered, and booked', met.bookedInSilence],
    ['never answered, and not booked', met.lostInSilence],
    ['booked before the property system hangs up', met.bookedAndHungUp],
    ['not booked when the property system hangs up', met.hungUp],
    ['booked, and another one answered', met.answeredToAnother('4711')],
  ])('that is %s waits for a person, and the books are equal then', async (_, behaviour) => {
    const house = await openOtherHotel()
    house.pms.meets.next(met.atOnce, behaviour)
    await chargeAll(house)
    await house.settled(minutes(2))
    expect(await house.deliveries('?doubts=1')).toMatchObject([{ sequence: 2, state: 'uncertain' }])
    expect(await statesOf(house)).toEqual(['delivered', 'uncertain', 'delivered', 'delivered', 'delivered'])
    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])

    await decideByFolio(house)
    expect(await statesOf(house)).toEqual(ROOMS.map(() => 'delivered'))
    expectEqualBooks(house)
  })

  it('that is sent again where the site wants that is told, whenever it is there twice', async () => {
    const house = await openOtherHotel({ connector: { onUncertain: 'resend' } })
    house.pms.meets.next(met.bookedInSilence, met.lostInSilence, met.bookedAndHungUp)
    await chargeAll(house)
    await house.settled(minutes(10))

    const doubted = (await house.deliveries('?doubts=1')).map(({ sequence }) => String(sequence))
    expect(house.pms.doubled().length).toBeGreaterThan(0)
    expect(doubted).toEqual(expect.arrayContaining([...house.pms.doubled()]))
    expect(await kindsOf(house)).toContain('delivery.doubled')
    expect([house.pms.reused(), house.pms.violations]).toEqual([[], []])
  })

  it('to one that answers nothing at all is told with the setting for it, and each goes out once', async () => {
    const house = await openOtherHotel({ system: { answersPostings: false } })
    await chargeAll(house)
    await house.settled(minutes(5))

    expect(await statesOf(house)).toEqual(ROOMS.map(() => 'uncertain'))
    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.uncertain', text: expect.stringContaining('set answers: false for it') },
    ])
    expect(house.pms.connections.count).toBe(1)
    expectEqualBooks(house)
  })

  it('to one that is set up not to answer is there once, without a word to the desk', async () => {
    const house = await openOtherHotel({ system: { answersPostings: false }, connector: { answers: false } })
    await chargeAll(house)
    await house.until(() => house.pms.postings.length === ROOMS.length)
    await house.settled()

    expect(await statesOf(house)).toEqual(ROOMS.map(() => 'delivered'))
    expect(await kindsOf(house)).toEqual([])
    expectEqualBooks(house)
  })

  it('names the reservation where the link tells of guests', async () => {
    const house = await openOtherHotel({ connector: { guests: true } })
    await house.until(() => house.pms.reception.resyncsFinished === 1)
    await house.charge('102')
    await house.settled()

    expect(house.pms.postings).toMatchObject([{ room: '102', reservation: '5002', booked: true }])
    expect(house.pms.violations).toEqual([])
  })
})
