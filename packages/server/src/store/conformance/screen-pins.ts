import { expect, test } from 'vitest'
import { account } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { WORLD_TEXT } from './words.ts'

export function testScreenPins(hotel: Hotel) {
  const set = (username: string, hash: string) =>
    hotel.write(({ screenPins }) => screenPins.set(username, hash))
  const get = (username: string) => hotel.read.screenPins.get(username)

  test('a PIN is kept for each account, and a new one takes its place', async () => {
    await set('desk', 'one')
    await set('Desk', WORLD_TEXT)
    await set('desk', 'two')

    expect([await get('desk'), await get('Desk'), await get('maid')]).toEqual(['two', WORLD_TEXT, undefined])
  })

  test('a PIN stays when its account changes, and goes with it', async () => {
    await hotel.write(({ accounts }) => accounts.insert(account()))
    await set('desk', 'one')
    await set('maid', 'other')
    await hotel.write(({ accounts }) => accounts.update(account({ disabled: true })))
    expect(await get('desk')).toBe('one')

    await hotel.write(({ accounts }) => accounts.remove('desk'))
    expect([await get('desk'), await get('maid')]).toEqual([undefined, 'other'])
  })
}
