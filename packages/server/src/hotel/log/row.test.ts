import { describe, expect, it } from 'vitest'
import { ALARM_ROWS } from './alarm-rows.ts'
import { kindIn, rowIn, rowOf } from './row.ts'
import { ATTEMPT_ROWS } from './wakeup-rows.ts'

const key = { kind: 'wakeup.key', detail: { number: 1, ms: 20, key: '1' } }

describe('a row of the log', () => {
  it('tells what its kind says, and may tell more', () => {
    expect(rowOf('wakeup.key')(key)).toBe(true)
    expect(
      rowOf('wakeup.key')({ ...key, detail: { ...key.detail, address: '10.0.0.7', heard: 'well' } }),
    ).toBe(true)
    expect(rowOf('wakeup.answered')(key)).toBe(false)
  })

  it('is one of those that tell of an attempt, or of those that tell of an alarm', () => {
    expect([rowIn(ATTEMPT_ROWS)(key), rowIn(ALARM_ROWS)(key)]).toEqual([true, false])
    const raised = { kind: 'alarm.raised', detail: { alarm: 'a', kind: 'line.down' } }
    expect([rowIn(ATTEMPT_ROWS)(raised), rowIn(ALARM_ROWS)(raised)]).toEqual([false, true])
  })

  it.each([
    ['a part is missing', { number: 1, ms: 20 }],
    ['a part is of another kind', { ...key.detail, ms: 'soon' }],
    ['it cannot be read at all', { unreadable: '{"number":' }],
  ])('is not gone by when %s', (_, detail) => {
    expect(rowOf('wakeup.key')({ ...key, detail })).toBe(false)
    expect(rowIn(ATTEMPT_ROWS)({ ...key, detail })).toBe(false)
  })

  it.each(['wakeup.dreamt', 'note', '', 'toString', '__proto__'])(
    'of a kind that nobody knows, %j, is let be',
    (kind) => {
      expect(kindIn(ATTEMPT_ROWS)(kind)).toBe(false)
      expect(rowIn(ATTEMPT_ROWS)({ kind, detail: {} })).toBe(false)
    },
  )
})
