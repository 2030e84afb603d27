import { describe, expect, it } from 'vitest'
import { alarmChange, houseEventOf, knownChange, unwokenChange } from './house-event.ts'

const told = (kind: string, detail: object) =>
  houseEventOf(kind, JSON.stringify({ at: 'now', room: '118', detail }))
const change = (kind: string, detail: object) => {
  const event = told(kind, detail)
  return event === null ? null : alarmChange(event)
}

describe('an event of the house', () => {
  it('is read field by field, and what is missing is empty', () => {
    expect(told('alarm.raised', { alarm: '7' })).toEqual({
      kind: 'alarm.raised',
      at: 'now',
      room: '118',
      actor: '',
      wakeup: null,
      call: null,
      detail: { alarm: '7' },
    })
  })

  it('that makes no sense is none', () => {
    expect(houseEventOf('alarm.raised', '{')).toBeNull()
    expect(houseEventOf('alarm.raised', 'null')?.detail).toEqual({})
  })

  it('makes an alarm be read, or go', () => {
    expect(change('alarm.raised', { alarm: '7' })).toEqual({ deed: 'read', id: '7' })
    expect(change('alarm.told', { alarm: '7' })).toEqual({ deed: 'read', id: '7' })
    expect(change('alarm.acknowledged', { alarm: '7' })).toEqual({ deed: 'remove', id: '7' })
    expect(change('alarm.over', { alarm: '7' })).toEqual({ deed: 'remove', id: '7' })
    expect(change('alarm.over', {})).toBeNull()
    expect(change('wakeup.created', { alarm: '7' })).toBeNull()
  })

  it('makes what somebody knows be read, and what tells of a room whose call it was', () => {
    const acknowledged = told('alarm.acknowledged', { alarm: '7' })
    const settled = told('wakeup.settled', {})
    if (acknowledged === null || settled === null) throw new Error('Not understood')
    expect(knownChange(acknowledged)).toEqual({ deed: 'read', id: '7' })
    expect(knownChange(settled)).toBeNull()
    const of118 = (room: string) => (room === '118' ? ['7', '8'] : [])
    expect(unwokenChange(settled, of118)).toEqual({ deed: 'read', id: '7', also: ['8'] })
    expect(unwokenChange({ ...settled, room: '119' }, of118)).toBeNull()
    expect(unwokenChange(acknowledged, of118)).toBeNull()
  })
})
