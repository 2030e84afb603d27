import { describe, expect, it } from 'vitest'
import { groupAt, linesNear, type TileStep, stepFrom, topOfRoom } from './board-window.ts'

const SHAPE = { columns: 10, head: 58, line: 90 }
const floors = (count: number, rooms: number) => Array.from({ length: count }, () => rooms)
const drawn = (counts: readonly number[], columns: number, top: number, height: number) =>
  linesNear(counts, { ...SHAPE, columns }, { top, height }).reduce(
    (sum, { from, to }) => sum + (to - from) * columns,
    0,
  )

it('a board of 300 rooms is drawn whole, once what is seen has been drawn', () => {
  expect(linesNear([100, 200], SHAPE, { top: 900, height: 700 })).toEqual([
    { from: 0, to: 10, all: 10 },
    { from: 0, to: 20, all: 20 },
  ])
  expect(linesNear([100, 200], SHAPE, { top: 0, height: 700 }, true)[1]?.to).toBe(0)
  expect(linesNear([100, 201], SHAPE, { top: 0, height: 700 })[1]?.to).toBeLessThan(21)
})

describe('of a large board', () => {
  it.each([
    [10, 0, 900],
    [10, 9_000, 900],
    [18, 4_000, 1_300],
    [1, 50_000, 700],
  ])('%s columns, from %s px on: at most 500 tiles are drawn', (columns, top, height) => {
    expect(drawn(floors(40, 50), columns, top, height)).toBeLessThanOrEqual(500)
  })

  it('what is seen is drawn, also of one floor with all rooms', () => {
    const [lines] = linesNear([2_000], SHAPE, { top: 9_000, height: 900 })
    expect(lines?.from).toBeLessThanOrEqual(99)
    expect(lines?.to).toBeGreaterThanOrEqual(110)
    expect((lines?.to ?? 0) - (lines?.from ?? 0)).toBeLessThanOrEqual(50)
  })

  it('every room has its place before it is drawn', () => {
    expect(topOfRoom([25, 25], SHAPE, { group: 1, at: 12 })).toBe(58 + 3 * 90 + 58 + 90)
  })

  it.each([
    [-40, 0],
    [0, 0],
    [327, 0],
    [328, 1],
    [9_000, 2],
  ])('from %s px on, floor %s is seen first', (top, group) => {
    expect(groupAt([25, 25, 25], SHAPE, top)).toBe(group)
  })
})

describe('an arrow', () => {
  it.each<[TileStep, [number, number], [number, number]]>([
    ['right', [0, 0], [0, 1]],
    ['right', [0, 11], [1, 0]],
    ['left', [1, 0], [0, 11]],
    ['left', [0, 0], [0, 0]],
    ['down', [0, 0], [0, 5]],
    ['down', [0, 8], [0, 11]],
    ['down', [0, 11], [1, 1]],
    ['down', [1, 2], [1, 2]],
    ['up', [1, 2], [0, 11]],
    ['up', [0, 7], [0, 2]],
    ['first', [0, 7], [0, 0]],
    ['last', [0, 7], [0, 11]],
  ])('%s from %o leads to %o', (step, [group, at], [toGroup, toAt]) => {
    expect(stepFrom([12, 3], 5, { group, at }, step)).toEqual({ group: toGroup, at: toAt })
  })
})
