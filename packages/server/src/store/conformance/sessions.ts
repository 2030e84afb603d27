import { expect, test } from 'vitest'
import type { Session } from '../../hotel/accounts/session.ts'
import { account, NOON, session } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { EMPTY_TEXT, LARGEST, SMALLEST, WORLD_TEXT } from './words.ts'

export function testSessions(hotel: Hotel) {
  const insert = (...many: readonly Session[]) =>
    hotel.write(async ({ sessions }) => {
      for (const one of many) await sessions.insert(one)
    })
  const get = (token = 'hash') => hotel.read.sessions.get(token)

  test('a session is read as it was written, by its token and by its id', async () => {
    const full = session({
      token: WORLD_TEXT,
      id: 'full',
      account: WORLD_TEXT,
      tenant: WORLD_TEXT,
      kind: 'display',
      lockedAt: LARGEST,
      madeAt: SMALLEST,
      pinTries: 5,
      address: EMPTY_TEXT,
      agent: WORLD_TEXT,
    })
    await insert(full, session())

    expect([await get(WORLD_TEXT), await get()]).toEqual([full, session()])
    expect(await hotel.read.sessions.byId('full')).toEqual(full)
    expect([await get('Hash'), await hotel.read.sessions.byId('S')]).toEqual([undefined, undefined])
  })

  test('those of some tokens are read together, as far as they are there', async () => {
    await insert(
      session(),
      session({ token: 'other', id: 'other' }),
      session({ token: 'third', id: 'third' }),
    )

    const those = async (...tokens: string[]) =>
      (await hotel.read.sessions.those(tokens)).map(({ id }) => id).toSorted()
    expect([await those(), await those('third', 'gone', 'other')]).toEqual([[], ['other', 'third']])
  })

  test('sessions are listed by account, the latest first, and a tenant sees its own', async () => {
    await insert(
      session({ token: '1', id: '1', account: 'maid', tenant: 't1' }),
      session({ token: '2', id: '2', account: 'desk' }),
      session({ token: '3', id: '3', account: 'desk', madeAt: NOON + 1 }),
    )

    const ids = async (scope: string | null) => (await hotel.read.sessions.list(scope)).map(({ id }) => id)
    expect([await ids(null), await ids('t1'), await ids('')]).toEqual([['3', '2', '1'], ['1'], ['3', '2']])
  })

  test('a touch moves a session on and never back, and its neighbours stay', async () => {
    await insert(session(), session({ token: 'other', id: 'other' }))
    await hotel.write(({ sessions }) => sessions.touch('hash', NOON + 5))
    await hotel.write(({ sessions }) => sessions.touch('hash', NOON + 3))

    expect([await get(), await get('other')]).toEqual([
      session({ seenAt: NOON + 5 }),
      session({ token: 'other', id: 'other' }),
    ])
  })

  test('a lock stays from its first moment on, whatever is touched, until it is unlocked', async () => {
    await insert(session())
    await hotel.write(({ sessions }) => sessions.lock('hash', NOON + 1))
    await hotel.write(({ sessions }) => sessions.lock('hash', NOON + 2))
    await hotel.write(({ sessions }) => sessions.touch('hash', NOON + 3))
    await hotel.write(({ sessions }) => sessions.tryPin('hash', 5))
    expect(await get()).toEqual(session({ lockedAt: NOON + 1, seenAt: NOON + 3, pinTries: 1 }))

    await hotel.write(({ sessions }) => sessions.unlock('hash', NOON + 9))
    expect(await get()).toEqual(session({ seenAt: NOON + 9 }))
  })

  test('a PIN is tried so often and no more', async () => {
    await insert(session({ pinTries: 1 }))
    const tries = []
    for (let n = 0; n < 3; n++) tries.push(await hotel.write(({ sessions }) => sessions.tryPin('hash', 3)))

    expect([tries, (await get())?.pinTries]).toEqual([[true, true, false], 3])
    expect(await hotel.write(({ sessions }) => sessions.tryPin('nobody', 3))).toBe(false)
  })

  test('a session that is removed is gone, alone or with all others of its account', async () => {
    const [one, two, other] = ['1', '2', '3'].map((id) => session({ token: id, id }))
    await insert(...[one, two].flatMap((it) => it ?? []), { ...(other ?? session()), account: 'maid' })
    await hotel.write(({ sessions }) => sessions.remove('1'))
    expect([await get('1'), await get('2')]).toEqual([undefined, two])

    expect(await hotel.write(({ sessions }) => sessions.removeOf('desk'))).toBe(1)
    expect([await get('2'), (await get('3'))?.account]).toEqual([undefined, 'maid'])
  })

  test('sessions go when their account changes, and when it goes', async () => {
    await hotel.write(async ({ accounts }) => {
      for (const username of ['desk', 'maid', 'cook']) await accounts.insert(account({ username }))
    })
    await insert(...['desk', 'maid', 'cook'].map((name) => session({ token: name, id: name, account: name })))
    await hotel.write(({ accounts }) => accounts.update(account({ username: 'desk', permissions: [] })))
    await hotel.write(({ accounts }) => accounts.remove('maid'))

    expect((await hotel.read.sessions.list(null)).map(({ id }) => id)).toEqual(['cook'])
  })

  test('sessions are purged once they have ended', async () => {
    await insert(session({ endsAt: NOON }), session({ token: 'young', id: 'young', endsAt: NOON + 1 }))

    expect(await hotel.write(({ sessions }) => sessions.purge(NOON))).toBe(1)
    expect([await get(), (await get('young'))?.id]).toEqual([undefined, 'young'])
  })
}
