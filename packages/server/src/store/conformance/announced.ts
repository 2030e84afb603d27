import { expect, test } from 'vitest'
import type { PropertyCall } from '../../hotel/property/property.ts'
import { NOON, wakeup } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'

const PMS = { name: 'pms', tenant: '' }

const known = (of: Partial<PropertyCall>): PropertyCall => ({
  id: 'p',
  system: 'pms',
  tenant: '',
  room: '101',
  date: '261115',
  time: '070000',
  wakeup: 'w',
  askedAt: 1,
  state: 'open',
  word: null,
  toldAt: null,
  announcedFor: NOON,
  ...of,
})

export function testAnnounced(hotel: Hotel) {
  const insert = (
    calls: readonly Parameters<typeof wakeup>[0][],
    told: readonly Partial<PropertyCall>[] = [],
  ) =>
    hotel.write(async (stores) => {
      for (const call of calls) await stores.wakeups.insert(wakeup({ scheduledAt: NOON, ...call }))
      for (const one of told) await stores.property.insert(known({ id: `of ${one.wakeup}`, ...one }))
    })
  const missing = async (system = PMS, wakeups: readonly string[] | null = null) =>
    (await hotel.read.announced.missing(system, wakeups)).map(({ id, known: before }) => [
      id,
      before?.id ?? null,
    ])

  test('calls to come are missing that a system was not told of, or of which it knows another time or room', async () => {
    await insert(
      [
        { id: 'new' },
        { id: 'known' },
        { id: 'moved', scheduledAt: NOON + 1 },
        { id: 'in another room', room: '102', scheduledAt: NOON + 2 },
        { id: 'asked for', scheduledAt: NOON + 3 },
        { id: 'told before', scheduledAt: NOON + 4 },
        { id: 'over', state: 'done', list: 'answered', outcome: 'complete' },
      ],
      [
        { wakeup: 'known' },
        { wakeup: 'moved' },
        { wakeup: 'in another room', announcedFor: NOON + 2 },
        { wakeup: 'asked for', announcedFor: null },
        { wakeup: 'told before', state: 'told' },
        { wakeup: 'new', system: 'another' },
      ],
    )

    expect(await missing()).toEqual([
      ['new', null],
      ['moved', 'of moved'],
      ['in another room', 'of in another room'],
      ['told before', null],
    ])
    expect(await missing(PMS, ['known', 'moved'])).toEqual([['moved', 'of moved']])
  })

  test('a system of a tenant hears of that tenant alone', async () => {
    await insert([{ id: 'ours' }, { id: 'of t1', tenant: 't1' }])

    expect(await missing({ name: 'pms', tenant: 't1' })).toEqual([['of t1', null]])
    expect(await missing()).toHaveLength(2)
  })

  test('the day of a series that is over is found by the time that it was told for', async () => {
    const over = { state: 'done', list: 'answered', outcome: 'complete', series: 'w' } as const
    await insert([
      { id: 'w', scheduledAt: NOON + 1, days: ['mon'] },
      { id: 'day', ...over },
      { id: 'later day', ...over, scheduledAt: NOON + 1 },
    ])

    expect(await hotel.read.announced.dayOf(known({}))).toBe('day')
    expect(await hotel.read.announced.dayOf(known({ announcedFor: 5 }))).toBeUndefined()
  })
}
