import { ownName } from '../../hotel/accounts/tenancy.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: Pick<HotelDatabase, 'read'>
  readonly log: Log
}

const EVERY = minutes(10)

/**
 * Writes into the server's log how much waits for each destination, and for how long, as long as it does.
 * Of what waits for a person, the desk was told.
 */
export const backlogWatch = ({ database, log }: Parts): Ticking => ({
  name: 'backlog watch',
  async tick(now: Instant) {
    for (const one of await database.read.deliveries.backlogs()) {
      const { purpose, owner, destination, depth, oldest, uncertain } = one
      if (oldest !== null && now - oldest >= EVERY)
        log.warn(
          {
            event: 'deliveries.waiting',
            purpose,
            destination: ownName(owner, destination),
            waiting: depth,
            oldestSeconds: Math.round((now - oldest) / 1_000),
            uncertain,
          },
          'Messages wait for a destination',
        )
    }
    return now + EVERY
  },
})
