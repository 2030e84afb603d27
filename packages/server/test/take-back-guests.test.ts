import type { AlarmRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'
import { postingsTo } from './six-charges.ts'

const BELOW_ZERO = { mode: 'direct', negative: true, guests: true }
const CAT = { reservation: '7', name: 'Cat' }

async function charged(house: PropertyHotel, room = '101', quantity = 2) {
  const answer = await house.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity, room })
  return answer.headers['reveille-charge'] ?? ''
}
const takeBack = async (house: PropertyHotel, id: string) =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })).json
const correct = async (house: PropertyHotel, id: string, quantity: number) =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/correct`, { reason: 'Miscounted', quantity }))
    .json
const tasks = async (house: PropertyHotel): Promise<AlarmRecord[]> =>
  (await house.alarms()).filter(({ kind }) => kind === 'charge.take-back')
const amounts = (house: PropertyHotel) => house.pms.folio.bookings.map(({ amount }) => amount)
const reservationsOf = (house: PropertyHotel) =>
  postingsTo(house).map(({ fields }) => fields.find(([name]) => name === 'G#')?.[1])

async function open(connector: Record<string, unknown> = BELOW_ZERO) {
  const house = await openPropertyHotel({ connector })
  await house.linked()
  if (connector['guests'] === true)
    await house.until(async () => (await house.log('guest.checked-in')).length === 2)
  return house
}

/** A charge of two colas to room 101 that is on the folio. */
async function posted(connector?: Record<string, unknown>) {
  const house = await open(connector)
  const id = await charged(house)
  await house.settled()
  return { house, id }
}

const rows = (house: PropertyHotel, kind: string, count: number) =>
  house.until(async () => (await house.log(kind)).length === count)

async function adaLeaves(house: PropertyHotel) {
  house.pms.checkOut('101', '1')
  await rows(house, 'guest.checked-out', 1)
}
async function catComes(house: PropertyHotel, count = 3) {
  house.pms.checkIn('101', CAT)
  await rows(house, 'guest.checked-in', count)
}

describe('a charge is taken back with a total below zero', () => {
  it('while its guest is in the room, by the reservation, also when another has come to share it', async () => {
    const { house, id } = await posted()
    await catComes(house)
    expect((await takeBack(house, id)).connectors).toEqual([{ name: 'pms', how: 'told' }])
    await house.settled()

    expect([amounts(house), reservationsOf(house)]).toEqual([
      ['900', '-900'],
      ['1', '1'],
    ])
  })

  it('where guests share the room, while the very same are there', async () => {
    const house = await open()
    await catComes(house)
    const [first, second] = [await charged(house), await charged(house, '101', 1)]
    await house.settled()
    expect((await takeBack(house, first)).connectors).toEqual([{ name: 'pms', how: 'told' }])
    house.pms.checkOut('101', CAT.reservation)
    await rows(house, 'guest.checked-out', 1)
    expect((await takeBack(house, second)).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    await house.settled()

    expect(amounts(house)).toEqual(['900', '450', '-900'])
  })

  it('where our own desk has checked the guest in, while that guest is there', async () => {
    const house = await open({ ...BELOW_ZERO, guests: false })
    const desk = (what: string, body = {}) => house.request('boss', 'POST', `/rest/mailbox/101/${what}`, body)
    await desk('checkin', { name: 'Ada' })
    const [first, second] = [await charged(house), await charged(house, '101', 1)]
    await house.settled()
    expect((await takeBack(house, first)).connectors).toEqual([{ name: 'pms', how: 'told' }])
    await desk('checkout')
    // Of the same name, and somebody else.
    await desk('checkin', { name: 'Ada' })
    expect((await takeBack(house, second)).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    await house.settled()

    expect(amounts(house)).toEqual(['900', '450', '-900'])
  })
})

describe('a charge is a task for the desk, and no stranger is given anything', () => {
  it.each<[string, (house: PropertyHotel) => Promise<void>]>([
    ['has left', adaLeaves],
    [
      'has left, and another is in the room',
      async (house) => {
        await adaLeaves(house)
        await catComes(house)
      },
    ],
    [
      'is in another room',
      async (house) => {
        house.pms.move('101', '103', '1')
        await rows(house, 'guest.moved', 1)
      },
    ],
  ])('when its guest %s', async (_, happens) => {
    const { house, id } = await posted()
    await happens(house)
    expect((await takeBack(house, id)).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    await house.settled()

    expect(amounts(house)).toEqual(['900'])
    expect(await tasks(house)).toMatchObject([
      {
        text: 'Take back by hand in pms: 2 x Cola (9.00) of room 101, charged to Ada, posting 1 (boss: Wrong room)',
      },
    ])
  })

  it('where nobody has told who is in the room', async () => {
    const { house, id } = await posted({ ...BELOW_ZERO, guests: false })
    expect((await takeBack(house, id)).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    await house.settled()

    expect(amounts(house)).toEqual(['900'])
  })
})

describe('a correction of a charge whose guest has left', () => {
  it.each<[string, Record<string, unknown>, number]>([
    ['in totals', BELOW_ZERO, 1],
    ['in articles', { guests: true }, 1],
  ])('is one task for the desk, and nothing is posted to the next guest: %s', async (_, connector, count) => {
    const { house, id } = await posted(connector)
    await adaLeaves(house)
    await catComes(house)
    const corrected = await correct(house, id, 1)
    expect(corrected.connectors).toEqual([{ name: 'pms', how: 'desk' }])
    await house.settled()

    expect(house.pms.folio.bookings).toHaveLength(count)
    expect(await tasks(house)).toMatchObject([
      {
        text: 'Take back by hand in pms: 2 x Cola (9.00) of room 101, charged to Ada, posting 1, and book 1 x Cola (4.50) instead (boss: Miscounted)',
      },
    ])
    const [byHand] = await house.deliveries('?state=dead')
    expect(byHand?.note).toContain('To be booked by hand')
    const again = await house.request('boss', 'POST', `/rest/delivery/${byHand?.id}/replay`, {})
    expect([again.status, again.json.description]).toEqual([
      409,
      'The desk was asked to book this charge by hand: it is not sent',
    ])
  })

  it('that was not posted yet is to be booked by hand, and one that takes it back is a task again', async () => {
    const house = await open()
    house.pms.startNightAudit()
    const id = await charged(house)
    await house.pass(1_000)
    await adaLeaves(house)
    await catComes(house)
    const corrected = await correct(house, id, 1)
    expect(corrected.connectors).toEqual([{ name: 'pms', how: 'withdrawn' }])
    expect((await tasks(house)).map(({ text }) => text)).toEqual([
      'Book by hand in pms: 1 x Cola (4.50) for room 101, charged to Ada (boss: Miscounted)',
    ])
    expect((await takeBack(house, corrected.id)).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    house.pms.endNightAudit()
    await house.settled(minutes(20))

    expect(house.pms.folio.bookings).toEqual([])
    expect((await tasks(house)).map(({ text }) => text)).toContain(
      'Look whether pms has 1 x Cola (4.50) of room 101, charged to Ada, and if so take it back there by hand (boss: Wrong room)',
    )
  })
})

describe('what waits while guests leave and others come', () => {
  /** Two share the room, so that no reservation can be named; both leave, and others come, while the audit runs. */
  async function replaced(before: (house: PropertyHotel) => Promise<unknown>) {
    const house = await open()
    await catComes(house)
    const id = await charged(house)
    await house.settled()
    house.pms.startNightAudit()
    await house.pass(1_000)
    await before(house)
    return {
      house,
      id,
      async others() {
        house.pms.checkOut('101', '1')
        house.pms.checkOut('101', CAT.reservation)
        house.pms.checkIn('101', { reservation: '9', name: 'Dan' })
        await rows(house, 'guest.checked-in', 4)
        house.pms.endNightAudit()
        await house.settled(minutes(20))
      },
    }
  }

  it('gives a stranger nothing back: the desk is told', async () => {
    const { house, id, others } = await replaced(() => Promise.resolve())
    expect((await takeBack(house, id)).connectors).toEqual([{ name: 'pms', how: 'told' }])
    await others()

    expect(amounts(house)).toEqual(['900'])
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'charge.take-back',
        text: 'Take back by hand in pms: 2 x Cola (9.00) of room 101, charged to Ada and Cat, posting 1 (boss: Wrong room)',
        detail: { item: '10', description: 'Cola' },
      },
    ])
  })

  it('bills no stranger: the desk is told', async () => {
    const { house, others } = await replaced((one) => charged(one, '101', 1))
    await others()

    expect(amounts(house)).toEqual(['900'])
    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.refused', text: expect.stringContaining('To be booked by hand') },
    ])
  })

  it('is posted all the same to those who are still there', async () => {
    const { house, others } = await replaced((one) => charged(one, '102', 1))
    await others()

    expect(amounts(house)).toEqual(['900', '450'])
  })
})

describe('what takes a charge back, and nobody can tell whether it arrived', () => {
  /** It names its guest by the reservation, and is sent again by hand. */
  async function sentAgain(happens: (house: PropertyHotel) => Promise<unknown>) {
    const { house, id } = await posted()
    house.pms.behave({ posting: 'silence' })
    expect((await takeBack(house, id)).connectors).toEqual([{ name: 'pms', how: 'told' }])
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
    house.pms.behave({ posting: 'answer' })
    await happens(house)
    const [one] = await house.deliveries('?state=uncertain')
    const again = { as: 'resend', reason: 'Not there' }
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/settle`, again)
    await house.settled()
    return { house, delivery: one?.id, sent: postingsTo(house).length }
  }

  it('is posted again while its guest is there', async () => {
    const { house, sent } = await sentAgain(() => Promise.resolve())

    expect([sent, await tasks(house)]).toEqual([3, []])
  })

  it.each<[string, (house: PropertyHotel) => Promise<unknown>]>([
    ['has left', adaLeaves],
    ['has left and another is in the room', async (house) => [await adaLeaves(house), await catComes(house)]],
  ])('is a task for the desk when its guest %s', async (_, happens) => {
    const { house, sent } = await sentAgain(happens)

    expect(sent).toBe(2)
    expect(await tasks(house)).toMatchObject([
      {
        text: 'Look whether 2 x Cola (9.00) of room 101, charged to Ada, posting 1, is taken back in pms, and if not take it back there by hand (boss: Wrong room)',
      },
    ])
    expect((await house.alarms()).map(({ kind }) => kind)).not.toContain('delivery.refused')
  })

  const SINCE = { destination: 'pms', since: '202601010000' }
  it.each([
    ['it', (id: string) => `/${id}`, {}],
    ['all that was refused', () => '', SINCE],
  ])('is no task any more when somebody has %s sent once more', async (_, which, order) => {
    const { house, delivery } = await sentAgain(adaLeaves)
    house.pms.checkIn('101', { reservation: '1', name: 'Ada' })
    await rows(house, 'guest.checked-in', 3)
    const [task] = await tasks(house)
    await house.request('boss', 'POST', `/rest/delivery${which(String(delivery))}/replay`, order)
    await house.settled()

    expect((await tasks(house)).map(({ id }) => id)).not.toContain(task?.id)
  })
})

describe('a charge that nobody can tell to be on the folio', () => {
  const isUncertain = (house: PropertyHotel) => async () =>
    (await house.deliveries('?state=uncertain')).length === 1

  it('is told when its guest has left without a word, and the next one is announced', async () => {
    const house = await open()
    house.pms.behave({ posting: 'silence' })
    await charged(house)
    await house.until(isUncertain(house))
    house.pms.sendWhenAlive({
      id: 'GI',
      fields: Object.entries({ RN: '101', 'G#': CAT.reservation, GN: CAT.name, GS: 'N' }),
    })
    await rows(house, 'guest.checked-out', 1)

    expect((await house.alarms()).map(({ kind }) => kind)).toContain('delivery.check-out')
  })

  it('and is sent again by hand when others are in the room is not: it may be there already', async () => {
    const house = await open()
    await catComes(house)
    house.pms.behave({ posting: 'silence' })
    await charged(house)
    await house.until(isUncertain(house))
    house.pms.behave({ posting: 'answer' })
    house.pms.checkOut('101', '1')
    house.pms.checkOut('101', CAT.reservation)
    house.pms.checkIn('101', { reservation: '9', name: 'Dan' })
    await rows(house, 'guest.checked-in', 4)
    const before = postingsTo(house).length
    const [one] = await house.deliveries()
    const again = { as: 'resend', reason: 'Not there' }
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/settle`, again)
    await house.settled()

    expect(postingsTo(house)).toHaveLength(before)
    expect((await house.alarms()).map(({ text }) => text).join()).toContain(
      'To be booked by hand, if it is not there already',
    )
  })

  it('is decided when its destination is cleared: nobody has to look any more', async () => {
    const house = await open()
    house.pms.behave({ posting: 'silence' })
    await charged(house)
    await house.until(isUncertain(house))
    await adaLeaves(house)
    expect((await house.alarms()).map(({ kind }) => kind)).toContain('delivery.check-out')
    const gone = { as: 'drop', reason: 'Another property system' }
    const cleared = await house.during(
      house.request('boss', 'POST', '/rest/config/connector/pms/clear', gone),
    )

    expect(cleared.status).toBe(200)
    expect((await house.alarms()).map(({ kind }) => kind)).not.toContain('delivery.check-out')
  })
})
