import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOG_HOUSE } from '../src/hotel/nodes/houses.ts'
import { type Clock, systemClock } from '../src/kernel/clock.ts'
import { eventually } from '../testing/eventually.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { EventClient } from './event-client.ts'
import type { Hotel } from './hotel.ts'
import { type NodeGroup, nodesOn } from './node-pair.ts'
import { useDatabases } from './test-databases.ts'

const { newDatabase } = useDatabases()
let group: NodeGroup
beforeAll(async () => {
  group = nodesOn(await newDatabase())
})
afterAll(() => group.close())

/** The real clock, until a hand stops it: then nothing is done by it, as in a process that was stopped. */
function stoppableClock() {
  const real = systemClock()
  const missed: (() => void)[] = []
  const state = { isStopped: false }
  const unlessStopped = (work: () => void) => () => void (state.isStopped ? missed.push(work) : work())
  const clock: ManualClock = {
    ...real,
    at: (when, callback) => real.at(when, unlessStopped(callback)),
    soon: (callback) => real.soon(unlessStopped(callback)),
    shortly: (callback) => real.shortly(unlessStopped(callback)),
    advance: () => {},
    set: () => {},
  }
  return {
    clock,
    stop: () => void (state.isStopped = true),
    goOn() {
      state.isStopped = false
      for (const work of missed.splice(0)) work()
    },
  }
}

/** On a machine that is not busy, within 300 ms. */
const LIMIT_MS = 15_000

const charge = (hotel: Hotel) =>
  hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })

const sealerOf = async ({ app }: Hotel) => {
  const [homes, nodes] = [await app.database.read.homes.list(), await app.database.read.nodes.list()]
  const lease = homes.find(({ house }) => house === LOG_HOUSE)?.lease
  return nodes.find((node) => node.lease === lease)?.name
}

const follow = async (hotel: Hotel) => {
  const client = await EventClient.follow(`${hotel.url}/rest/events?kinds=inventory`, 'boss')
  await client.until(() => client.isCaughtUp)
  return client
}

/** The moment of the elapsed clock at which each was told. */
const heard = async (client: EventClient, clock: Clock, many: number) => {
  const began = clock.elapsed()
  await client.until(() => client.events.length >= many)
  return clock.elapsed() - began
}

test('what happens at one node is told at the other, in order and once, whoever seals the log and however that ends', async () => {
  const { clock, stop, goOn } = stoppableClock()
  const a = await group.join('a', { clock })
  const b = await group.join('b')
  const client = await follow(b)
  const posted: string[] = []
  const post = async (...at: readonly Hotel[]) => {
    for (const hotel of at) posted.push((await charge(hotel)).headers['reveille-charge'] ?? '')
  }
  expect(await sealerOf(b)).toBe('a')
  for (let round = 0; round < 5; round++) {
    await post(a)
    expect(await heard(client, systemClock(), posted.length)).toBeLessThan(LIMIT_MS)
    await post(b, a)
  }

  // As long as it says that it is alone, its silence is waited for longer.
  await eventually(async () => {
    const nodes = await b.app.database.read.nodes.list()
    expect(nodes.find(({ name }) => name === 'a')?.facts.isAlone).toBe(false)
  })
  // It dies in its tracks, with all that it has not sealed.
  stop()
  await post(b, b, b)
  await eventually(async () => expect(await sealerOf(b)).toBe('b'))
  await post(b, b)
  expect(await heard(client, systemClock(), posted.length)).toBeLessThan(LIMIT_MS)

  // It comes back, and is one of several again.
  goOn()
  await eventually(async () => {
    const nodes = (await b.app.database.read.nodes.list()).filter(({ state }) => state === 'up')
    expect(nodes.map(({ name }) => name)).toEqual(['a', 'b'])
  })
  await post(a, b, a)
  const atA = await follow(a)
  await post(b)
  await client.until(() => client.events.length >= posted.length)

  // The one that seals leaves as it should.
  await b.close()
  await post(a, a)
  await eventually(async () => expect(await sealerOf(a)).toBe('a'))
  await atA.until(() => atA.events.length >= 3)
  expect(await client.over).toBe('end')
  const rest = await EventClient.follow(`${a.url}/rest/events?kinds=inventory`, 'boss', {
    'last-event-id': String(client.lastId),
  })
  await rest.until(() => rest.events.length >= 2)

  const told = [...client.events, ...rest.events]
  expect(told).toHaveLength(posted.length)
  expect(told.map(({ id }) => id)).toEqual(told.map(({ id }) => id).toSorted((x, y) => x - y))
  expect(new Set(told.map(({ id }) => id)).size).toBe(posted.length)
  rest.hangUp()
  atA.hangUp()
})
