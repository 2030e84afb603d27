import { expect, test } from 'vitest'
import { DELIVERY_STATES, HELD_SINCE_BACKUP } from '../../hotel/deliveries/delivery.ts'
import { delivery, destination, NOON } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'

const COPY = { backupAt: NOON, restoredAt: NOON + 1, isTold: false }

export function testRestored(hotel: Hotel) {
  test('a house is a copy from the mark on until the mark is taken away', async () => {
    expect(await hotel.read.restored.copy()).toBeNull()
    await hotel.write(({ restored }) => restored.mark(COPY))
    expect(await hotel.read.restored.copy()).toEqual(COPY)
    await hotel.write(({ restored }) => restored.mark({ ...COPY, isTold: true }))
    expect(await hotel.read.restored.copy()).toEqual({ ...COPY, isTold: true })
    await hotel.write(({ restored }) => restored.unmark())
    expect(await hotel.read.restored.copy()).toBeNull()
  })

  test('what was on its way is held, and nothing else', async () => {
    await hotel.write(async ({ deliveries, restored }) => {
      for (const state of DELIVERY_STATES)
        await deliveries.insert(delivery({ id: state, state, doubts: 1, note: 'as it was' }))
      await restored.hold()
    })

    const { deliveries, restored } = hotel.read
    const held = { state: 'uncertain', doubts: 2, note: HELD_SINCE_BACKUP }
    expect(await deliveries.get('waiting')).toMatchObject(held)
    expect(await deliveries.get('sending')).toMatchObject(held)
    for (const state of ['delivered', 'refused', 'uncertain', 'dead'] as const)
      expect(await deliveries.get(state)).toMatchObject({ state, doubts: 1, note: 'as it was' })
    expect((await restored.held()).map(({ id }) => id)).toEqual(['sending', 'waiting'])
    expect(await restored.counts()).toEqual({ uncertain: 3, released: 0 })
  })

  test('of what waits, that is counted which somebody has decided to send, and not what the house tells by itself', async () => {
    await hotel.write(({ deliveries }) =>
      deliveries.insertAll([
        delivery({ id: 'a', trigger: 'boss' }),
        delivery({ id: 'b', kind: 'alarm.raised' }),
        delivery({ id: 'c', state: 'delivered', trigger: 'boss' }),
      ]),
    )
    expect(await hotel.read.restored.counts()).toEqual({ uncertain: 0, released: 1 })
  })

  test('every sequence moves on by as much', async () => {
    await hotel.write(async ({ destinations, restored }) => {
      await destinations.insert(destination({ sequence: 7 }))
      await destinations.insert(destination({ tenant: 't1', sequence: 99_999_990 }))
      await destinations.insert(destination({ purpose: 'room-status', sequence: 0 }))
      await restored.moveSequences(20_000)
    })

    const of = async (purpose: 'charge' | 'room-status') =>
      (await hotel.read.destinations.list(purpose, null)).map(({ sequence }) => sequence)
    expect(await of('charge')).toEqual([20_007, 100_019_990])
    expect(await of('room-status')).toEqual([20_000])
  })

  test('property systems are asked anew, and what else is remembered stays', async () => {
    await hotel.write(async ({ site, restored }) => {
      await site.remember('resync.pms', '1')
      await site.remember('resynchronised', '2')
      await restored.forgetResyncs()
    })

    expect(await hotel.read.site.remembered()).toEqual({ resynchronised: '2' })
  })
}
