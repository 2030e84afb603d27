import { describe, expect, it } from 'vitest'
import { RoomBook } from '../../../hotel/entry/entry-rooms.ts'
import type { EntryHouse } from '../../../hotel/entry/reading.ts'
import { placeForRoom } from './place-for-room.ts'
import { saidLines } from './said-lines.ts'

const HOUSE: EntryHouse = {
  book: new RoomBook(['101', '102'].map((number) => ({ number, floor: '1' }))),
  today: '2026-11-15',
  minute: 1200,
  clock: 24,
  prompts: [],
  seesNames: true,
  parties: () => [],
  namesIn: () => [],
}

describe('where one more room is typed', () => {
  it.each([
    ['', '|'],
    ['101', '101,|'],
    ['101 ', '101,|'],
    ['101,', '101,|'],
    ['101 0630', '101,| 0630'],
    ['101,102 0630 daily', '101,102,| 0630 daily'],
    ['x 101', 'x 101,|'],
    ['101 tomorrow', '101,| tomorrow'],
    ['999', '999,|'],
    ['101 0630\n102', '101 0630\n102,|'],
  ])('in "%s": %s', (text, expected) => {
    const { text: next, caret } = placeForRoom(text, saidLines(text, HOUSE))
    expect(`${next.slice(0, caret)}|${next.slice(caret)}`).toBe(expected)
  })
})
