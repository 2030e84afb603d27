import { describe, expect, it } from 'vitest'
import { type Alarm, type NewAlarm, raise } from './alarm.ts'
import { aboutOf, alarmLevel, isCounted } from './alarm-about.ts'

const alarm = (
  fact: Pick<NewAlarm, 'kind' | 'subject'> & { detail?: Record<string, unknown>; tenant?: string },
): Alarm => ({
  ...raise(
    { id: 'a', tenant: '', room: '118', text: '', kind: 'wakeup.no-line', subject: '', detail: {} },
    0,
  ),
  detail: {},
  ...fact,
})
const message = { delivery: 'd1', destination: 'bar' }
const queue = { destination: 'rooms', why: 'down' }

describe('an alarm', () => {
  it.each([
    ['a call', alarm({ kind: 'wakeup.failed', subject: 'w1' }), 'wakeup', 'w1'],
    [
      'a day of a series that the desk rings',
      alarm({ kind: 'wakeup.by-hand', subject: 'day', detail: { call: 'w2', scheduled: '' } }),
      'wakeup',
      'w2',
    ],
    ['a line', alarm({ kind: 'line.down', subject: 'voice3', detail: { why: '' } }), 'line', 'voice3'],
    [
      'a line of a tenant',
      alarm({ kind: 'line.down', subject: 't1/voice3', tenant: 't1' }),
      'line',
      'voice3',
    ],
    ['a link', alarm({ kind: 'property.down', subject: 'pms' }), 'connector', 'pms'],
    [
      'a call that a property system asked for',
      alarm({ kind: 'property.refused', subject: 'x', detail: { system: 'pms', why: '' } }),
      'connector',
      'pms',
    ],
    ['a message', alarm({ kind: 'delivery.uncertain', subject: 'x', detail: message }), 'delivery', 'd1'],
    [
      'a connector',
      alarm({ kind: 'delivery.failing', subject: 'x', detail: { ...queue, purpose: 'charge' } }),
      'connector',
      'rooms',
    ],
    [
      'a server',
      alarm({ kind: 'delivery.disabled', subject: 'x', detail: { ...queue, purpose: 'room-status' } }),
      'server',
      'rooms',
    ],
    ['a guest who leaves', alarm({ kind: 'delivery.check-out', subject: 'x' }), 'room', '118'],
    ['the disk', alarm({ kind: 'disk.low', subject: 'disk' }), 'house', ''],
  ])('about %s leads there', (_, one, type, id) => {
    expect(aboutOf(one)).toEqual({ type, id })
  })

  it('is red where a guest waits', () => {
    expect([alarmLevel('wakeup.failed'), alarmLevel('property.refused'), alarmLevel('line.down')]).toEqual([
      'red',
      'red',
      'amber',
    ])
  })

  it('that comes again is written less and less often', () => {
    const written = Array.from({ length: 400 }, (_, at) => at + 1).filter(isCounted)
    expect(written).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400,
    ])
  })
})
