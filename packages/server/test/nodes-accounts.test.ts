import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PostgresBell } from '../src/store/engine/postgres-bell.ts'
import { eventually } from '../testing/eventually.ts'
import { EventClient } from './event-client.ts'
import { basic, type Hotel } from './hotel.ts'
import { type NodeGroup, nodesOn } from './node-pair.ts'
import { useDatabases } from './test-databases.ts'
import { Screen } from './screen.ts'

const { newDatabase } = useDatabases()

const ME = '/rest/session'

const withPassword = async (hotel: Hotel, password: string) =>
  (await hotel.request(null, 'GET', ME, undefined, { authorization: basic('desk', password) })).status

/** The same browser, whose next request goes to another node. */
function movedTo(hotel: Hotel, screen: Screen): Screen {
  const moved = new Screen(hotel)
  moved.cookie = screen.cookie
  moved.csrf = screen.csrf
  return moved
}

const follow = async (hotel: Hotel, screen: Screen) => {
  const { cookie = '' } = screen.headers()
  const client = await EventClient.follow(`${hotel.url}/rest/events`, null, { cookie })
  await client.until(() => client.isCaughtUp)
  return client
}

const isLocked = async (screen: Screen): Promise<boolean> => (await screen.ask('GET', ME)).json.locked

/** A busy machine takes its time; on one that is not, nodes know within 100 ms, or 2 s where they hear nothing. */
const LIMIT_MS = 15_000

async function soon(isSo: () => Promise<boolean>) {
  const began = performance.now()
  await eventually(async () => expect(await isSo()).toBe(true))
  expect(performance.now() - began).toBeLessThan(LIMIT_MS)
}

describe.each([
  ['are told of it', () => {}],
  [
    'hear nothing of each other',
    () => void vi.spyOn(PostgresBell.prototype, 'ring').mockImplementation(() => {}),
  ],
])('nodes that %s', (_, cut) => {
  let a: Hotel
  let b: Hotel
  let group: NodeGroup
  beforeAll(async () => {
    group = nodesOn(await newDatabase())
    a = await group.join('a')
    b = await group.join('b')
    cut()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await group.close()
  })

  test('refuse a password once its change is answered', async () => {
    for (const [old, next] of [
      ['desk-pw', 'umbrella'],
      ['umbrella', 'desk-pw'],
    ] as const) {
      expect(await withPassword(b, old)).toBe(200)
      const changed = await a.request('boss', 'PUT', '/rest/config/user/desk', { password: next })
      expect([changed.status, await withPassword(a, old)]).toEqual([200, 401])
      await soon(async () => (await withPassword(b, old)) === 401)
      expect(await withPassword(b, next)).toBe(200)
    }
  })

  test('refuse an account that was disabled, and end its streams', async () => {
    const screen = await Screen.at(b, 'guest')
    const byPassword = await EventClient.follow(`${b.url}/rest/events`, 'guest')
    const streams = [await follow(b, screen), byPassword]
    await a.request('boss', 'PUT', '/rest/config/user/guest', { disabled: true })

    await soon(async () => (await screen.status('GET', ME)) === 401)
    await soon(async () => (await b.request('guest', 'GET', ME)).status === 401)
    for (const stream of streams) expect(await stream.over).toBe('end')
  })

  test('refuse a screen that was signed out by somebody else, end its stream, and leave others alone', async () => {
    const [screen, other] = [await Screen.at(b, 'desk'), await Screen.at(b, 'maid')]
    const [stream, others] = [await follow(b, screen), await follow(b, other)]
    const { sessions } = (await a.request('boss', 'GET', '/rest/config/session')).json
    const { id } = sessions.find(({ account }: { account: string }) => account === 'desk')
    expect((await a.request('boss', 'DELETE', `/rest/config/session/${id}`)).status).toBe(200)

    await soon(async () => (await screen.status('GET', ME)) === 401)
    expect(await stream.over).toBe('end')
    expect(await other.status('GET', ME)).toBe(200)
    await a.request('boss', 'POST', '/rest/wakeup', { room: '101', time: '0700' })
    await others.until(() => others.events.length > 0)
    others.hangUp()
  })

  test('know a screen that signs out, locks and unlocks at the other', async () => {
    const here = await Screen.at(a, 'desk')
    expect(await here.status('PUT', '/rest/session/pin', { password: 'desk-pw', pin: '271828' })).toBe(200)
    const there = movedTo(b, here)
    expect(await isLocked(there)).toBe(false)
    const stream = await follow(b, there)

    await here.ask('POST', '/rest/session/lock', {})
    await soon(() => isLocked(there))
    expect(await stream.over).toBe('end')
    expect(await there.status('POST', '/rest/session/unlock', { pin: '271828' })).toBe(200)
    await soon(async () => !(await isLocked(here)))
    await there.ask('DELETE', ME)
    await soon(async () => (await here.status('GET', ME)) === 401)
  })
})
