import { describe, expect, it } from 'vitest'
import { folded, writtenRooms } from './written-rooms.ts'

describe('many rooms', () => {
  it.each([
    ['106', '106'],
    ['106 107', '106, 107'],
    ['106 107 108 110', '106–108, 110'],
    ['098 099 100', '098–100'],
    ['99 100 101', '99, 100, 101'],
    ['110A 110B 110C', '110A, 110B, 110C'],
    ['', ''],
  ])('%s are written %s', (rooms, written) => {
    expect(writtenRooms(rooms.split(' ').filter((room) => room !== ''))).toBe(written)
  })

  it('of which the same is told are told together from four on, and a few each by itself', () => {
    const told = (rooms: string) => folded(rooms.split(' '), (room) => room.charAt(0))
    expect(told('101 201 102 103')).toEqual([['101'], ['102'], ['103'], ['201']])
    expect(told('101 201 102 103 104')).toEqual([['101', '102', '103', '104'], ['201']])
  })
})
