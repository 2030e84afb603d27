import type { LinkState } from '@reveille/fias'
import { expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes } from '../../kernel/clock.ts'
import { keepStanding } from './fias-standing.ts'

/** A minute passes before each change. */
function after(...changes: readonly (readonly [LinkState, string])[]) {
  const clock = manualClock(0)
  const standing = keepStanding(() => clock.now(), 'Not linked yet')
  for (const [state, why] of changes) {
    clock.advance(minutes(1))
    standing.changed(state, why)
  }
  return standing.current
}

it('a link that nobody has tried is down', () => {
  expect(after()).toEqual({ isUp: false, isGivenUp: false, since: 0, why: 'Not linked yet' })
})

it('a link is down since it went down, and for the reason of the latest try, not for the sake of the next', () => {
  const tries = [
    ['alive', 'There'],
    ['backing off', 'Closed'],
    ['connecting', 'Time to try again'],
    ['backing off', 'ECONNREFUSED'],
    ['connecting', 'Time to try again'],
  ] as const
  expect(after(...tries)).toEqual({ isUp: false, isGivenUp: false, since: minutes(2), why: 'ECONNREFUSED' })
})

it('a link that asks whether anybody is there, or hears of all guests, is up as before', () => {
  const up = [
    ['connecting', 'Started'],
    ['alive', 'There'],
    ['checking', 'Silence'],
    ['alive', 'There again'],
    ['resync', 'DS'],
  ] as const
  expect(after(...up)).toEqual({ isUp: true, isGivenUp: false, since: minutes(2), why: 'There' })
})

it('a link that was turned away is given up', () => {
  expect(after(['turned away', 'Not let in'])).toMatchObject({
    isUp: false,
    isGivenUp: true,
    why: 'Not let in',
  })
})
