import type { BoardRecord } from '@reveille/contract'
import { expect, it } from 'vitest'
import { Client } from '../api/client.ts'
import { handClock } from '../../testing/hand-clock.ts'
import { room } from '../../testing/rooms.ts'
import { openDrawer } from '../kernel/storage.ts'
import { KeyedStore } from './keyed-store.ts'
import { RoomReports } from './room-reports.ts'

/** A server that stores whatever is reported, and keeps how much that was each time. */
function openReports() {
  const asked: string[] = []
  let drawn = 0
  const [clock, ids] = [handClock(0), { key: () => `key-${++drawn}`, chance: () => 0 }]
  const client = new Client({
    request: (_, init) => {
      asked.push(String(init?.body))
      return Promise.resolve(Response.json({ error: 0, changes: [] }))
    },
    clock,
    ids,
    tenant: () => '',
    csrf: () => 'token',
    untouchedMs: () => 0,
    signIn: () => Promise.resolve(false),
    unlock: () => Promise.resolve(false),
    sawBuild: () => {},
    onUnreachable: () => {},
  })
  const reports = new RoomReports({
    client,
    clock,
    ids,
    drawer: openDrawer(),
    rooms: new KeyedStore<BoardRecord>((act) => act()),
    session: () => ({ account: 'maria', site: { id: 'bellevue' } }),
  })
  return { reports, asked }
}

it('a house of 1,201 rooms is reported in parts that the server takes, and every room is in one of them', async () => {
  const { reports, asked } = openReports()
  const rooms = Array.from({ length: 1_201 }, (_, at) => room(String(1_000 + at)))
  reports.report(rooms, { id: '2', description: 'Dirty' })
  await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(3)
  const parts = asked.map((body) => [...body.matchAll(/"room":"(\d+)"/g)].map(([, number]) => number))
  expect(parts.map(({ length }) => length)).toEqual([500, 500, 201])
  expect(parts.flat()).toEqual(rooms.map(({ number }) => number))
})
