import type { BoardRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import type { HouseEvent } from './house-event.ts'
import { reduceRooms, roomChange } from './reduce-room.ts'
import { room } from '../../testing/rooms.ts'

const event = (
  kind: string,
  detail: Record<string, unknown> = {},
  at = '2026-11-14T20:00:00+01:00',
): HouseEvent => ({
  kind,
  at,
  room: '301',
  actor: 'maria',
  wakeup: null,
  call: null,
  detail,
})
const report = (fields: Record<string, unknown> = {}) =>
  event('room.status.changed', {
    status: { id: '1', description: 'Clean' },
    previous: null,
    user: 'maria',
    room: '301',
    tenant: '',
    ...fields,
  })
const conditionOf = (id: string) => (id === '1' ? 'clean' : undefined)
const reduced = (one: HouseEvent, ...rooms: BoardRecord[]) => reduceRooms(one, rooms, conditionOf)

describe('a room on the board', () => {
  it('has the status that an event tells, in the words of the hotel', () => {
    const [after] = reduced(report(), room('301')) ?? []
    expect(after?.status).toEqual({
      id: '1',
      description: 'Clean',
      condition: 'clean',
      changed: '2026-11-14T20:00:00+01:00',
      user: 'maria',
    })
  })

  it('counts from when it was reported, not from when that arrived', () => {
    const [after] = reduced(report({ reported: '2026-11-14T19:40:00+01:00' }), room('301')) ?? []
    expect(after?.status?.changed).toBe('2026-11-14T19:40:00+01:00')
  })

  it('stays as it is where it is known to be newer', () => {
    const status = { id: '2', description: 'Dirty', changed: '2026-11-14T20:00:05+01:00', user: 'ben' }
    expect(reduced(report(), room('301', { status }))).toEqual([])
  })

  it('is that of the tenant whose report it is, where two have one number', () => {
    const [house, east] = [room('301'), room('301', { tenant: 'east' })]
    expect(reduced(report({ tenant: 'east' }), house, east)).toMatchObject([{ tenant: 'east' }])
    expect(reduced(event('room.mark.set', { mark: 'dnd', until: null, note: '' }), house, east)).toBeNull()
  })

  it('carries a mark from when it is set until it is cleared', () => {
    const until = '2026-11-15T12:00:00+01:00'
    const [marked] =
      reduced(event('room.mark.set', { mark: 'dnd', until, note: 'Sleeps' }), room('301')) ?? []
    const dnd = { mark: 'dnd', since: '2026-11-14T20:00:00+01:00', user: 'maria', until, note: 'Sleeps' }
    expect(marked?.marks).toEqual([dnd])
    expect(
      reduced(event('room.mark.cleared', { mark: 'dnd' }), room('301', { marks: marked?.marks ?? [] })),
    ).toEqual([room('301')])
  })

  it.each([
    ['guest.checked-in', { deed: 'read', id: '301' }],
    ['guest.moved', { deed: 'read', id: '301', also: ['302'] }],
    ['mailbox.changed', { deed: 'read', id: '301' }],
    ['wakeup.created', { deed: 'read', id: '301', isLater: true }],
    ['alarm.raised', null],
  ])('%s: %o', (kind, change) => {
    expect(roomChange(event(kind, { from: '302' }))).toEqual(change)
    expect(reduced(event(kind), room('301'))).toBeNull()
  })
})
