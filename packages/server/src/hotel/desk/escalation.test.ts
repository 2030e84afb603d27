import { describe, expect, it } from 'vitest'
import { days, minutes, seconds } from '../../kernel/clock.ts'
import { type Alarm, raise } from './alarm.ts'
import type { Escalation } from '../wakeups/wakeup-policy.ts'
import { toInstant } from '../time/local-time.ts'
import { isMailWanted, nextCall, nextForNobody, nextMail, toldOf } from './escalation.ts'

const NOW = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const MAIL: Escalation = { extension: null, email: 'desk@hotel.example', push: false }
const NOBODY: Escalation = { extension: null, email: null, push: false }

const alarm = (of: Partial<Alarm> = {}): Alarm => ({
  ...raise(
    {
      id: 'a',
      tenant: '',
      kind: 'wakeup.failed',
      subject: 'w',
      room: '101',
      text: '',
      detail: { outcome: 'busy', scheduled: '2026-11-15T07:05:00+01:00' },
    },
    NOW,
  ),
  ...of,
})

describe('how the desk is told', () => {
  it('is at once when something is raised', () => {
    expect(alarm()).toMatchObject({ nextAt: NOW, state: 'open', calls: 0, mails: 0, mailedAt: null })
  })

  it.each([
    [1, minutes(1)],
    [2, minutes(2)],
    [3, minutes(3)],
    [4, minutes(5)],
    [9, minutes(5)],
  ])('by telephone: after %i calls without a key, the next follows in %i ms', (calls, wait) => {
    expect(nextCall(alarm({ calls }), NOW) - NOW).toBe(wait)
  })

  it.each([
    [1, seconds(30)],
    [2, minutes(1)],
    [3, minutes(5)],
    [4, minutes(15)],
    [9, minutes(15)],
  ])('by mail: after %i that no server took, the next follows in %i ms', (mails, wait) => {
    expect(nextMail(alarm({ mails }), NOW) - NOW).toBe(wait)
    expect(isMailWanted(alarm({ mails }), MAIL)).toBe(true)
  })

  it('by mail once, when a server has taken it', () => {
    const mailed = { mails: 1, mailedAt: NOW }
    expect(isMailWanted(alarm(mailed), MAIL)).toBe(false)
    expect(nextMail(alarm(mailed), NOW) - NOW).toBeGreaterThan(days(365))
  })

  it('in no way, where the hotel has named none: it stands in the list', () => {
    expect(isMailWanted(alarm(), NOBODY)).toBe(false)
    expect(nextForNobody(NOW) - NOW).toBeGreaterThan(days(365))
  })
})

describe('what the desk hears', () => {
  it('of a call is the room, its time and the reason', () => {
    expect(toldOf(alarm())).toEqual({ room: '101', why: 'busy', time: { hour: 7, minute: 5 } })
  })

  it('of a call that a property system asked for in vain is room and time as well', () => {
    const detail = { system: 'pms', why: 'there is no such room', scheduled: '2026-11-15T07:05:30' }
    expect(toldOf(alarm({ kind: 'property.refused', room: '999', detail }))).toEqual({
      room: '999',
      why: 'missed',
      time: { hour: 7, minute: 5 },
    })
  })

  it.each([
    ['wakeup.no-line', 'lines'],
    ['line.down', 'lines'],
    ['night.check', 'system'],
    ['wakeup.left-behind', 'system'],
    ['delivery.failing', 'connection'],
    ['property.down', 'connection'],
    ['property.refused', 'connection'],
  ] as const)('of %s is that something is wrong with the %s', (kind, notice) => {
    expect(toldOf(alarm({ kind, detail: {} }))).toBe(notice)
  })
})
