import type { BoardRecord } from '@reveille/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import { CALLS, conditionOf, ROOMS } from '../../testing/house-nouns.ts'
import { type Noun, type Paper, PAPERS, PaperServer, settled } from '../../testing/paper-server.ts'
import { callChange, type LiveCall, reduceCall } from '../hotel/calls/live-call.ts'
import { alarmChange, houseEventOf } from '../hotel/house-event.ts'
import { reduceRooms, roomChange } from '../hotel/reduce-room.ts'
import { Feed, type FeedNeeds } from './feed.ts'
import { LinkRunner } from './link-runner.ts'

const LONG = 10 * 60_000
const REST_EVERY = 2

/** Records of one kind: what becomes of them, and how a page follows it. */
interface Followed<V> extends Pick<FeedNeeds<V>, 'keyOf' | 'change' | 'reduce'> {
  readonly noun: Noun<V>
  /** What of a record the server knows as well. */
  readonly known: (record: V) => V
}

const papers: Followed<Paper> = {
  noun: PAPERS,
  keyOf: ({ id }) => id,
  change: alarmChange,
  known: (paper) => paper,
}
const rooms: Followed<BoardRecord> = {
  noun: ROOMS,
  keyOf: ({ number }) => number,
  change: roomChange,
  reduce: (event, found) => reduceRooms(event, found, conditionOf),
  known: (room) => room,
}
const calls: Followed<LiveCall> = {
  noun: CALLS,
  keyOf: ({ id }) => id,
  change: callChange,
  reduce: (event, [call]) => {
    const reduced = call === undefined ? null : reduceCall(call, event)
    return reduced === null ? null : [reduced]
  },
  known: ({ rings: _, ...call }) => call,
}

/** A page that follows the server, as the house does it. */
function openPage<V>(server: PaperServer<V>, { noun: _, known: __, ...follows }: Followed<V>) {
  const clock = handClock(1_000_000)
  const heard: string[] = []
  let isFirst = true
  const { readAll, readSome, follow } = server
  const feed = new Feed<V>({ clock, ...follows, readAll, readSome })
  const runner = new LinkRunner({
    clock,
    ids: { key: () => 'k', chance: () => 0 },
    follow,
    onCaughtUp: (isFresh, seal) => {
      if (isFirst) void feed.readUpTo(seal).catch(() => {})
      else if (isFresh || !feed.isWhole) void feed.readAll().catch(() => {})
      isFirst = false
    },
    onEvent: ({ id, event, data }) => {
      heard.push(id)
      const told = houseEventOf(event, data)
      if (told !== null) feed.hear(told)
    },
    onSignedOut: () => {},
  })
  // As the check does it every minute; but what events should have told is not healed here.
  clock.every(60_000, () => {
    if (!feed.isWhole) void feed.check().catch(() => {})
  })
  /** Somebody looks at another day: everything is read. */
  const look = () => void feed.readAll().catch(() => {})
  const shown = () => feed.store.keys().flatMap((key) => feed.store.get(key) ?? [])
  /** Beside one another: the lists, and the stream. */
  const open = () => {
    runner.open()
    feed.begin().catch(() => {})
  }
  return { clock, open, runner, look, heard, shown }
}

const id = fc.constantFrom('1', '2', '3', '4', '5')
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tear' as const), id }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), rows: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), place: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), place: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 60, 1_500) }),
  },
)
type Page = Pick<ReturnType<typeof openPage>, 'clock' | 'look'>
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

/** A connection from its beginning to its end, and how long nobody could be reached after it. */
const round = fc.record({
  deeds: fc.array(deed, { maxLength: 12 }),
  cut: fc.constantFrom('ended', 'unreachable', 'silent'),
  missed: fc.array(id, { maxLength: 3 }),
  away: fc.constantFrom(0, 500, 40_000, LONG),
})

async function carryOut<V>(server: PaperServer<V>, { clock, look }: Page, one: Deed) {
  switch (one.do) {
    case 'write':
      return server.write(one.id)
    case 'tear':
      return server.tear(one.id)
    case 'tell':
      return server.tell(one.rows)
    case 'answer':
      return server.let('answer', one.place)
    case 'lose':
      return server.let('fail', one.place)
    case 'look':
      return look()
    case 'wait':
      clock.advance(one.ms)
      return settled()
  }
}

/** The network is well again, and everything arrives. */
async function comeToRest<V>(server: PaperServer<V>, { clock }: Page) {
  for (let turn = 0; turn < 8; turn++) {
    clock.advance(20_000)
    await settled()
    server.tell(1_000)
    while (server.waiting > 0) await server.let('answer')
    clock.advance(60)
    await settled()
  }
}

/** One text for all of them, in whatever order they and their fields came. */
const textOf = <V>({ keyOf, known }: Followed<V>, records: Iterable<V>): string =>
  JSON.stringify(
    [...records]
      .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
      .map((one) => Object.entries(known(one) ?? {}).toSorted(([a], [b]) => a.localeCompare(b))),
  )

type Round = typeof round extends fc.Arbitrary<infer R> ? R : never

/** Breaks the connection once for each round; the page is looked at whenever everything has come to rest. */
async function lifeOf<V>(rounds: readonly Round[], followed: Followed<V>): Promise<void> {
  let isSame = true
  const server = new PaperServer(followed.noun)
  const page = openPage(server, followed)
  page.open()
  for (const [at, { deeds, cut, missed, away }] of rounds.entries()) {
    for (const one of deeds) await carryOut(server, page, one)
    server.cut(cut)
    server.isUp = away === 0
    for (const one of missed) server.write(one)
    await settled()
    page.clock.advance(away)
    await settled()
    server.isUp = true
    page.clock.advance(5_000)
    await settled()
    if ((at + 1) % REST_EVERY !== 0) continue
    await comeToRest(server, page)
    isSame &&= textOf(followed, page.shown()) === textOf(followed, server.papers.values())
  }
  expect(isSame).toBe(true)
  expect(page.runner.link.get().state).toBe('live')
  expect(page.heard).toEqual([...new Set(page.heard)])
}

const roundsOf = (count: number) => fc.array(round, { minLength: count, maxLength: count })

/** Each kind has a run of its own: what is asked of it differs. */
const KINDS: readonly (readonly [of: string, life: (rounds: readonly Round[]) => Promise<void>])[] = [
  ['papers', (rounds) => lifeOf(rounds, papers)],
  ['rooms', (rounds) => lifeOf(rounds, rooms)],
  ['calls', (rounds) => lifeOf(rounds, calls)],
]

describe.each(KINDS)('a page of %s whose connection breaks again and again', (_, life) => {
  it('shows in the end what the server has, and was told nothing twice: one page, 1,000 times', async () => {
    await fc.assert(fc.asyncProperty(roundsOf(1_000), life), { numRuns: 1, endOnFailure: true })
  })

  // Short lives, so that what fails is told by the few deeds that make it fail.
  it('and so do fifty others, 20 times each', async () => {
    await fc.assert(fc.asyncProperty(roundsOf(20), life), { numRuns: 50 })
  })
})
