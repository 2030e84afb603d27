import { expect, test } from 'vitest'
import { account } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { WORLD_TEXT } from './words.ts'

export function testPins(hotel: Hotel) {
  const set = (username: string, hash: string, purpose: 'screen' | 'phone' = 'screen') =>
    hotel.write(({ pins }) => pins.set(purpose, username, hash))
  const get = (username: string, purpose: 'screen' | 'phone' = 'screen') =>
    hotel.read.pins.get(purpose, username)

  test('a PIN is kept for each account, and a new one takes its place', async () => {
    await set('desk', 'one')
    await set('Desk', WORLD_TEXT)
    await set('desk', 'two')

    expect([await get('desk'), await get('Desk'), await get('maid')]).toEqual(['two', WORLD_TEXT, undefined])
  })

  test('a PIN for the phone is another than the one for screens', async () => {
    await set('12', 'for screens')
    expect(await get('12', 'phone')).toBeUndefined()
    await set('12', 'for the phone', 'phone')
    expect([await get('12'), await get('12', 'phone')]).toEqual(['for screens', 'for the phone'])

    const removed = (purpose: 'screen' | 'phone') => hotel.write(({ pins }) => pins.remove(purpose, '12'))
    expect([await removed('screen'), await removed('screen')]).toEqual([true, false])
    expect([await get('12'), await get('12', 'phone')]).toEqual([undefined, 'for the phone'])
  })

  test('PINs stay when their account changes, and go with it', async () => {
    await hotel.write(({ accounts }) => accounts.insert(account()))
    await set('desk', 'one')
    await set('desk', 'two', 'phone')
    await set('maid', 'other')
    await hotel.write(({ accounts }) => accounts.update(account({ disabled: true })))
    expect([await get('desk'), await get('desk', 'phone')]).toEqual(['one', 'two'])

    await hotel.write(({ accounts }) => accounts.remove('desk'))
    expect([await get('desk'), await get('desk', 'phone'), await get('maid')]).toEqual([
      undefined,
      undefined,
      'other',
    ])
  })
}
