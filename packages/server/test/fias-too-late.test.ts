import { describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'

async function charged(house: PropertyHotel, room: string) {
  const answer = await house.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room })
  return answer.headers['reveille-charge'] ?? ''
}

/** Postings that were booked and not answered, one for each room: nobody knows. */
async function unanswered(rooms = ['101'], connector = {}) {
  const house = await openPropertyHotel({ connector })
  const charges: string[] = []
  for (const [n, room] of rooms.entries()) {
    house.pms.behave({ posting: 'close' })
    await house.linked()
    charges.push(await charged(house, room))
    await house.booked(n + 1)
    house.pms.behave({ posting: 'answer' })
    await house.until(() => !house.pms.isAlive)
    await house.linked()
  }
  return { house, charges }
}

const answer = ({ pms }: PropertyHotel, status: string, number = 1, room = '101') =>
  pms.sendWhenAlive({
    id: 'PA',
    fields: Object.entries({ RN: room, 'P#': String(number), AS: status, DA: '261114', TI: '200000' }),
  })

async function decide(house: PropertyHotel, number: number, as: string) {
  const [one] = await house.deliveries(`?posting=${number}`)
  const settled = await house.request('boss', 'POST', `/rest/delivery/${one?.id}/settle`, {
    as,
    reason: 'Looked',
  })
  expect(settled.status).toBe(200)
  return one?.id ?? ''
}

const takeBack = async (house: PropertyHotel, id = '') =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })).json

const RESENT = { retry: ['5m'], onUncertain: 'resend' }
const kinds = async (house: PropertyHotel) => (await house.alarms()).map(({ kind }) => kind)

const told = async (house: PropertyHotel, words: string) =>
  (await house.alarms()).filter(({ text }) => text.includes(words))

describe('an answer that comes when somebody has decided', () => {
  it('and wants the posting once more: it is not sent, as its charge was taken back', async () => {
    const { house, charges } = await unanswered()
    expect((await takeBack(house, charges[0])).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    answer(house, 'RY')
    await house.until(async () => (await house.deliveries('?state=dead')).length === 1)
    await house.pass(minutes(10))

    expect(house.pms.folio.bookings).toHaveLength(1)
  })

  it.each([
    ['drop', 'OK', 'delivery.doubled', 'is there after all'],
    ['delivered', 'NG', 'delivery.refused', 'was refused after all'],
  ])(
    'that it is %s, and says %s: the desk is told (%s), and it is written down',
    async (as, status, kind, words) => {
      const { house } = await unanswered()
      const id = await decide(house, 1, as)
      answer(house, status)
      await house.until(async () => (await told(house, words)).length === 1)

      expect(await told(house, words)).toMatchObject([{ kind, room: '101' }])
      expect(await house.log('delivery.contradicted')).toMatchObject([
        { room: '101', text: expect.stringContaining(words), detail: { delivery: id, destination: 'pms' } },
      ])
      const [one] = await house.deliveries()
      expect(one?.attempts).toBe(1)
      expect(one?.last?.text).toMatch(new RegExp(`^${status}.*answered late`))
    },
  )

  it('that it is there, and then took its charge back, does not say that it counts as delivered', async () => {
    const { house, charges } = await unanswered()
    await decide(house, 1, 'delivered')
    await takeBack(house, charges[0])
    const [task] = await told(house, 'Take back by hand in pms')
    await house.request('desk', 'POST', `/rest/alarm/${task?.id}/acknowledge`, { note: 'Done' })
    answer(house, 'NG')
    await house.until(async () => (await told(house, 'was refused after all')).length === 1)

    expect(await told(house, 'counts as delivered')).toEqual([])
    expect(await told(house, 'what takes it back may stand alone')).toHaveLength(1)
  })

  it('is not lost among the postings that may be there twice', async () => {
    const { house } = await unanswered(['101', '102', '102'])
    await decide(house, 2, 'drop')
    await decide(house, 1, 'resend')
    await house.until(async () => (await told(house, 'of room 101 may be twice')).length === 1)
    answer(house, 'OK', 2, '102')
    await house.until(async () => (await told(house, 'is there after all')).length === 1)
    await decide(house, 3, 'resend')
    await house.until(async () => (await told(house, 'of room 102 may be twice')).length === 1)

    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.doubled', room: '102', text: expect.stringContaining('(2 times)') },
      { kind: 'delivery.doubled', room: '102', text: expect.stringContaining('is there after all') },
    ])
  })
})

describe('an answer that comes when the charge was taken back', () => {
  it.each<[string, object]>([
    ['NG', {}],
    ['NG', RESENT],
    ['RY', {}],
  ])('and says %s: nothing is to be taken back, and nobody has to look (%j)', async (status, how) => {
    const { house, charges } = await unanswered(['101'], how)
    expect((await takeBack(house, charges[0])).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    expect(await told(house, 'Look whether pms has')).toHaveLength(1)
    answer(house, status)
    await house.until(async () => (await told(house, 'Look whether')).length === 0)

    expect(await house.deliveries()).toMatchObject([{ state: 'dead', doubts: 0 }])
    expect(await kinds(house)).toEqual([])
    const over = (await house.log('alarm.over')).map(({ text }) => text)
    expect(over.join()).toContain('after all: nothing to take back')
  })

  it('and says OK: the task says that it is there', async () => {
    const { house, charges } = await unanswered()
    await takeBack(house, charges[0])
    answer(house, 'OK')
    await house.until(async () => (await told(house, 'it is there')).length === 1)

    expect(await kinds(house)).toEqual(['charge.take-back'])
  })

  it('and says NG, and another is to be booked in its place: the task stays', async () => {
    const { house, charges } = await unanswered()
    const correction = { reason: 'Miscounted', quantity: 1 }
    await house.request('boss', 'POST', `/rest/isi/charge/${charges[0]}/correct`, correction)
    expect(await told(house, 'and book 1 x Cola')).toHaveLength(1)
    answer(house, 'NG')
    await house.until(async () => (await told(house, 'nothing to take back, only to book')).length === 1)

    expect(await kinds(house)).toEqual(['charge.take-back'])
  })
})
