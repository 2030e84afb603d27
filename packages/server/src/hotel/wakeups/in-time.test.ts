import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../../kernel/clock.ts'
import { countInTime, NONE_IN_TIME, sharesInTime } from './in-time.ts'
import type { WakeupList } from './wakeup-outcome.ts'

const ASKED = 1_800_000_000_000

/** Of settled calls, dialled so long after their time; null: never dialled. */
function figures(lateness: readonly (number | null)[], list: WakeupList = 'answered') {
  const sum = { ...NONE_IN_TIME }
  for (const late of lateness)
    countInTime(sum, { list, scheduledAt: ASKED, dialledAt: late === null ? null : ASKED + late })
  return sharesInTime(sum, lateness.length)
}

describe('calls in time', () => {
  it.each<[string, (number | null)[], (number | null)[]]>([
    ['all at once', [0, 120, seconds(5)], [100, 100, 100]],
    ['one a little later', [0, seconds(5) + 1], [50, 100, 100]],
    ['one after a minute', [0, 0, 0, seconds(60) + 1], [75, 75, 100]],
    ['one after five minutes', [0, minutes(5), minutes(5) + 1], [33.33, 33.33, 66.66]],
    ['one that was never dialled', [0, null], [50, 50, 50]],
    ['one a moment before its time', [-30], [100, 100, 100]],
    ['none at all', [], [null, null, null]],
  ])('%s', (_, lateness, [within5s, within60s, within5m]) => {
    expect(figures(lateness)).toEqual({ within5s, within60s, within5m })
  })

  it('are 100 percent only when every one of them was', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => (n === 0 ? null : 0))
    expect(figures(many).within5s).toBe(99.99)
  })

  it('are not counted before they are settled', () => {
    expect(figures([0], 'pending').within5s).toBe(0)
  })

  it('count whether the guest was woken or not', () => {
    expect(figures([0], 'failed').within5s).toBe(100)
  })
})
