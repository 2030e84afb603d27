import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/calendar.ts'
import { factsOf, joined, logQuery } from './log.ts'

const NOTHING = { kind: '', room: '', actor: '', q: '', start: '', end: '', wakeup: '' }
const row = (id: number) => ({
  id,
  at: '',
  kind: 'a.b',
  room: '',
  actor: '',
  source: 1,
  text: '',
  detail: {},
})

describe('the log', () => {
  it('is asked for what is set, and the last day counts', () => {
    expect(logQuery(NOTHING, (day) => addDays(day, 1))).toEqual({})
    const asked = { ...NOTHING, kind: 'wakeup', start: '2026-11-01', end: '2026-11-30' }
    expect(logQuery(asked, (day) => addDays(day, 1))).toEqual({
      kind: 'wakeup',
      start: '20261101',
      end: '20261201',
    })
  })

  it('has what is new before what is there, and nothing twice', () => {
    expect(joined([row(3), row(2)], [row(2), row(1)]).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('tells facts one by one', () => {
    expect(factsOf({ detail: { room: '101', calls: [1, 2], vip: false } })).toEqual([
      ['room', '101'],
      ['calls', '[1,2]'],
      ['vip', 'false'],
    ])
  })
})
