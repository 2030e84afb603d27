import { expect, it, vi } from 'vitest'
import { countedIds } from '../../../testing/counted-ids.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { account } from '../../../testing/records.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { phonePinActions } from './phone-pins.ts'

it('a database that does not answer counts as no guess', async () => {
  const get = vi.fn<(name: string) => Promise<unknown>>(() =>
    Promise.reject(new Error('The database is away')),
  )
  const read = { accounts: { get }, pins: { get: () => Promise.resolve('hash') } }
  const phonePins = { hash: () => Promise.resolve(''), verify: () => Promise.resolve(true) }
  const database = { read } as unknown as HotelDatabase
  const { signIn } = phonePinActions({ database, clock: manualClock(0), ids: countedIds(), phonePins })
  const given = { number: '12', pin: '2718', tenant: '', phone: '101', needs: [] }
  for (let n = 0; n < 20; n++) await expect(signIn(given)).rejects.toThrow('away')
  get.mockResolvedValue(account({ username: '12' }))
  expect(await signIn(given)).toMatchObject({ kind: 'signed in' })
})
