import type { Clock as SipClock } from '@reveille/sip'
import type { Clock } from '../../kernel/clock.ts'

/** The house's clock, as the telephone stack reads it. */
export const sipClock = (clock: Clock): SipClock => ({
  now: () => clock.now(),
  after: (ms, callback) => clock.at(clock.now() + ms, callback),
})
