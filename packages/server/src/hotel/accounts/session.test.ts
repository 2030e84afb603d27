import { describe, expect, it } from 'vitest'
import { NOON, session } from '../../../testing/records.ts'
import { days, hours, minutes, seconds } from '../../kernel/clock.ts'
import { afterRequest, endOfSession, isWorthWriting, sessionState } from './session.ts'

const LOCK_AFTER = minutes(15)
const stateAfter = (idle: number, of: Parameters<typeof session>[0] = {}) =>
  sessionState(session(of), NOON + idle, LOCK_AFTER)

describe('a screen', () => {
  it.each([
    [0, 'open'],
    [minutes(15) - 1, 'open'],
    [minutes(15), 'locked'],
    [hours(12) - 1, 'locked'],
    [hours(12), 'over'],
  ])('that nobody has touched for %d ms is %s', (idle, state) => {
    expect(stateAfter(idle)).toBe(state)
  })

  it('that somebody has locked is locked, however lately it was touched', () => {
    expect(stateAfter(0, { lockedAt: NOON })).toBe('locked')
  })

  it('is signed out 16 hours after the sign-in, although it is in use', () => {
    const endsAt = endOfSession('person', NOON)
    expect(stateAfter(hours(16) - 1, { endsAt, seenAt: NOON + hours(16) - 1 })).toBe('open')
    expect(stateAfter(hours(16), { endsAt, seenAt: NOON + hours(16) })).toBe('over')
  })

  it('on a wall shows for 30 days, and nobody need touch it', () => {
    const of = { kind: 'display', endsAt: endOfSession('display', NOON) } as const
    expect(stateAfter(days(30) - 1, of)).toBe('display')
    expect(stateAfter(days(30), of)).toBe('over')
  })
})

describe('a request', () => {
  it('tells how long ago the screen was touched', () => {
    expect(afterRequest(session(), NOON + minutes(5), seconds(40)).seenAt).toBe(
      NOON + minutes(5) - seconds(40),
    )
  })

  it('that a page makes by itself touches nothing', () => {
    expect(afterRequest(session(), NOON + minutes(5), null)).toEqual(session())
  })

  it('that was touched longer ago than is known takes nothing back', () => {
    expect(afterRequest(session(), NOON + seconds(1), hours(1)).seenAt).toBe(NOON)
  })

  it('is written down when the last one that was is a minute old', () => {
    expect(isWorthWriting(NOON, session({ seenAt: NOON + minutes(1) - 1 }))).toBe(false)
    expect(isWorthWriting(NOON, session({ seenAt: NOON + minutes(1) }))).toBe(true)
  })
})
