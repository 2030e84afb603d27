import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../hotel/accounts/account.ts'
import { account } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { EMPTY_TEXT, IN_BYTE_ORDER, SHUFFLED, WORLD_TEXT, ZEROS } from './words.ts'

export function testAccounts(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'an account',
    variants: [
      account({ username: 'Zoë', tenant: ZEROS, passwordHash: WORLD_TEXT, permissions: PERMISSIONS }),
      account({ username: 'Zoë', passwordHash: EMPTY_TEXT, permissions: [], disabled: true }),
    ],
    neighbours: [account({ username: 'zoë' }), account({ username: 'Zoe' }), account({ username: 'Zoë ' })],
    get: ({ accounts }, { username }) => accounts.get(username),
    insert: ({ accounts }, value) => accounts.insert(value),
    update: ({ accounts }, value) => accounts.update(value),
    remove: ({ accounts }, { username }) => accounts.remove(username),
  })

  test('accounts are listed by name, whatever the database thinks of its letters', async () => {
    await hotel.write(async ({ accounts }) => {
      for (const username of SHUFFLED) await accounts.insert(account({ username }))
    })

    const listed = await hotel.read.accounts.list(null)
    expect(listed.map(({ username }) => username)).toEqual(IN_BYTE_ORDER)
  })

  test('a tenant lists its own accounts, and never those of no tenant or of another', async () => {
    await hotel.write(async ({ accounts }) => {
      for (const tenant of ['', 't1', 'T1'])
        await accounts.insert(account({ username: `of ${tenant}`, tenant }))
    })

    const names = async (scope: string | null) =>
      (await hotel.read.accounts.list(scope)).map(({ username }) => username)
    expect(await names(null)).toEqual(['of ', 'of T1', 'of t1'])
    expect(await names('t1')).toEqual(['of t1'])
    expect(await names('')).toEqual(['of '])
    expect(await names('t2')).toEqual([])
  })
}
