import { expect, it } from 'vitest'
import { type NewAlarm, raise } from './alarm.ts'

it('an alarm that is raised is open, is told at once, and nobody has been told yet', () => {
  const news: NewAlarm = {
    id: 'a',
    tenant: 't1',
    kind: 'wakeup.failed',
    subject: 'w',
    room: '101',
    text: 'Nobody answered',
    detail: { outcome: 'no-answer' },
  }

  expect(raise(news, 7)).toEqual({
    ...news,
    raisedAt: 7,
    state: 'open',
    endedBy: null,
    endedAt: null,
    note: '',
    nextAt: 7,
    calls: 0,
    mails: 0,
    mailedAt: null,
  })
})
