import type { WakeupRequest } from '@reveille/fias'
import type { CallNews } from '../../hotel/property/property.ts'
import { type ClockTime, type Day, parseClockTime, parseDay, wallTime } from '../../hotel/time/calendar.ts'

/** A wake-up call as FIAS 2.20 tells of it: `DA` is YYMMDD and `TI` is HHMMSS, of the hotel's own clock. */
export function callNews(request: WakeupRequest): CallNews {
  const [day, time] = [dayIn(request.date), clockTimeIn(request.time)]
  const isReal = day !== 'none' && time !== 'none'
  if (request.kind === 'clear') return { ...request, moment: isReal ? { day, time } : null }
  return { ...request, wall: isReal && day !== null && time !== null ? wallTime(day, time) : null }
}

const dayIn = (date: string | null): Day | null | 'none' =>
  date === null ? null : (parseDay(`20${date}`) ?? 'none')

/** Some property systems leave the seconds out. */
function clockTimeIn(time: string | null): ClockTime | null | 'none' {
  if (time === null) return null
  const minute = parseClockTime(time.slice(0, 4))
  const seconds = time.slice(4)
  if (minute === null || !/^(?:[0-5]\d)?$/.test(seconds)) return 'none'
  return seconds === '' ? minute : `${minute.slice(0, 6)}${seconds}`
}
