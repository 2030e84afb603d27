import { describe, expect, it } from 'vitest'
import { loggedInGerman } from './german-log.ts'

const AT = '2026-11-15T07:00:00+01:00'
const row = (kind: string, detail: Record<string, unknown>) => ({
  id: 1,
  at: 0,
  tenant: '',
  kind,
  room: '101',
  actor: 'system',
  source: 'system' as const,
  wakeup: 'w',
  text: 'As the server says it',
  detail,
})
const NOT_HEARD = { number: 1, ms: 900, status: 487, reason: 'Request Terminated', cause: null }
const ABOUT = { alarm: 'a', kind: 'wakeup.failed' }

describe('the log in German says no more than the log', () => {
  it.each([
    ['wakeup.claimed', { due: AT }, 'Vorgemerkt auf 07:00'],
    ['wakeup.claimed', { due: AT, method: 'automatic' }, 'Vorgemerkt: klingelt um 07:00'],
    ['wakeup.claimed', { due: AT, method: 'manual' }, 'Vorgemerkt: Der Empfang weckt von Hand'],
    [
      'wakeup.claimed',
      { due: AT, method: 'backup' },
      'Vorgemerkt: Der Empfang weckt von Hand, und wenn er es nicht tut, das System',
    ],
    [
      'wakeup.ended',
      { ...NOT_HEARD, kind: 'no-answer', forwarded: false, stopped: 'recalled' },
      'Es klingelt nicht weiter: Jemand hat über den Weckruf entschieden',
    ],
    [
      'wakeup.ended',
      { ...NOT_HEARD, kind: 'no-answer', forwarded: false },
      'Niemand nahm ab (487 Request Terminated)',
    ],
    [
      'alarm.told',
      { ...ABOUT, by: 'phone', extension: '100', result: 'unreachable' },
      'Nebenstelle 100 war nicht erreichbar',
    ],
    [
      'alarm.told',
      { ...ABOUT, by: 'phone', extension: '100', result: 'no-answer' },
      'Nebenstelle 100 wurde angerufen, und niemand nahm ab',
    ],
    [
      'alarm.passed-on',
      { ...ABOUT, to: 'extension 100, night@hotel.test', step: 1 },
      'Weitergegeben an Nebenstelle 100, night@hotel.test',
    ],
  ])('%s %j', (kind, detail, german) => {
    expect(loggedInGerman(row(kind, detail), 'Europe/Zurich')).toBe(german)
  })
})
