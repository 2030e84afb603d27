import { expect, it } from 'vitest'
import { FewAtATime, type RowKey } from './few-at-a-time.ts'

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** How many are on the page after each frame, until all are. */
function frames(few: FewAtATime, keys: readonly RowKey[]): readonly number[] {
  const later = few.laterOf(keys)
  few.drew(keys, later)
  return [keys.length - later.size, ...(later.size === 0 ? [] : frames(few, keys))]
}

it('what is there first of all is drawn together', () => {
  expect(frames(new FewAtATime(lines(0, 40)), lines(0, 40))).toEqual([40])
})

it('of a party that is unfolded ten rooms come with each frame, and what was there stays', () => {
  const few = new FewAtATime(lines(0, 5))
  expect(few.laterOf([...lines(0, 3), ...lines(100, 124), 3, 4])).toEqual(new Set(lines(110, 124)))
  expect(frames(few, [...lines(0, 3), ...lines(100, 124), 3, 4])).toEqual([15, 25, 29])
})

it('what has left the page comes again like the first time', () => {
  const few = new FewAtATime(lines(0, 20))
  few.drew(lines(50, 60), new Set())
  expect(frames(few, lines(0, 20))).toEqual([10, 20])
})
