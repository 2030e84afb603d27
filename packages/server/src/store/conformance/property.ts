import { expect, test } from 'vitest'
import type { PropertyCall } from '../../hotel/property/property.ts'
import type { Hotel } from './hotel.ts'
import { wakeup } from '../../../testing/records.ts'
import { plansOf, takeStock } from './plans.ts'
import { testShelf } from './shelf.ts'
import { LARGEST, SMALLEST, WORLD_TEXT, ZEROS } from './words.ts'

const call = (of: Partial<PropertyCall> = {}): PropertyCall => ({
  id: 'p',
  system: 'pms',
  tenant: '',
  room: '101',
  date: '261115',
  time: '070030',
  wakeup: 'w',
  askedAt: 1,
  state: 'open',
  word: null,
  toldAt: null,
  announcedFor: null,
  ...of,
})

export function testProperty(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a call of a property system',
    variants: [
      call({ system: WORLD_TEXT, tenant: 't1', room: ZEROS, askedAt: LARGEST }),
      call({ tenant: 't1', wakeup: null, askedAt: SMALLEST, word: 'impossible', announcedFor: LARGEST }),
    ],
    neighbours: [call({ id: 'P', room: '102' }), call({ id: 'p ', room: '102' })],
    get: async ({ property }, { system, room, id }) =>
      (await property.untoldOfRoom(system, room)).find((found) => found.id === id),
    insert: ({ property }, value) => property.insert(value),
    update: ({ property }, value) => property.update(value),
    remove: ({ property }, value) => property.remove(value),
  })

  test('a call that was told before is found by its key, the latest of several', async () => {
    await hotel.write(async ({ property }) => {
      for (const toldAt of [5, 9, 7])
        await property.insert(call({ id: `told ${toldAt}`, state: 'told', word: 'complete', toldAt }))
      await property.insert(call({ id: 'another', time: '070031', state: 'told', toldAt: 10 }))
    })
    const told = await hotel.read.property.toldByKey('pms', call())
    expect(told).toEqual(call({ id: 'told 9', state: 'told', word: 'complete', toldAt: 9 }))
    expect(await hotel.read.property.toldByKey('other', call())).toBeUndefined()
  })

  test('of a call that is let go nothing is told any more, unless there is a last word', async () => {
    await hotel.write(async ({ property }) => {
      await property.insert(call({ id: 'open' }))
      await property.insert(call({ id: 'due', state: 'due', word: 'busy' }))
      await property.insert(call({ id: 'of another', wakeup: 'x' }))
      await property.insert(call({ id: 'of a tenant', tenant: 't1' }))
      await property.letGo({ tenant: '', id: 'w' })
    })
    const untold = await hotel.read.property.untoldOfRoom('pms', '101')
    expect(untold.map(({ id }) => id).toSorted()).toEqual(['due', 'of a tenant', 'of another'])
  })

  test('a call that takes the place of another is what is told of, unless that was told before', async () => {
    await hotel.write(async ({ property }) => {
      await property.insert(call({ id: 'open' }))
      await property.insert(call({ id: 'due', state: 'due', word: 'busy' }))
      await property.insert(call({ id: 'of another', wakeup: 'x' }))
      await property.insert(call({ id: 'of a tenant', tenant: 't1' }))
      await property.passOn({ tenant: '', id: 'w' }, 'new')
    })
    const untold = await hotel.read.property.untoldOfRoom('pms', '101')
    expect(Object.fromEntries(untold.map(({ id, wakeup: of }) => [id, of]))).toEqual({
      open: 'new',
      due: 'w',
      'of another': 'x',
      'of a tenant': 'w',
    })
  })

  test('what a system has not been told of a room is found, over or not', async () => {
    await hotel.write(async ({ property }) => {
      await property.insert(call({ id: 'open', askedAt: 2 }))
      await property.insert(call({ id: 'due', askedAt: 1, state: 'due', word: 'busy' }))
      await property.insert(call({ id: 'told', state: 'told' }))
      await property.insert(call({ id: 'elsewhere', room: '102' }))
      await property.insert(call({ id: 'of another', system: 'other' }))
    })
    const untold = await hotel.read.property.untoldOfRoom('pms', '101')
    expect(untold.map(({ id }) => id)).toEqual(['due', 'open'])
    expect((await hotel.read.property.due()).map(({ id }) => id)).toEqual(['due'])
  })

  test('a call that is over or gone is found, and none that is not', async () => {
    const done = { state: 'done', list: 'failed', outcome: 'busy', settledAt: 77 } as const
    await hotel.write(async ({ property, wakeups }) => {
      await wakeups.insert(wakeup({ id: 'pending' }))
      await wakeups.insert(wakeup({ id: 'calling', state: 'calling' }))
      await wakeups.insert(wakeup({ id: 'done', ...done }))
      for (const id of ['pending', 'calling', 'done', 'gone'])
        await property.insert(call({ id: `of ${id}`, wakeup: id, room: id }))
      await property.insert(call({ id: 'told', wakeup: 'done', state: 'told' }))
    })
    const { property } = hotel.read
    const found = (await property.ended(null)).map(({ call: { id }, ending }) => [id, ending])
    expect(found).toEqual([
      ['of done', { outcome: 'busy', settledAt: 77 }],
      ['of gone', null],
    ])
    const ofSome = await property.ended(['done', 'pending'])
    expect(ofSome.map(({ call: { id } }) => id)).toEqual(['of done'])
    expect(await property.ended([])).toEqual([])
  })

  test('a call comes to its last word, and is told; where it is and what it is about stay as they are', async () => {
    await hotel.write(({ property }) => property.insert(call({ room: '102' })))
    const advance = (before: PropertyCall, of: Partial<PropertyCall>) =>
      hotel.write(({ property }) => property.advance(before, { ...before, ...of }))
    expect(await advance(call(), { state: 'due', word: 'busy' })).toBe(true)
    expect(await advance(call(), { state: 'due', word: 'complete' })).toBe(false)
    expect(await hotel.read.property.due()).toEqual([call({ room: '102', state: 'due', word: 'busy' })])

    const told = { state: 'told', word: 'busy', toldAt: 9 } as const
    expect(await advance(call({ state: 'due' }), told)).toBe(true)
    const found = await hotel.read.property.toldByKey('pms', call({ room: '102' }))
    expect(found).toEqual(call({ room: '102', ...told }))
  })

  test('what is to be told is told as it is by then, also when somebody has decided otherwise meanwhile', async () => {
    const done = { state: 'done', list: 'answered', outcome: 'complete', settledAt: 77 } as const
    await hotel.write(async ({ property, wakeups }) => {
      await wakeups.insert(wakeup({ id: 'w', ...done }))
      await property.insert(call({ id: 'decided', state: 'due', word: 'busy' }))
      await property.insert(call({ id: 'gone', wakeup: 'gone', state: 'due', word: 'taken back' }))
    })
    const due = await hotel.read.property.due()
    expect(due.map(({ id, word }) => [id, word])).toEqual([
      ['decided', 'complete'],
      ['gone', 'taken back'],
    ])
  })

  test('what is over goes after its time, so many at once; what is not over or not told stays', async () => {
    const done = { state: 'done', list: 'failed', outcome: 'busy', settledAt: 5 } as const
    await hotel.write(async ({ property, wakeups }) => {
      await wakeups.insert(wakeup({ id: 'w' }))
      await wakeups.insert(wakeup({ id: 'over', ...done }))
      await property.insert(call({ id: 'open', askedAt: 1 }))
      // Asked for long before, and over only now.
      await property.insert(call({ id: 'just over', askedAt: 1, wakeup: 'over', time: '070031' }))
      await property.insert(
        call({ id: 'to be told', askedAt: 1, wakeup: 'over', state: 'due', word: 'busy' }),
      )
      await property.insert(call({ id: 'just told', askedAt: 1, state: 'told', toldAt: 3, time: '070032' }))
      await property.insert(call({ id: 'forgotten', askedAt: 2, wakeup: 'gone' }))
      await property.insert(call({ id: 'told', askedAt: 1, state: 'told', toldAt: 2 }))
      await property.insert(call({ id: 'due', askedAt: 2, wakeup: 'gone', state: 'due', word: 'busy' }))
      await property.insert(call({ id: 'young', askedAt: 3, state: 'told', toldAt: 3 }))
    })
    const purge = (limit: number) => hotel.write(({ property }) => property.purge(3, limit))

    expect([await purge(1), await purge(5), await purge(5)]).toEqual([1, 2, 0])
    expect((await hotel.read.property.toldByKey('pms', call()))?.id).toBe('young')
    const untold = await hotel.write(({ property }) => property.untoldOfRoom('pms', '101'))
    expect(untold.filter(({ state }) => state === 'open').map(({ id }) => id)).toEqual(['just over', 'open'])
    expect((await hotel.read.property.due()).map(({ id }) => id)).toEqual(['to be told'])
    const justTold = await hotel.read.property.toldByKey('pms', call({ time: '070032' }))
    expect(justTold?.id).toBe('just told')
  })

  test('what is over is found without looking through all that was told before', async () => {
    await hotel.write(async ({ tables }) => {
      const old = Array.from({ length: 400 }, (_, n) => ({
        id: `told ${n}`,
        system: 'pms',
        tenant: '',
        room: String(100 + (n % 40)),
        date: '261115',
        time: '070000',
        wakeup: `w${n}`,
        asked_at: n,
        state: 'told' as const,
      }))
      await tables.insertInto('property_call').values(old).execute()
    })
    await hotel.write(({ property }) => property.insert(call()))
    await takeStock(hotel, 'property_call')
    const plans = await plansOf(hotel, async ({ property }) => {
      await property.ended(null)
      await property.ended(['w'])
      await property.due()
      await property.untoldOfRoom('pms', '101')
    })

    expect(plans).toHaveLength(4)
    for (const plan of plans) expect(plan).toMatch(/property_call_by_(state|wakeup)/)
  })
}
