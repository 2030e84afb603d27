import type { CallTime } from './entry.ts'
import { isMidnight, isNoon } from './entry-words.ts'

/** Beyond a day, say the day. */
const MOST_MINUTES_AHEAD = 1_440
/** It ends one day and begins another: the hotel is asked which. */
export const END_OF_DAY = '2400'

const at = (hours: number, minutes: number): CallTime | null => {
  const isEnd = hours === 24 && minutes === 0
  if (minutes > 59 || (hours > 23 && !isEnd)) return null
  return { kind: 'at', time: `${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}` }
}

/** `06:30 Uhr`, `7h` */
const HOURS = /(?<=\d)(?:\s*uhr|h)$/i

/** Read as a time, or null. A bare time has four digits; a colon with two digits after it is always a time. */
export function timeOf(word: string): CallTime | null {
  if (isNoon(word)) return at(12, 0)
  if (isMidnight(word)) return at(0, 0)
  if (word.startsWith('+')) return ahead(word)
  const digits = word.replace(HOURS, '')
  const bare = /^(\d\d)(\d\d)$/.exec(digits) ?? /^(\d{1,2})[:.h](\d\d)$/i.exec(digits)
  if (bare) return at(Number(bare[1]), Number(bare[2]))
  if (digits !== word && /^\d{1,2}$/.test(digits)) return at(Number(digits), 0)
  const half = /^(\d{1,2})(?:[:.](\d\d))?(a|p)\.?(?:m\.?)?$/i.exec(word.replaceAll(' ', ''))
  return half ? ofHalfDay(Number(half[1]), Number(half[2] ?? 0), half[3] ?? '') : null
}

function ofHalfDay(hours: number, minutes: number, half: string): CallTime | null {
  if (hours < 1 || hours > 12) return null
  return at((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minutes)
}

function ahead(word: string): CallTime | null {
  const hours = /^\+(\d{1,2})h(?:(\d{1,2})m?)?$/i.exec(word)
  const only = /^\+(\d{1,4})(?:m|min)?$/i.exec(word)
  if (!hours && !only) return null
  const minutes = hours ? Number(hours[1]) * 60 + Number(hours[2] ?? 0) : Number(only?.[1])
  return minutes >= 1 && minutes <= MOST_MINUTES_AHEAD ? { kind: 'in', minutes } : null
}

/** Written as a time is, whether there is such a time or not. */
export const isLikeTime = (word: string): boolean =>
  /^\d{1,2}(?:[:.h]\d\d|(?:[:.]\d\d)?\s*[ap]\.?m\.?)$/i.test(word.replace(HOURS, ''))

/** With a colon, it cannot be a room. */
export const surely = (time: CallTime, word: string): string =>
  time.kind === 'at' ? `${time.time.slice(0, 2)}:${time.time.slice(2)}` : word

/** Times that were perhaps meant by `630`, `7` or `6 30`, each of a half of the day; minutes are said in fives. */
export function timesMeant(word: string, next: string | undefined): { times: string[]; words: 1 | 2 } {
  const isPair = /^\d{1,2}$/.test(word) && /^[0-5][05]$/.test(next ?? '')
  const said = /^(\d{1,2})([0-5][05])?$/.exec(isPair ? `${word}${next}` : word)
  const time = said ? at(Number(said[1]), Number(said[2] ?? 0)) : null
  if (time?.kind !== 'at' || time.time === END_OF_DAY) return { times: [], words: 1 }
  const hour = Number(time.time.slice(0, 2))
  const later = hour < 13 && !word.startsWith('0') ? at((hour + 12) % 24, Number(time.time.slice(2))) : null
  const times = [time, later].flatMap((one) => (one ? [surely(one, word)] : []))
  return { times, words: isPair ? 2 : 1 }
}
