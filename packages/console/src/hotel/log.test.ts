import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/calendar.ts'
import { factsOf, isCountable, isLookedAt, joined, leadsTo, logQuery, minuteOf } from './log.ts'

const NOTHING = { kind: '', room: '', actor: '', q: '', start: '', end: '', wakeup: '' }
const row = (id: number) => ({
  id,
  at: '',
  kind: 'a.b',
  room: '',
  tenant: '',
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

  it('shows the seal of a row that was first read before it was sealed', () => {
    const sealed = { ...row(2), seal: 7 }
    expect(joined([row(3), sealed], [row(2), row(1)])).toEqual([row(3), sealed, row(1)])
  })

  it('tells facts one by one', () => {
    expect(factsOf({ detail: { room: '101', calls: [1, 2], vip: false } })).toEqual([
      ['room', '101'],
      ['calls', '[1,2]'],
      ['vip', 'false'],
    ])
  })

  it.each([
    [{}, true],
    [{ kind: 'wakeup' }, true],
    [{ kind: 'delivery,wakeup.created' }, true],
    [{ kind: 'wake' }, false],
    [{ room: '101', actor: 'desk' }, true],
    [{ room: '10' }, false],
    [{ actor: 'boss' }, false],
  ])('counts as new what is looked at: %j', (filter, expected) => {
    const event = { kind: 'wakeup.created', room: '101', actor: 'desk' }
    expect(isLookedAt({ ...NOTHING, ...filter }, event)).toBe(expected)
  })

  it('does not know how much is new among words, or of one call', () => {
    expect(isCountable(NOTHING)).toBe(true)
    expect(isCountable({ ...NOTHING, q: 'bar' })).toBe(false)
    expect(isCountable({ ...NOTHING, wakeup: 'w1' })).toBe(false)
  })

  it('leads to the call, the room and the message of a row, for who may go there', () => {
    const told = { wakeup: 'w1', room: '10 1', tenant: '', detail: { delivery: 'd1' } }
    expect(leadsTo(told, ['review']).map(({ href }) => href)).toEqual([
      '/wakeup/w1',
      '/room/10%201',
      '/delivery/d1',
    ])
    expect(leadsTo(told, []).map(({ what }) => what)).toEqual(['call', 'room'])
    expect(leadsTo({ ...told, tenant: 'east' }, []).map(({ href }) => href)).toContain(
      '/room/10%201?tenant=east',
    )
    expect(leadsTo({ room: '', tenant: '', detail: {} }, ['review'])).toEqual([])
  })

  it('is asked for a row by its minute', () => {
    expect(minuteOf('2026-11-15T07:04:59+01:00')).toBe('202611150704')
  })
})
