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
  expect(roomsIn(text)).toEqual({ parts: [], rooms: [], twice: [], wrong: [text] })
})

it.each([
  ['101-103\n102', [], [{ range: '101-103' }], ['102']],
  ['101, 101', [], [{ number: '101' }], ['101']],
  ['101-105', ['101', '103'], [{ number: '102' }, { range: '104-105' }], ['101', '103']],
  ['0101-0103', ['0101'], [{ range: '0102-0103' }], ['0101']],
  ['spa', ['spa'], [], ['spa']],
])('of %j each room is sent once, and none that is there', (text, there, parts, twice) => {
  const { rooms, ...read } = roomsIn(text, there)
  expect(read).toEqual({ parts, twice, wrong: [] })
  expect(new Set(rooms).size).toBe(rooms.length)
})

it('rooms stand on floors', () => {
  expect(floorsOf(['101', '102', '0201', 'spa'])).toEqual([
    ['1', ['101', '102']],
    ['2', ['0201']],
    ['', ['spa']],
  ])
})
