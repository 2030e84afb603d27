import { describe, expect, it } from 'vitest'
import { type Alarm, alarmOf, type NewAlarm, raise, repeated, wakeupOf } from './alarm.ts'

const news: NewAlarm = {
  id: 'a',
  tenant: 't1',
  kind: 'wakeup.failed',
  subject: 'w',
  room: '101',
  text: 'Nobody answered',
  detail: { outcome: 'no-answer', scheduled: '2026-11-15T07:00:00+01:00' },
}

const LOST = {
  tenant: '',
  kind: 'property.lost',
  subject: 'pms',
  room: '',
  text: 'One was lost',
  detail: { count: 1 },
} as const

it('an alarm that is raised is open, is told at once, and nobody has been told yet', () => {
  expect(raise(news, 7)).toEqual({
    ...news,
    raisedAt: 7,
    state: 'open',
    endedBy: null,
    endedAt: null,
    note: '',
    nextAt: 7,
    step: 0,
    stepAt: 7,
    stepCalls: 0,
    known: 0,
    knownAt: null,
    calls: 0,
    mails: 0,
    mailedAt: null,
    posts: 0,
    postedAt: null,
  })
})

it('what happens again is counted, in the words of the last time', () => {
  const open = raise({ ...LOST, id: 'a' }, 7)
  const twice = repeated(open, { ...LOST, text: 'Two were lost', detail: { count: 2 } })
  expect(twice).toMatchObject({ id: 'a', text: 'Two were lost (2 times)', detail: { count: 2, times: 2 } })
  expect(repeated(twice, LOST)).toMatchObject({
    text: 'One was lost (3 times)',
    detail: { count: 1, times: 3 },
  })
})

it('what happens again in another room is of that room', () => {
  const open = raise({ ...LOST, id: 'a', room: '101' }, 7)
  expect(repeated(open, { ...LOST, room: '111' }).room).toBe('111')
})

it('stands in the log of the call that it is about', () => {
  expect(wakeupOf(raise(news, 7))).toBe('w')
  expect(wakeupOf(raise({ ...LOST, id: 'a' }, 7))).toBe(null)
})

describe('what an alarm tells', () => {
  const alarm = raise(news, 7)

  it('can be gone by when it is whole', () => {
    expect(alarmOf('wakeup.failed')(alarm)).toBe(true)
    expect(alarmOf('wakeup.no-line')(alarm)).toBe(false)
  })

  it.each<[string, Alarm['detail']]>([
    ['lacks a part', { outcome: 'no-answer' }],
    ['has an outcome that nobody knows', { ...news.detail, outcome: 'abducted' }],
  ])('is not gone by when it %s', (_, detail) => {
    expect(alarmOf('wakeup.failed')({ ...alarm, detail })).toBe(false)
  })
})
