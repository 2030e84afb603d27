import { expect, it } from 'vitest'
import { namedWithin, type PartyRoom } from './party.ts'

const rooms = (...names: readonly string[]): readonly PartyRoom[] =>
  names.map((name, at) => ({ room: String(110 + at), name }))

it.each([
  ['Miller Rossi Petit', 7, 340, 2],
  ['Miller Rossi Petit', 7, 440, 3],
  ['Brunner Miller Rossi', 10, 340, 2],
  ['Miller Rossi', 30, 185, 0],
  ['Miller Rossi Petit', 7, 260, 1],
  ['Ito Li Wu', 3, 340, 3],
  ['Miller Rossi', 2, 260, 2],
  ['Featherstonehaugh-Cholmondeley Rossi', 2, 340, 0],
])('of a party of %s …, %i rooms, on %i px: %i are named', (names, all, px, count) => {
  expect(namedWithin(rooms(...names.split(' ')), all, px)).toBe(count)
})

it('a room of which nobody is known takes less', () => {
  expect(namedWithin(rooms('Miller', '', ''), 7, 340)).toBe(3)
})
