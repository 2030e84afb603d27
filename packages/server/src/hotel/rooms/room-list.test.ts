import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFailure } from '../../kernel/failure.ts'
import { chooseRooms, parseRooms, type RoomWish } from './room-list.ts'

const HOUSE = new Set(['101', '102', '104', '0201', 'E-7'])
const chosen = (wish: RoomWish) => chooseRooms(parseRooms(wish), (number) => HOUSE.has(number))

describe('rooms that are named', () => {
  it('are taken letter by letter, in their order', () => {
    expect(chosen({ room: '0201, 101,E-7' })).toEqual({
      numbers: ['0201', '101', 'E-7'],
      repeated: [],
      missing: [],
    })
  })

  it('are each meant once', () => {
    expect(chosen({ room: '101,102,101,101' })).toMatchObject({ numbers: ['101', '102'], repeated: ['101'] })
  })

  it('need not exist: whoever looks them up finds out', () => {
    expect(chosen({ room: '999' }).numbers).toEqual(['999'])
  })
})

describe('rooms of a range', () => {
  it('are those that exist; the other numbers are told', () => {
    expect(chosen({ rooms: '101-105' })).toEqual({
      numbers: ['101', '102', '104'],
      repeated: [],
      missing: ['103', '105'],
    })
  })

  it('keep leading zeros', () => {
    expect(chosen({ rooms: '0200-0202' }).numbers).toEqual(['0201'])
  })

  it('are never none', () => {
    expect(() => chosen({ rooms: '300-310' })).toThrow('There is no room from 300-310')
  })

  it('are at most 200', () => {
    const named = parseRooms({ rooms: '1-201' })
    expect(() => chooseRooms(named, () => true)).toThrow('These are 201 rooms; at most 200')
    expect(chooseRooms(parseRooms({ rooms: '1-200' }), () => true).numbers).toHaveLength(200)
  })
})

it('any text is either rooms, each once, or refused in words', () => {
  const text = fc.option(fc.string(), { nil: undefined })
  const judged = (wish: RoomWish): unknown => {
    try {
      const { numbers } = chooseRooms(parseRooms(wish), () => true)
      return numbers.length > 0 && new Set(numbers).size === numbers.length
    } catch (error) {
      return isFailure(error) && /^rooms?$/.test(String(error.detail['field']))
    }
  }
  fc.assert(
    fc.property(text, text, (room, rooms) => {
      expect(judged({ room, rooms })).toBe(true)
    }),
  )
})
