import type { NodeRecord } from '@reveille/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { type Hotel, openHotel } from './hotel.ts'
import { type NodeGroup, nodesOn } from './node-pair.ts'
import { useDatabases } from './test-databases.ts'

const { newDatabase } = useDatabases()

const nodesSeen = async (hotel: Hotel): Promise<NodeRecord[]> =>
  (await hotel.request('boss', 'GET', '/rest/system/node')).json.nodes
const ready = (hotel: Hotel) => hotel.request(null, 'GET', '/readyz')
const figures = async (hotel: Hotel) => (await hotel.request('boss', 'GET', '/metrics')).text
const drain = async (hotel: Hotel, name: string) =>
  (await hotel.request('boss', 'POST', `/rest/system/node/${name}/drain`)).status

/** What a metric says, with all its labels; none where it is not told. */
const said = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))

describe.each(['SQLite', 'PostgreSQL'])('a process that is alone, on %s', (database) => {
  test('is no node among others, and its figures carry no label', async () => {
    const hotel = await openHotel({
      databaseUrl: database === 'SQLite' ? null : await newDatabase(),
    })
    expect(await nodesSeen(hotel)).toEqual([])
    expect(await drain(hotel, 'a')).toBe(404)
    expect((await ready(hotel)).json).toEqual({
      status: 'ready',
      clock: 'in step',
      node: '',
      houses: 1,
      lines: { working: expect.any(Number), all: expect.any(Number) },
      beatMs: 0,
      schema: '0001-house',
    })
    const text = await figures(hotel)
    expect(said(text, 'reveille_wakeups_pending')).toEqual(['reveille_wakeups_pending 0'])
    expect(said(text, 'reveille_houses')).toEqual([])
    await hotel.close()
  })
})

describe('two nodes', () => {
  let group: NodeGroup
  let a: Hotel
  let b: Hotel
  beforeAll(async () => {
    group = nodesOn(await newDatabase())
    a = await group.join('a')
    b = await group.join('b')
  })
  afterAll(() => group.close())

  test('are shown by both alike, each with what lives there and how it fares', async () => {
    await eventually(async () => {
      for (const { houses, diskFree } of await nodesSeen(b))
        expect([houses.length, diskFree]).toEqual([1, 2 ** 39])
    })
    for (const hotel of [a, b]) {
      const seen = await nodesSeen(hotel)
      expect(seen).toMatchObject([
        { name: 'a', state: 'up', version: '0.1.0', schema: '0001-house' },
        { name: 'b', state: 'up', clockAheadMs: 0, callsUp: 0 },
      ])
      expect(seen.flatMap(({ houses }) => houses).toSorted()).toEqual(['', '@log'])
      for (const { beatMs } of seen) expect(beatMs).toBeLessThan(15_000)
    }
  })

  test('say who they are when a load balancer asks, and what is counted of all only once', async () => {
    expect((await ready(b)).json).toMatchObject({
      status: 'ready',
      node: 'b',
      houses: 1,
      schema: '0001-house',
    })
    const texts = [await figures(a), await figures(b)]
    const pending = texts.flatMap((text) => said(text, 'reveille_wakeups_pending'))
    expect(pending).toHaveLength(1)
    expect(pending[0]).toMatch(/^reveille_wakeups_pending\{node="[ab]"\} 0$/)
    expect(texts.flatMap((text) => said(text, 'reveille_houses'))).toEqual([
      'reveille_houses{node="a"} 1',
      'reveille_houses{node="b"} 1',
    ])
    for (const text of texts)
      for (const name of ['takeovers', 'fenced', 'permit_lost'])
        expect(said(text, `reveille_${name}_total`)).toHaveLength(1)
  })

  test('are not both drained at once: one is refused, and keeps the houses', async () => {
    const pair = nodesOn(await newDatabase())
    const both = [await pair.join('a'), await pair.join('b')] as const
    const answers = await Promise.all([drain(both[0], 'a'), drain(both[1], 'b')])
    const states = (await nodesSeen(both[0])).map(({ state }) => state)
    await pair.close()
    expect(answers.toSorted()).toEqual([200, 409])
    expect(states.toSorted()).toEqual(['leaving', 'up'])
  })

  test('hand over everything when they are to be stopped, but not the last of them', async () => {
    expect(await drain(a, 'nobody')).toBe(404)
    expect(await drain(b, 'a')).toBe(200)
    await eventually(async () => {
      const homes = (await nodesSeen(b)).map(({ name, state, houses }) => [name, state, houses.length])
      expect(homes).toEqual([
        ['a', 'leaving', 0],
        ['b', 'up', 2],
      ])
    })
    await eventually(async () => {
      const { status, json } = await ready(a)
      expect([status, json.code]).toEqual([503, 'house.lost'])
    })
    expect((await ready(b)).status).toBe(200)
    expect([await drain(a, 'a'), await drain(a, 'b')]).toEqual([200, 409])
    const { log } = (await a.request('boss', 'GET', '/rest/log?kind=house')).json
    expect(log).toMatchObject([{ kind: 'house.drained', actor: 'boss', detail: { node: 'a' } }])
  })
})
