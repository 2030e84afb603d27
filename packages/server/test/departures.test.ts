import { describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { toInstant } from '../src/hotel/time/local-time.ts'
import { openOtherHotel } from './other-property-hotel.ts'
import { met } from './other-property-system/behaviours.ts'
import { openFolder, openPropertyHotel, openSystem, type PropertyHotel } from './property-hotel.ts'
import { kindsOf, statesOf } from './six-charges.ts'
import { openStage } from './stage.ts'

const at = (wall: string) => openStage(toInstant(wall, 'Europe/Zurich'))
const BEFORE_FIVE = '2026-11-15T04:50:00'
const [TODAY, TOMORROW] = ['261115', '261116']

const GUESTS = {
  '101': [{ reservation: '1', name: 'Ada', departure: TODAY }],
  '102': [{ reservation: '2', name: 'Bob', departure: TOMORROW }],
}

type More = Parameters<typeof openPropertyHotel>[0]

/** Ada leaves today and Bob tomorrow; each has a charge that nobody can tell to be on the folio. */
async function undecided({ connector, ...more }: More = {}) {
  const house = await openPropertyHotel({
    stage: at(BEFORE_FIVE),
    system: { guests: GUESTS, behaviour: { posting: 'silence' } },
    ...more,
    connector: { guests: true, ...connector },
  })
  await house.linked()
  await house.until(async () => (await house.log('guest.checked-in')).length === 2)
  for (const room of ['101', '102']) await house.charge(room, 2)
  await house.until(async () => (await statesOf(house)).every((state) => state === 'uncertain'))
  return house
}

const checkOutAlarms = async (house: Pick<PropertyHotel, 'alarms'>) =>
  (await house.alarms()).filter(({ kind }) => kind === 'delivery.check-out')
const isTold = (house: PropertyHotel) => async () => (await checkOutAlarms(house)).length > 0
const timesTold = async (house: PropertyHotel) =>
  (await house.log('alarm.raised')).filter(({ text }) => /check(s)? out/.test(text)).length
const acknowledge = async (house: PropertyHotel) => {
  for (const { id } of await house.alarms())
    await house.request('boss', 'POST', `/rest/alarm/${id}/acknowledge`, {})
}

describe('on the day of departure the desk is told of charges that nobody has decided about', () => {
  it('at five in the morning, of the rooms whose guests leave today, and once', async () => {
    const house = await undecided()
    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])
    await house.until(isTold(house), minutes(15))

    expect(house.clock.now()).toBeGreaterThanOrEqual(toInstant('2026-11-15T05:00:00', 'Europe/Zurich'))
    expect(await checkOutAlarms(house)).toMatchObject([
      {
        room: '101',
        text: 'Room 101 is due to check out, and nobody can tell whether 1 charge of 6.40 reached pms: look at the folio before the guest has left, and decide',
      },
    ])
    await acknowledge(house)
    await house.pass(minutes(30))
    expect(await checkOutAlarms(house)).toEqual([])
    expect(await timesTold(house)).toBe(1)
  })

  it('and not again at the check-out, if nothing has come up since', async () => {
    const house = await undecided()
    await house.until(isTold(house), minutes(15))
    await acknowledge(house)
    house.pms.checkOut('101', '1')
    await house.until(async () => (await house.log('guest.checked-out')).length === 1)

    expect(await timesTold(house)).toBe(1)
  })

  it('and again at once when another charge of the room is not answered that morning', async () => {
    const house = await undecided()
    await house.until(isTold(house), minutes(15))
    await acknowledge(house)
    await house.charge('101', 1)
    await house.until(isTold(house))

    expect((await checkOutAlarms(house))[0]?.text).toContain('2 charges of 9.60')
  })

  it('at the hour that the site has set, and never before', async () => {
    const house = await undecided()
    await house.request('boss', 'PUT', '/rest/config/site', { inventory: '{"departureCheck": "05:20"}' })
    await house.until(isTold(house), minutes(40))

    expect(house.clock.now()).toBeGreaterThanOrEqual(toInstant('2026-11-15T05:20:00', 'Europe/Zurich'))
  })

  it('as the property system tells it last: of one who leaves earlier, and not of one who stays longer', async () => {
    const house = await undecided()
    const changed = (room: string, reservation: string, departure: string) =>
      house.pms.sendWhenAlive({
        id: 'GC',
        fields: Object.entries({ RN: room, 'G#': reservation, GD: departure }),
      })
    changed('101', '1', TOMORROW)
    changed('102', '2', TODAY)
    await house.until(async () => (await house.log('guest.changed')).length === 2)
    await house.until(isTold(house), minutes(15))
    await house.pass(minutes(2))

    expect((await checkOutAlarms(house)).map(({ room }) => room)).toEqual(['102'])
    expect((await house.log('guest.changed')).map(({ detail }) => detail)).toMatchObject([
      { name: 'Ada', departs: '20261116' },
      { name: 'Bob', departs: '20261115' },
    ])
  })

  it('of what may be there twice as well, until somebody says they know', async () => {
    const house = await undecided({ connector: { onUncertain: 'resend' } })
    house.pms.behave({ posting: 'answer' })
    const [one] = await house.deliveries('?room=101')
    const again = { as: 'resend', reason: 'Not on the folio' }
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/settle`, again)
    await house.until(async () => (await statesOf(house))[0] === 'delivered')
    await house.until(isTold(house), minutes(15))

    expect(await checkOutAlarms(house)).toMatchObject([
      {
        text: 'Room 101 is due to check out, and 1 charge of 6.40 may be twice at pms: look at the folio before the guest has left',
      },
    ])
    const check = await house.request('boss', 'GET', '/rest/system/check')
    expect(check.json.checks).toContainEqual(
      expect.objectContaining({
        name: 'charges',
        ok: false,
        text: 'nobody can tell whether 1 charge reached pms: room 102 6.40, 1 charge may be twice at pms: room 101 6.40',
      }),
    )
  })

  it('when the system was stopped at that hour, as soon as it runs again, and not twice', async () => {
    const stage = at(BEFORE_FIVE)
    const pms = await openSystem(stage, { guests: GUESTS, behaviour: { posting: 'silence' } })
    const folder = openFolder()
    const first = await undecided({ stage, pms, folder })
    await first.close()
    stage.clock.advance(hours(2))
    const again = { stage, pms, folder, connector: { guests: true } }
    const second = await openPropertyHotel(again)
    await second.until(isTold(second))
    await second.close()
    const third = await openPropertyHotel(again)
    await third.pass(minutes(5))

    expect(await checkOutAlarms(third)).toMatchObject([{ text: expect.not.stringContaining('times') }])
    expect(await timesTold(third)).toBe(1)
  })

  it('and what is known of the day goes with the guest', async () => {
    const house = await undecided()
    house.pms.checkOut('101', '1')
    await house.until(async () => (await house.log('guest.checked-out')).length === 1)
    await house.pass(seconds(1))

    expect(await house.app.database.read.guests.leaving('20261117')).toMatchObject([{ room: '102' }])
  })
})

describe('with a property system that knows no client', () => {
  it('a guest who leaves today is told of in the morning', async () => {
    const house = await openOtherHotel({
      stage: at(BEFORE_FIVE),
      connector: { guests: true },
      departures: { '102': TODAY },
    })
    await house.until(() => house.pms.reception.resyncsFinished === 1)
    house.pms.meets.next(met.lostInSilence, met.lostInSilence)
    for (const room of ['101', '102']) await house.charge(room)
    await house.settled(minutes(2))
    await house.until(async () => (await checkOutAlarms(house)).length > 0, minutes(15))

    expect(await checkOutAlarms(house)).toMatchObject([{ room: '102' }])
    expect(house.pms.violations).toEqual([])
  })
})
