import { describe, expect, it } from 'vitest'
import { call } from '../../../testing/calls.ts'
import { callsOfRoom } from './found-calls.ts'

const CALLS = [
  call({ id: 'late', room: '214', scheduled: '2026-11-15T09:00:00+01:00' }),
  call({ id: 'early', room: '214' }),
  call({ id: 'other', room: '2140' }),
  call({ id: 'gone', room: '214', gone: { by: 'desk', at: '2026-11-14T21:00:00+01:00' } }),
  call({ id: 'suite', room: 'Süd 1' }),
]
const found = (typed: string) => callsOfRoom(CALLS, typed).map(({ id }) => id)

describe('the calls of a room that is typed', () => {
  it('are those of that room alone, the earliest first, without what was cancelled', () => {
    expect(found(' 214 ')).toEqual(['early', 'late'])
  })
  it('are found however its name is written', () => {
    expect(found('süd 1')).toEqual(['suite'])
    expect(found('sud 1')).toEqual(['suite'])
  })
  it('are none while nothing was typed, or only the beginning', () => {
    expect([found(''), found('21')]).toEqual([[], []])
  })
})
