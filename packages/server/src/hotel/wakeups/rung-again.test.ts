import { describe, expect, it } from 'vitest'
import { wakeup } from '../../../testing/records.ts'
import { hours, minutes, seconds } from '../../kernel/clock.ts'
import { rungAgain } from './rung-again.ts'
import type { Wakeup } from './wakeup.ts'

const FAILED = minutes(60)

const failed = (of: Partial<Wakeup> = {}) =>
  wakeup({
    id: 'first',
    state: 'done',
    list: 'failed',
    outcome: 'no-answer',
    machineOutcome: 'no-answer',
    scheduledAt: FAILED - minutes(9),
    createdAt: 0,
    settledAt: FAILED,
    ...of,
  })

const asked = (id: string, at: number, ahead: number, of: Partial<Wakeup> = {}) =>
  wakeup({ id, createdAt: at, scheduledAt: at + ahead, ...of })

describe('a room is rung again', () => {
  it.each<[string, Wakeup, Wakeup, string | undefined]>([
    ['at once', failed(), asked('a', FAILED + minutes(2), seconds(2)), 'a'],
    ['also where the call was marked since', failed({ outcome: 'complete' }), asked('a', FAILED, 0), 'a'],
    ['not by a call that was asked for before', failed(), asked('a', FAILED - 1, minutes(10)), undefined],
    ['not by a wish for later', failed(), asked('a', FAILED, hours(2)), undefined],
    ['not by a call of the next day', failed(), asked('a', FAILED + hours(20), minutes(1)), undefined],
    ['not by a series', failed(), asked('a', FAILED, minutes(1), { days: ['mon'] }), undefined],
    [
      'not where the guest was woken',
      failed({ outcome: 'complete', machineOutcome: 'complete' }),
      asked('a', FAILED, 0),
      undefined,
    ],
    ['not by itself', failed({ createdAt: FAILED }), failed({ createdAt: FAILED }), undefined],
  ])('%s', (_, call, other, id) => {
    expect(rungAgain(call, [other])?.id).toBe(id)
  })

  it('and the last time is told', () => {
    const calls = [asked('a', FAILED + 1, 0), asked('b', FAILED + minutes(3), 0)]
    expect(rungAgain(failed(), calls)?.id).toBe('b')
  })
})
