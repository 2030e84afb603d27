import { expect, test } from 'vitest'
import { node } from '../../../testing/records.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import type { Node } from './node.ts'
import { NO_FACTS } from './node-facts.ts'
import { deadAmong, livingAmong, look, NOTHING_SEEN } from './sightings.ts'

const A = { lease: 'a1', machine: 'm1', silenceOf: () => minutes(15) }
const KNOWS_US = { ...NO_FACTS, sees: ['a1', 'b1'] }
const b = (beat: number, of: Partial<Node> = {}) =>
  node({ lease: 'b1', name: 'b', machine: 'm2', beat, facts: KNOWS_US, ...of })

/** Beats of node b as node a reads them, `[moment, beat]`; then those that a takes for dead. */
function deadAfter(views: readonly (readonly [number, number])[], of: Partial<Node> = {}) {
  let seen = NOTHING_SEEN
  for (const [at, beat] of views) seen = look(seen, [b(beat, of)], seconds(at))
  return deadAmong(seen, [b(views.at(-1)?.[1] ?? 0, of)], A).map(({ name }) => name)
}

const everySecond = (from: number, to: number, beat: (at: number) => number) =>
  Array.from({ length: to - from + 1 }, (_, n) => [from + n, beat(from + n)] as const)

test.each([
  ['beats', everySecond(0, 20, (at) => at), []],
  ['has been silent for 4 s', everySecond(0, 9, (at) => Math.min(at, 5)), []],
  ['has been silent for 5 s', everySecond(0, 10, (at) => Math.min(at, 5)), ['b']],
  ['is back after 4 s', everySecond(0, 9, (at) => (at === 9 ? 9 : Math.min(at, 5))), []],
  ['was never seen beating', everySecond(0, 899, () => 7), []],
  ['was never seen beating, for the whole time that it may ring', everySecond(0, 900, () => 7), ['b']],
  [
    'is silent, but so were we',
    [...everySecond(0, 5, (at) => at), [60, 5] as const, [61, 5] as const, [64, 5] as const],
    [],
  ],
  [
    'is silent, and 5 s have passed since we are back',
    [...everySecond(0, 5, (at) => at), ...everySecond(60, 65, () => 5)],
    ['b'],
  ],
])('a node that %s', (_, views, dead) => {
  expect(deadAfter(views)).toEqual(dead)
})

test('one that has not seen us yet may ring from memory, and is waited for as long as it may', () => {
  const silent = (to: number) => everySecond(0, to, (at) => Math.min(at, 5))
  expect(deadAfter(silent(60), { facts: NO_FACTS })).toEqual([])
  expect(deadAfter(silent(905), { facts: NO_FACTS })).toEqual(['b'])
})

test('who has beaten a moment ago is living, and one of before is not', () => {
  const old = node({ lease: 'o1', name: 'o', machine: 'm3', beat: 9 })
  let seen = NOTHING_SEEN
  for (const at of [0, 1, 2, 3, 4, 5, 6]) seen = look(seen, [b(at), old], seconds(at))
  expect(livingAmong(seen, [b(6), old]).map(({ name }) => name)).toEqual(['b'])
})

test('a predecessor in the same folder is dead at once, and one that was declared lost is not declared again', () => {
  expect(deadAfter([[0, 3]], { name: 'a', machine: 'm1' })).toEqual(['a'])
  expect(
    deadAfter(
      everySecond(0, 20, (at) => Math.min(at, 5)),
      { state: 'lost' },
    ),
  ).toEqual([])
})

test('one of our name in another folder may be alive, and is waited for like any other', () => {
  expect(deadAfter([[0, 3]], { name: 'a' })).toEqual([])
  expect(
    deadAfter(
      everySecond(0, 10, (at) => Math.min(at, 5)),
      { name: 'a' },
    ),
  ).toEqual(['a'])
})

test('we are never dead to ourselves', () => {
  const ours = node({ ...A, beat: 1 })
  const seen = look(look(NOTHING_SEEN, [ours], 0), [ours], minutes(60))
  expect(deadAmong(seen, [ours], A)).toEqual([])
})
