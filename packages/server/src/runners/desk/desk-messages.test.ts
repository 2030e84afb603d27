import { expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { type Alarm, raise } from '../../hotel/desk/alarm.ts'
import { isMailWanted } from '../../hotel/desk/escalation.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { DeskBook } from './desk-book.ts'
import { deskMails } from './desk-mails.ts'
import { DeskMessages } from './desk-messages.ts'

const about = { id: 'a', tenant: '', subject: 'line1', room: '', text: 'A line is down' }

it('a mail that is taken after the next are to be told is not theirs', async () => {
  const clock = manualClock(0)
  let alarm: Alarm = raise({ ...about, kind: 'line.down', detail: { why: '' } }, 0)
  let written = 0
  const book: DeskBook = {
    raised: () => Promise.resolve(),
    acknowledged: () => Promise.resolve(),
    due: () => Promise.resolve([alarm]),
    open: () => Promise.resolve([alarm]),
    change: async (_, change) => {
      alarm = { ...alarm, ...change(alarm) }
      written++
    },
  }
  const chain = [{ email: 'manager@hotel.example' }]
  const escalation = { email: 'desk@hotel.example', wait: '5m', chain }
  const policy = policyOf({ ...DEFAULTS.wakeup, escalation }, undefined)
  const taken: (() => void)[] = []
  const mailer = { ready: true, send: () => new Promise<void>((resolve) => void taken.push(resolve)) }
  const way = deskMails({
    mailer,
    site: () => ({ name: 'Grand Hotel', language: 'en' }),
    consoleAt: () => '',
  })
  const mails = new DeskMessages({ book, clock, log: silentLog, way, policy: () => policy })

  // The server has taken nothing so far.
  clock.advance(minutes(5) - seconds(10))
  mails.tick([alarm], clock.now())
  await eventually(async () => expect(taken).toHaveLength(1))
  clock.advance(seconds(10))
  alarm = { ...alarm, step: 1, stepAt: clock.now(), nextAt: clock.now() }
  clock.advance(seconds(1))
  taken[0]?.()
  await eventually(async () => expect(written).toBe(1))

  expect(isMailWanted(alarm, policy.escalation[1] ?? null)).toBe(true)
  expect(alarm.nextAt).toBeLessThanOrEqual(clock.now())
})
