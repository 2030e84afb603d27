import { expect, test } from 'vitest'
import { hours } from '../../kernel/clock.ts'
import { alarm, delivery, destination, NOON, wakeup } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { claim, insertCalls } from './wakeup-claims.ts'

const HOUR = hours(1)

export function testWaits(hotel: Hotel) {
  const move = (by: number, now = NOON) => hotel.write(({ waits }) => waits.move(by, now))
  const callOf = async (id: string) => {
    const { dueAt, nextAt } = (await hotel.read.wakeups.get(id)) ?? {}
    return { dueAt, nextAt }
  }

  test.each([HOUR, -HOUR])('alarms and messages wait no longer and no shorter: %i ms', async (by) => {
    await hotel.write(async ({ alarms, deliveries, destinations }) => {
      await alarms.insert(alarm({ id: 'open', nextAt: NOON + 5 }))
      await alarms.insert(alarm({ id: 'over', state: 'over', nextAt: NOON + 5 }))
      await destinations.insert(destination())
      await deliveries.insert(delivery({ id: 'waiting', nextAt: NOON + 7 }))
      await deliveries.insert(delivery({ id: 'arrived', state: 'delivered', nextAt: NOON + 7 }))
    })
    await move(by)

    const { alarms, deliveries } = hotel.read
    expect((await alarms.get('open'))?.nextAt).toBe(NOON + 5 + by)
    expect((await alarms.get('over'))?.nextAt).toBe(NOON + 5)
    expect((await deliveries.get('waiting'))?.nextAt).toBe(NOON + 7 + by)
    expect((await deliveries.get('arrived'))?.nextAt).toBe(NOON + 7)
  })

  test('a pause of a destination is as long as it was', async () => {
    await hotel.write(({ destinations }) => destinations.insert(destination()))
    await hotel.write(({ tables }) =>
      tables
        .updateTable('destination')
        .set({ failing_since: NOON - 9, probe_at: NOON + 9 })
        .execute(),
    )
    await move(-HOUR)

    const [row] = await hotel.read.tables.selectFrom('destination').selectAll().execute()
    expect(row).toMatchObject({ failing_since: NOON - 9 - HOUR, probe_at: NOON + 9 - HOUR })
  })

  test('calls that were rung before, or are due, are moved; others ring at their hour', async () => {
    const at = (dueAt: number) => ({ dueAt, nextAt: dueAt })
    await insertCalls(hotel, [
      { ...wakeup({ id: 'rung before' }), ...at(NOON + 9), dials: 1 },
      { ...wakeup({ id: 'due' }), ...at(NOON) },
      { ...wakeup({ id: 'to come' }), ...at(NOON + 1) },
      { ...wakeup({ id: 'done' }), ...at(NOON - 9), list: 'answered', state: 'done' },
    ])
    await move(-HOUR)

    expect(await callOf('rung before')).toEqual(at(NOON + 9 - HOUR))
    expect(await callOf('due')).toEqual(at(NOON - HOUR))
    expect(await callOf('to come')).toEqual(at(NOON + 1))
    expect(await callOf('done')).toEqual(at(NOON - 9))
  })

  test('a call that is held stays so, as long as it would have', async () => {
    await insertCalls(hotel, [{ id: 'held', nextAt: NOON + 1 }])
    const [held] = await claim(hotel)
    await move(HOUR)

    expect(await claim(hotel, { now: NOON + HOUR, claimer: 'other' })).toEqual([])
    expect(await hotel.read.wakeups.held(held ? [held] : [])).toEqual(['held'])
  })
}
