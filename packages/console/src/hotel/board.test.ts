import type { BoardRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { room } from '../../testing/rooms.ts'
import {
  type BoardFilter,
  roomCounts,
  groupsOf,
  isLate,
  isOdd,
  isSought,
  KeptGroups,
  partedByDnd,
  shownRoom,
  typedRoom,
  USUAL_LIMITS,
} from './board.ts'
import { mustBeAsked, statusesFor } from './room-status.ts'

const NOW = Date.parse('2026-11-15T10:41:00+01:00')
const HOUR = 3_600_000
const status = (condition: string, hoursAgo = 1) => ({
  id: '1',
  description: condition,
  condition,
  changed: new Date(NOW - hoursAgo * HOUR).toISOString(),
  user: 'maria',
})
const shown = (number: string, fields: Partial<BoardRecord> = {}) =>
  shownRoom(room(number, fields), undefined)
const dnd = (until: string | null) => [{ mark: 'dnd' as const, since: '', user: '', until, note: '' }]
const ALL: BoardFilter = { state: null, floor: null, occupied: false, dnd: false, late: false, odd: false }
const numbers = (rooms: readonly { record: BoardRecord }[]) => rooms.map(({ record }) => record.number)

describe('the board', () => {
  it('stands by floor as a person counts, and what has no floor last', () => {
    const rooms = ['201', '1001', '999', '0101'].map((number) => shown(number))
    expect(groupsOf([...rooms, shown('Spa', { floor: '' })], 'floor').map(({ name }) => name)).toEqual([
      '01',
      '2',
      '9',
      '10',
      '',
    ])
  })

  it('stands by state in the order of the work', () => {
    const rooms = [
      shown('1', { status: status('clean') }),
      shown('2'),
      shown('3', { status: status('dirty') }),
    ]
    expect(groupsOf(rooms, 'state').map(({ name }) => name)).toEqual(['dirty', 'clean', 'unreported'])
    expect(roomCounts(rooms)).toEqual({ clean: 1, unreported: 1, dirty: 1 })
  })
  it('stay the same but for the one whose room has changed', () => {
    const kept = new KeptGroups()
    const [one, other] = [shown('101', { floor: '1' }), shown('201', { floor: '2' })]
    const before = kept.of(groupsOf([one, other], 'floor'))
    const after = kept.of(groupsOf([one, shown('201', { floor: '2', status: status('dirty') })], 'floor'))
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
  })

  it('shows what was reported here before the server knows it', () => {
    const held = {
      status: { id: '1', description: 'Clean', condition: 'clean' },
      at: '2026-11-15T09:41:00Z',
      who: 'eva',
    }
    expect(shownRoom(room('301', { status: status('dirty') }), held)).toMatchObject({
      condition: 'clean',
      since: NOW,
      by: 'eva',
      isHeld: true,
    })
  })

  it.each([
    ['dirty', 3.9, false],
    ['dirty', 4, true],
    ['in_progress', 1, true],
    ['clean', 90, false],
  ])('a room %s for %s h is late: %s', (condition, hours, late) => {
    expect(isLate(shown('301', { status: status(condition, hours) }), USUAL_LIMITS, NOW)).toBe(late)
  })

  it.each<[string, Partial<BoardRecord>, boolean]>([
    ['out of order and somebody stays', { occupied: true, status: status('out_of_order') }, true],
    ['out of order and empty', { status: status('out_of_order') }, false],
    [
      'inspected before they came',
      { occupied: true, status: status('inspected', 5), occupiedSince: hoursAgo(2) },
      false,
    ],
    [
      'inspected since they came',
      { occupied: true, status: status('inspected', 1), occupiedSince: hoursAgo(2) },
      true,
    ],
  ])('%s: %o is odd: %s', (_, fields, odd) => {
    expect(isOdd(shown('301', fields))).toBe(odd)
  })

  it('finds by state, floor, occupancy and marks that are not over', () => {
    const rooms = [
      shown('301', { occupied: true, status: status('dirty', 5), marks: dnd(null) }),
      shown('302', { status: status('dirty') }),
      shown('401', { marks: dnd('2026-11-15T10:00:00+01:00') }),
    ]
    const found = (filter: Partial<BoardFilter>) =>
      numbers(rooms.filter((one) => isSought(one, { ...ALL, ...filter }, USUAL_LIMITS, NOW)))
    expect(found({ state: 'dirty' })).toEqual(['301', '302'])
    expect(found({ state: 'unreported' })).toEqual(['401'])
    expect(found({ floor: '4' })).toEqual(['401'])
    expect(found({ occupied: true })).toEqual(['301'])
    expect(found({ dnd: true })).toEqual(['301'])
    expect(found({ late: true })).toEqual(['301'])
  })

  it('leaves those alone who do not want to be disturbed, unless somebody says otherwise', () => {
    const rooms = [shown('301'), shown('302', { marks: dnd(null) })]
    const parted = partedByDnd(rooms, false, NOW)
    expect([numbers(parted.meant), numbers(parted.leftOut)]).toEqual([['301'], ['302']])
    expect(partedByDnd(rooms, true, NOW).leftOut).toEqual([])
  })

  it('leads to the room that was typed', () => {
    const rooms = [shown('1301'), shown('301'), shown('3010')]
    expect(typedRoom(rooms, '301')?.record.number).toBe('301')
    expect(typedRoom(rooms, '13')?.record.number).toBe('1301')
    expect(typedRoom(rooms, '9')).toBeUndefined()
  })
})

describe('a status', () => {
  it('is asked for again where somebody stays in a room that is to be ready or unfit', () => {
    const inspected = { id: '1', description: '', condition: 'inspected' }
    expect(mustBeAsked({ occupied: true }, inspected)).toBe(true)
    expect(mustBeAsked({ occupied: false }, inspected)).toBe(false)
    expect(mustBeAsked({ occupied: true }, { ...inspected, condition: 'clean' })).toBe(false)
  })

  it('of a tenant stands in the place of the one for all', () => {
    const types = [
      { id: '2', description: 'Dirty', tenant: '', condition: 'dirty' },
      { id: '1', description: 'Clean', tenant: '', condition: 'clean' },
      { id: '1', description: 'Ready', tenant: 'east', condition: 'clean' },
    ]
    expect(statusesFor(types, 'east').map(({ description }) => description)).toEqual(['Ready', 'Dirty'])
    expect(statusesFor(types, '').map(({ description }) => description)).toEqual(['Clean', 'Dirty'])
  })
})

function hoursAgo(hours: number): string {
  return new Date(NOW - hours * HOUR).toISOString()
}
