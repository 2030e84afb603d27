import { describe, expect, it } from 'vitest'
import { guestsFound, sharersOf } from './guests.ts'

const guest = (id: string, room: string, name: string, tenant = '') => ({
  id,
  room,
  name,
  tenant,
  vip: false,
  arrived: `2026-11-14T20:0${id}:00+01:00`,
  system: '',
  reservation: '',
  departs: null,
})
const GUESTS = [
  guest('1', '1001', 'Zoë Müller'),
  guest('2', '101', 'Mr Ito'),
  guest('3', '101', 'Ms Ito'),
  guest('4', '101', 'Eve', 'east'),
]
const ids = (words: string) => guestsFound(GUESTS, words).map(({ id }) => id)

describe('guests', () => {
  it('stand by room as a person counts, sharers as they came', () => {
    expect(ids('')).toEqual(['2', '3', '4', '1'])
  })

  it.each([
    ['ito', ['2', '3']],
    ['ITO ms', ['3']],
    ['zoe', ['1']],
    ['muller', ['1']],
    ['101 eve', ['4']],
    ['nobody', []],
  ])('%s finds %o', (words, found) => {
    expect(ids(words)).toEqual(found)
  })

  it('share a room only with those of the same house', () => {
    const [, ito] = GUESTS
    expect(ito && sharersOf(GUESTS, ito).map(({ id }) => id)).toEqual(['3'])
  })
})
