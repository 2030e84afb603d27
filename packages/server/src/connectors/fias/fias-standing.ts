import type { LinkState } from '@reveille/fias'
import type { LinkStanding } from '../../hotel/deliveries/queue.ts'
import type { Instant } from '../../kernel/clock.ts'

const UP: readonly LinkState[] = ['alive', 'checking', 'resync']
/** Only these states say why a link is down; the steps of each new try do not. */
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
