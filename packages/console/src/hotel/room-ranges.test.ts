import { expect, it } from 'vitest'
import { floorsOf, roomsIn } from './room-ranges.ts'

it.each([
  ['101-103', ['101', '102', '103']],
  ['0101 – 0102\n201', ['0101', '0102', '201']],
  ['spa, 301', ['spa', '301']],
])('%j are rooms', (text, rooms) => {
  expect(roomsIn(text)).toMatchObject({ rooms, wrong: [] })
})

it.each(['103-101', '98-102', '1-9999', 'two words'])('%j is none', (text) => {
  expect(roomsIn(text)).toEqual({ parts: [], rooms: [], wrong: [text] })
})

it('rooms stand on floors', () => {
  expect(floorsOf(['101', '102', '0201', 'spa'])).toEqual([
    ['1', ['101', '102']],
    ['2', ['0201']],
    ['', ['spa']],
  ])
})
