import { describe, expect, it } from 'vitest'
import { after, done, FAILED, keys, said, SILENCE } from '../../../testing/menu-trial.ts'
import { alarm } from '../../../testing/records.ts'
import { deskMenu, type DeskResult } from './desk-menu.ts'
import type { MenuEvent } from './menu.ts'

const FAILED_101 = alarm({
  id: 'a',
  kind: 'wakeup.failed',
  room: '101',
  detail: { outcome: 'no-answer', scheduled: '2026-11-17T06:30:00+01:00' },
})
const NO_LINE = alarm({ id: 'b', kind: 'wakeup.no-line', room: '102' })

const menu = (...events: readonly MenuEvent<DeskResult>[]) => after(deskMenu(), ...events)
const heard = (one: typeof FAILED_101) => done({ kind: 'alarm', alarm: one } as const)
const NONE = done({ kind: 'no alarm' } as const)

describe('the desk asks by phone what is open', () => {
  it('and hears one alarm after the other', () => {
    expect(menu().deed).toEqual({ kind: 'find alarm', told: [] })
    expect(said(menu(heard(FAILED_101)))).toMatch(/^attention .*101.* next-alarm-three$/)
    expect(menu(heard(FAILED_101), ...keys('3')).deed).toEqual({ kind: 'find alarm', told: ['a'] })
    expect(said(menu(NONE))).toBe('no-alarms good-bye')
    expect(said(menu(heard(FAILED_101), ...keys('3'), NONE))).toBe('that-was-all good-bye')
  })

  it('and says what it knows by the keys of a call to the desk', () => {
    expect(menu(heard(FAILED_101), ...keys('1')).deed).toMatchObject({ alarm: { id: 'a' }, answer: 'known' })
    expect(menu(heard(FAILED_101), ...keys('2')).deed).toMatchObject({
      alarm: { id: 'a' },
      answer: 'reached',
    })
    expect(menu(heard(NO_LINE), ...keys('9')).deed).toBeUndefined()
    expect(menu(heard(NO_LINE), ...keys('1', 400)).deed).toBeUndefined()
  })

  it('and is told that this is noted, that it is asked again, or that somebody was faster', () => {
    const answered = (one: typeof FAILED_101, key: string, result: DeskResult) =>
      said(menu(heard(one), ...keys(key), done(result), NONE))
    expect(answered(FAILED_101, '2', { kind: 'noted', answer: 'reached' })).toMatch(/^noted/)
    expect(answered(FAILED_101, '1', { kind: 'noted', answer: 'known' })).toMatch(/^i-ask-again/)
    expect(answered(NO_LINE, '1', { kind: 'known before' })).toMatch(/^known-already/)
  })

  it('and is let go when it says nothing, or nothing can be read', () => {
    expect(said(menu(heard(NO_LINE), SILENCE))).toContain('next-alarm-three')
    expect(menu(heard(NO_LINE), SILENCE, SILENCE, SILENCE)).toMatchObject({ isOver: true })
    expect(said(menu(FAILED))).toBe('not-possible-now')
  })
})
