import { parseHotelMinute, type Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'

/** `start` and `end` of a query, in hotel time, as instants. */
export const spanOf = ({ start, end }: { start?: string; end?: string }, zone: Zone) => ({
  from: start === undefined ? undefined : momentOf('start', start, zone),
  before: end === undefined ? undefined : momentOf('end', end, zone),
})

/** A time that a field gives in hotel time, as an instant. */
export function momentOf(field: string, text: string, zone: Zone): Instant {
  const found = parseHotelMinute(text, zone)
  if (found !== null) return found
  throw new Failure('parameter.invalid', `${field} must be a time as YYYYMMDDHHMM`, { field })
}
