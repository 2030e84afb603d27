import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Zone } from '../time/local-time.ts'
import { isRepeating, movedOn, replanWakeup, unrung, type Wakeup } from './wakeup.ts'

/**
 * A call that was removed, as it is to be there again: pending, not rung, by the clocks of today. A series whose day has
 * passed goes on with its next one. `nextId` is the id that it gives to that day.
 */
export function restoredCall(
  removed: Wakeup,
  now: Instant,
  { zone, nextId }: { zone: Zone; nextId: string },
): Wakeup {
  if (removed.state === 'done') throw passed(removed)
  const call = replanWakeup({ ...removed, ...asAsked(removed) }, zone)
  const next = call.scheduledAt >= now ? call : nextDay(call, now, nextId)
  if (!next) throw passed(removed)
  return next
}

const asAsked = ({ scheduledAt }: Wakeup) => ({
  ...unrung(scheduledAt),
  state: 'pending' as const,
  attempts: 0,
  snoozes: 0,
})

function nextDay(series: Wakeup, now: Instant, nextId: string): Wakeup | null {
  if (!isRepeating(series)) return null
  const next = movedOn(series, now, nextId)
  return next && next.scheduledAt < now ? nextDay(next, now, nextId) : next
}

const passed = ({ room }: Wakeup) =>
  new Failure('time.past', `The time of this call of room ${room} has passed; ask for a new one`)
