import { expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { mailbox, wakeup } from '../../../testing/records.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { HeldCallMaker } from './held-call-maker.ts'

it('a call whose prompt cannot be read rings with the usual words, and the log says why', async () => {
  const said: unknown[] = []
  const told: unknown[] = []
  const maker = new HeldCallMaker({
    alive: { heldBackUntil: null },
    voice: {
      prepare(words) {
        said.push(words)
        return Promise.resolve({ durationMs: 1 })
      },
    },
    clock: manualClock(0),
    log: { error: (facts) => told.push(facts) },
    policy: () => policyOf(DEFAULTS.wakeup, null),
    site: () => ({ name: '', language: 'en', spoken: ['en'] }),
    prompt: () => Promise.reject(new Error('the database is away')),
  })
  const call = { ...wakeup({ id: 'w1', prompt: 7 }), lease: 'x' }
  const held = maker.make(call, { mailbox: mailbox({ extension: '2101' }), guests: [] }, 0)
  expect((await held.orderAt(call.dueAt)).extension).toBe('2101')
  expect(said[0]).toContainEqual({ phrase: 'wakeup-call' })
  expect(told).toEqual([
    { event: 'wakeup.no-prompt', wakeup: 'w1', prompt: 7, error: 'the database is away' },
  ])
})
