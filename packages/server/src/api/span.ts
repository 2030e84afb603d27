import { parseHotelMinute, type Zone } from '../hotel/local-time.ts'
import type { Instant } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'

/** `start` and `end` of a query, in hotel time, as instants. */
export function spanOf(query: { start?: string; end?: string }, zone: Zone) {
  const instant = (field: 'start' | 'end'): Instant | undefined => {
    const text = query[field]
    if (text === undefined) return undefined
    const found = parseHotelMinute(text, zone)
    if (found === null)
      throw new Failure('parameter.invalid', `${field} must be a time as YYYYMMDDHHMM`, { field })
    return found
  }
  return { from: instant('start'), before: instant('end') }
}
