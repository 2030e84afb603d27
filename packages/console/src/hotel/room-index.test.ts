import type { BoardRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { mayBeEntry, RoomIndex } from './room-index.ts'

const room = (number: string, ...guests: string[]): BoardRecord => ({
  number,
  name: '',
  tenant: '',
  floor: '',
  section: '',
  extension: number,
  vip: false,
  language: 'en',
  occupied: guests.length > 0,
  guests: guests.map((name) => ({ id: name, name, vip: false, arrived: '2026-11-14T12:00:00+01:00' })),
  status: null,
  marks: [],
  next: null,
  pending: 0,
  occupiedSince: null,
})

const INDEX = new RoomIndex([
  room('2140'),
  room('214', 'Ms Müller'),
  room('311', 'Miller'),
  room('21', 'Chen'),
])
const found = (typed: string) => INDEX.find(typed, 8).map(({ number }) => number)

describe('a room is found', () => {
  it('by its number, the very one first', () => {
    expect(found('21')).toEqual(['21', '2140', '214'])
    expect(found('214')).toEqual(['214', '2140'])
  })

  it('by the name of who stays there, with or without dots', () => {
    expect(found('mull')).toEqual(['214'])
    expect(found('MÜLLER')).toEqual(['214'])
    expect(found('mi')).toEqual(['311'])
    expect(found('iller')).toEqual([])
  })

  it('and is not named by its number twice', () => {
    const named = new RoomIndex([
      { ...room('214', 'Miller'), name: 'Room 214' },
      { ...room('501'), name: 'Suite 501' },
    ])
    expect(named.find('room', 8)).toMatchObject([{ number: '214', names: ['Miller'] }])
    expect(named.find('suite', 8)).toMatchObject([{ number: '501', names: ['Suite 501'] }])
  })

  it('among two thousand, again and again, as long as they are few to show', () => {
    const many = new RoomIndex(
      Array.from({ length: 2_000 }, (_, at) => room(String(1000 + at), `Guest no${at}`)),
    )
    expect(many.find('guest', 8)).toHaveLength(8)
    expect(many.find('1999', 8).map(({ number }) => number)).toEqual(['1999'])
  })

  it.each([
    ['214 0630', true],
    ['x 214', true],
    ['214,311 0700', true],
    ['@miller 7am', true],
    ['214', false],
    ['999 0630', false],
    ['go to rooms', false],
  ])('and %s may be a line of the entry: %s', (typed, isOne) => {
    expect(mayBeEntry(typed, INDEX)).toBe(isOne)
  })
})
