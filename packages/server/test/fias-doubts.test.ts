import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'
import { kindsOf, postingsTo, statesOf } from './six-charges.ts'

const SILENT = { behaviour: { posting: 'silence' } } as const

/** A charge that nobody can tell to be on the folio. */
async function undecided(more: Parameters<typeof openPropertyHotel>[0] = {}) {
  const house = await openPropertyHotel({ system: SILENT, ...more })
  await house.linked()
  await house.charge('101', 2)
  await house.until(async () => (await statesOf(house))[0] === 'uncertain')
  return house
}

const decide = async (house: PropertyHotel, as: string) => {
  const [held] = await house.deliveries('?state=uncertain')
  const ruling = { as, reason: 'The folio says so' }
  expect((await house.request('boss', 'POST', `/rest/delivery/${held?.id}/settle`, ruling)).status).toBe(200)
}

describe('a posting that is answered after 33 seconds', () => {
  it('is settled by that answer: the link stays, and it is billed once', async () => {
    const house = await openPropertyHotel({
      system: { behaviour: { posting: 'late', lateMs: seconds(33) } },
    })
    await house.linked()
    await house.charge('101')
    await house.until(async () => (await kindsOf(house)).length === 1)
    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])
    await house.until(async () => (await statesOf(house))[0] === 'delivered')

    expect(await house.deliveries()).toMatchObject([{ doubts: 0, last: { text: 'OK (answered late)' } }])
    expect(await kindsOf(house)).toEqual([])
    expect([house.pms.connections, postingsTo(house).length]).toEqual([1, 1])
    expect(house.pms.violations).toEqual([])
  })
})

describe('a property system that never answers', () => {
  it('holds up no posting, of other rooms or of the same, and after three the alarm names the setting', async () => {
    const house = await openPropertyHotel({ system: SILENT })
    await house.linked()
    for (const room of ['101', '102', '101', '102']) await house.charge(room)
    // Told of with the first; waited for where it is stored, as on a busy machine the wire is behind the clock.
    await house.until(async () => (await house.alarms()).length > 0)
    const [alarm] = await house.alarms()
    expect(alarm?.kind).toBe('delivery.uncertain')
    expect(alarm?.text).not.toContain('answers: false')
    await house.settled(minutes(4))

    expect(await statesOf(house)).toEqual(Array(4).fill('uncertain'))
    expect(postingsTo(house)).toHaveLength(4)
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'delivery.uncertain',
        text: expect.stringContaining(
          'pms has answered none of the last 4 postings: if it never does, set answers: false for it',
        ),
      },
    ])
    // How long an answer was waited for is not asked of the system here: it counts from when a posting reaches it, which on
    // a busy machine is after the clock has gone on. The link's own tests hold that wait.
    expect(house.pms.connections).toBe(1)
  })

  it('and is said not to takes everything at once, and nobody is told anything', async () => {
    const house = await openPropertyHotel({ system: SILENT, connector: { answers: false } })
    await house.linked()
    for (const room of ['101', '102', '101', '102']) await house.charge(room)
    await house.settled(seconds(5))
    // What was written is delivered, and may still be on its way.
    await house.booked(4)

    expect(await statesOf(house)).toEqual(Array(4).fill('delivered'))
    expect(house.pms.folio.bookings.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
    expect((await house.deliveries())[0]?.last?.text).toContain('Written to the link')
    expect(await kindsOf(house)).toEqual([])
  })
})

describe('a guest whose charge nobody can tell to be on the folio', () => {
  const GUESTS = { connector: { guests: true } }
  const TOLD =
    'Room 101 checks out, and nobody can tell whether 1 charge of 6.40 reached pms: look at the folio before the guest has left, and decide'

  it.each<[string, (house: PropertyHotel) => unknown]>([
    ['at the property system', ({ pms }) => pms.checkOut('101', '1')],
    [
      'at our desk',
      async (house) => {
        await house.request('boss', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
        expect((await house.request('boss', 'POST', '/rest/mailbox/101/checkout')).status).toBe(200)
      },
    ],
  ])('checks out %s: the desk is told once more, with room and amount', async (_, checkOut) => {
    const house = await undecided(GUESTS)
    await checkOut(house)
    await house.until(async () => (await kindsOf(house)).includes('delivery.check-out'))

    const alarms = await house.alarms()
    expect(alarms.find(({ kind }) => kind === 'delivery.check-out')).toMatchObject({
      room: '101',
      text: TOLD,
    })
    await decide(house, 'delivered')
    expect(await kindsOf(house)).toEqual([])
  })

  it('has moved since, and checks out from there: the desk is told as well', async () => {
    const house = await undecided(GUESTS)
    house.pms.move('101', '103', '1')
    await house.until(async () => (await house.log('guest.moved')).length === 1)
    house.pms.checkOut('103', '1')
    await house.until(async () => (await kindsOf(house)).includes('delivery.check-out'))

    const alarms = await house.alarms()
    const told = alarms.find(({ kind }) => kind === 'delivery.check-out')
    expect(told).toMatchObject({ room: '103', text: TOLD.replace('101', '103') })
    await decide(house, 'drop')
    expect(await kindsOf(house)).toEqual([])
  })

  it('checks out of another room: there is nothing to tell', async () => {
    const house = await undecided(GUESTS)
    house.pms.checkOut('102', '2')
    await house.until(async () => (await house.log('guest.checked-out')).length > 0)

    expect(await kindsOf(house)).toEqual(['delivery.uncertain'])
  })

  it('is named by the check of the night', async () => {
    const house = await undecided()
    const check = await house.request('boss', 'GET', '/rest/system/check')

    expect(check.json.checks).toContainEqual(
      expect.objectContaining({
        name: 'charges',
        ok: false,
        text: 'nobody can tell whether 1 charge reached pms: room 101 6.40',
      }),
    )
  })
})

describe('what may be there twice', () => {
  it('is found in the list and in the report, as JSON and as CSV', async () => {
    const house = await undecided()
    house.pms.behave({ posting: 'answer' })
    await house.charge('102')
    await house.until(async () => (await statesOf(house))[1] === 'delivered')
    await decide(house, 'resend')
    await house.until(async () => (await statesOf(house))[0] === 'delivered')

    expect(await kindsOf(house)).toEqual(['delivery.doubled'])
    expect(await house.deliveries('?doubts=1')).toMatchObject([{ room: '101', doubts: 1 }])
    expect(await house.deliveries('?doubts=2')).toEqual([])
    expect(await house.deliveries('?doubts=0')).toHaveLength(2)
    const get = (url: string, accept = 'application/json') =>
      house.request('boss', 'GET', url, undefined, { accept })
    const figures = { accepted: 2, delivered: 2, uncertain: 0, doubts: 1 }
    expect((await get('/rest/report/delivery')).json.totals).toMatchObject(figures)
    expect((await get('/rest/report/delivery?doubts=1')).json.totals).toMatchObject({
      accepted: 1,
      doubts: 1,
    })
    expect((await get('/rest/report/delivery', 'text/csv')).text).toContain(',dead,doubts,takenBack\r\n')
    const csv = (await get('/rest/delivery?doubts=1', 'text/csv')).text.trim().split('\r\n')
    expect(csv).toHaveLength(2)
  })

  it('is told when a delivered posting is sent again by force', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    await house.charge('101')
    await house.until(async () => (await statesOf(house))[0] === 'delivered')
    const [one] = await house.deliveries()
    const force = { force: true, reason: 'Their books are lost' }
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/replay`, force)
    await house.booked(2)
    await house.until(async () => (await statesOf(house))[0] === 'delivered')

    expect(await house.deliveries()).toMatchObject([{ attempts: 2, doubts: 1 }])
    expect(await kindsOf(house)).toEqual(['delivery.doubled'])
  })
})
