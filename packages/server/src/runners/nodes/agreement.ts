import { type Clock, seconds } from '../../kernel/clock.ts'
import { pause } from '../../kernel/within.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: Pick<HotelDatabase, 'read'>
  readonly clock: Clock
  /** Our own: what we have changed we go by already. */
  lease(): string | null
}

/** A node that has not said so by then has stopped: when it is back, it reads everything before it does anything else. */
const LONGEST = seconds(2)
const LOOK_EVERY = 20

/** Waits until every node goes by what is written now; not for long, as one of them may be dead. */
export async function untilAllGoBy({ database, clock, lease }: Parts): Promise<void> {
  const end = clock.elapsed() + LONGEST
  const wanted = await database.read.site.configuration()
  while (clock.elapsed() < end) {
    const others = (await database.read.nodes.list()).filter((node) => node.lease !== lease())
    const isBehind = others.some(({ state, facts }) => state === 'up' && facts.configuration < wanted)
    if (!isBehind) return
    await pause(clock, LOOK_EVERY)
  }
}
