import type { FiasWakeup } from '@reveille/fias'
import type { CallNews } from '../../hotel/property/property.ts'
import { type ClockTime, parseClockTime, parseDay, wallTime } from '../../hotel/time/calendar.ts'

/** A wake-up call as FIAS 2.20 tells of it: `DA` is YYMMDD and `TI` is HHMMSS, of the hotel's own clock. */
export function callNews(request: FiasWakeup): CallNews {
  const day = request.date === null ? null : parseDay(`20${request.date}`)
  const time = request.time === null ? null : clockTimeOf(request.time)
  // A date or time that cannot be read names no moment.
  const isReal = (day === null) === (request.date === null) && (time === null) === (request.time === null)
  if (request.kind === 'clear') return { ...request, moment: isReal ? { day, time } : null }
  return { ...request, wall: day !== null && time !== null ? wallTime(day, time) : null }
}

/** Some property systems leave the seconds out. */
function clockTimeOf(time: string): ClockTime | null {
  const minute = parseClockTime(time.slice(0, 4))
  const seconds = time.slice(4)
  if (minute === null || !/^(?:[0-5]\d)?$/.test(seconds)) return null
  return seconds === '' ? minute : `${minute.slice(0, 6)}${seconds}`
}
