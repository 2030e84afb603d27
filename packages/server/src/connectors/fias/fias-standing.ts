import type { LinkState } from '@reveille/fias'
import type { LinkStanding } from '../../hotel/deliveries/queue.ts'
import type { Instant } from '../../kernel/clock.ts'

const UP: readonly LinkState[] = ['alive', 'checking', 'resync']
/** What a link says of each try in between is no news to those who want to know why it is down. */
const TELLING: readonly LinkState[] = ['backing off', 'turned away', 'stopped']

/** How a link is, since when it is up or down, and what has brought it there. */
export function keepStanding(now: () => Instant, why: string) {
  let standing: LinkStanding = { isUp: false, isGivenUp: false, since: now(), why }
  return {
    get current(): LinkStanding {
      return standing
    },

    changed(state: LinkState, reason: string): void {
      const isUp = UP.includes(state)
      const isTurn = isUp !== standing.isUp
      standing = {
        isUp,
        isGivenUp: state === 'turned away',
        since: isTurn ? now() : standing.since,
        why: isTurn || TELLING.includes(state) ? reason : standing.why,
      }
    },
  }
}
