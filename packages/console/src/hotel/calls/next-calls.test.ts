import { describe, expect, it } from 'vitest'
import { call } from '../../../testing/calls.ts'
import { nextCalls } from './next-calls.ts'

const SITE = 'site'
const at = (time: string) => `2026-11-15T${time}:00+01:00`

describe('the next call of a room', () => {
  it('is the earliest that is still to come, of this house', () => {
    const calls = [
      call({ id: 'late', next: at('07:00') }),
      call({ id: 'early', next: at('06:30') }),
      call({ id: 'over', status: 2, next: null }),
      call({ id: 'ringing', status: 1, next: null }),
      call({ id: 'gone', next: at('05:00'), gone: { by: 'desk', at: at('04:00') } }),
      call({ id: 'other house', tenant: 'east', next: at('05:30') }),
      call({ id: 'house itself', tenant: SITE, room: '102', next: at('06:00') }),
    ]
    const found = [...nextCalls(calls, SITE)].map(([room, { id }]) => [room, id])
    expect(found).toEqual([
      [' 101', 'early'],
      ['east 101', 'other house'],
      [' 102', 'house itself'],
    ])
  })
})
