import { hours, type Instant } from '../../kernel/clock.ts'
import { isRepeating, laterDays, type Wakeup } from './wakeup.ts'

/** Another call of the same morning, or evening. */
const AROUND = hours(12)

/** When this pending call rings around an instant, on its next day or on a later one; null when it does not. */
export function ringsAround(call: Wakeup, at: Instant): Instant | null {
  if (Math.abs(call.scheduledAt - at) < AROUND) return call.scheduledAt
  if (!isRepeating(call) || call.scheduledAt > at) return null
  for (const later of laterDays(call)) if (later > at - AROUND) return later < at + AROUND ? later : null
  return null
}
