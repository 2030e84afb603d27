import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import { type Paper, PaperServer, settled } from '../../testing/paper-server.ts'
import { alarmChange, houseEventOf } from '../hotel/house-event.ts'
import { Feed } from './feed.ts'
import { LinkRunner } from './link-runner.ts'

const LONG = 10 * 60_000
const REST_EVERY = 2

/** A page that follows the server, as the house does it. */
function openPage(server: PaperServer) {
  const clock = handClock(1_000_000)
  const heard: string[] = []
  let isFirst = true
  const { readAll, readSome, follow } = server
  const feed = new Feed<Paper>({ clock, keyOf: ({ id }) => id, change: alarmChange, readAll, readSome })
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
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

/** A connection from its beginning to its end, and how long nobody could be reached after it. */
const round = fc.record({
  deeds: fc.array(deed, { maxLength: 12 }),
  cut: fc.constantFrom('ended', 'unreachable', 'silent'),
  missed: fc.array(id, { maxLength: 3 }),
  away: fc.constantFrom(0, 500, 40_000, LONG),
})

async function carryOut(server: PaperServer, { clock, look }: ReturnType<typeof openPage>, one: Deed) {
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
async function comeToRest(server: PaperServer, { clock }: ReturnType<typeof openPage>) {
  for (let turn = 0; turn < 8; turn++) {
    clock.advance(20_000)
    await settled()
    server.tell(1_000)
    while (server.waiting > 0) await server.let('answer')
    clock.advance(60)
    await settled()
  }
}

const byId = (papers: Iterable<Paper>) => [...papers].toSorted((one, other) => one.id.localeCompare(other.id))

type Round = typeof round extends fc.Arbitrary<infer R> ? R : never

/** Breaks the connection once for each round; the page is looked at whenever everything has come to rest. */
async function lifeOf(rounds: readonly Round[]): Promise<void> {
  let isSame = true
  const server = new PaperServer()
  const page = openPage(server)
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
    isSame &&= JSON.stringify(byId(page.shown())) === JSON.stringify(byId(server.papers.values()))
  }
  expect(isSame).toBe(true)
  expect(page.runner.link.get().state).toBe('live')
  expect(page.heard).toEqual([...new Set(page.heard)])
}

const roundsOf = (count: number) => fc.array(round, { minLength: count, maxLength: count })

describe('a page whose connection breaks again and again', () => {
  it('shows in the end what the server has, and was told nothing twice: one page, 1,000 times', async () => {
    await fc.assert(fc.asyncProperty(roundsOf(1_000), lifeOf), { numRuns: 1, endOnFailure: true })
  })

  // Short lives, so that what fails is told by the few deeds that make it fail.
  it('and so do fifty others, 20 times each', async () => {
    await fc.assert(fc.asyncProperty(roundsOf(20), lifeOf), { numRuns: 50 })
  })
})
