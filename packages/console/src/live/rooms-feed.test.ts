import type { BoardRecord } from '@reveille/contract'
import { expect, it } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import { room } from '../../testing/rooms.ts'
import type { Client } from '../api/client.ts'
import type { HouseEvent } from '../hotel/house-event.ts'
import { Feed } from './feed.ts'
import { roomFeed } from './house-feeds.ts'

const report = (number: string, tenant = ''): HouseEvent => ({
  kind: 'room.status.changed',
  at: '2026-11-14T20:00:00+01:00',
  room: number,
  actor: 'maria',
  wakeup: null,
  call: null,
  detail: { status: { id: '1', description: 'Clean' }, user: 'maria', room: number, tenant },
})

/** A server with these rooms, that writes down what it is asked. */
function writer(rooms: readonly BoardRecord[]) {
  const asked: string[] = []
  const call = (id: string, { params }: { readonly params: { readonly number: string } }) => {
    asked.push(`${id} ${params.number}`)
    return Promise.resolve(rooms.find(({ number }) => number === params.number))
  }
  const list = (id: string) => {
    asked.push(id)
    return Promise.resolve({ answer: { rooms }, seal: 0 })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler knows the operations, this does not
  return { asked, client: { call, list } as unknown as Client }
}

/** What it asks from here on is written down. */
async function openBoard(rooms: readonly BoardRecord[]) {
  const clock = handClock(0)
  const { asked, client } = writer(rooms)
  const feed = new Feed<BoardRecord>(roomFeed({ client, clock }, () => 'clean'))
  await feed.readAll()
  clock.advance(0)
  asked.length = 0
  return { feed, clock, asked }
}

it('a floor of 100 is shown in one go, and nothing is asked of the server for it', async () => {
  const numbers = Array.from({ length: 100 }, (_, at) => String(301 + at))
  const { feed, clock, asked } = await openBoard(numbers.map((number) => room(number)))
  let shown = 0
  feed.store.watchAll(() => void shown++)
  for (const number of numbers) feed.hear(report(number))
  clock.advance(10_000)
  expect([shown, asked]).toEqual([1, []])
  expect(feed.store.get(' 400')?.status?.description).toBe('Clean')
})

it('of two rooms of one number, that of the other tenant stays as it is', async () => {
  const { feed, clock } = await openBoard([room('301'), room('301', { tenant: 'east' })])
  const told: string[] = []
  for (const key of feed.store.keys()) feed.store.watch(key, () => void told.push(key))
  feed.hear(report('301', 'east'))
  clock.advance(0)
  expect(told).toEqual(['east 301'])
})

it('rings are read once they have come to rest, many at once', async () => {
  const { feed, clock, asked } = await openBoard([room('301'), room('302')])
  for (const number of ['301', '302', '301', '302'])
    feed.hear({ ...report(number), kind: 'wakeup.calling', detail: {} })
  clock.advance(1_000)
  expect(asked).toEqual([])
  clock.advance(2_000)
  expect(asked).toEqual(['board.get 301', 'board.get 302'])
})

it('of a number that two houses have, nobody is asked what room it is: all are read', async () => {
  const { feed, clock, asked } = await openBoard([room('301'), room('301', { tenant: 'east' }), room('302')])
  for (const number of ['301', '302']) feed.hear({ ...report(number), kind: 'wakeup.calling', detail: {} })
  clock.advance(3_000)
  expect(asked).toEqual(['board.list'])
})
