import { DAYS, type Day, WEEKDAYS } from './entry.ts'

// English and German are always both understood: a desk has people of both. Without accents, in small letters.

/** Small letters without accents, `ß` as `ss`. */
export const plain = (text: string) =>
  text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '')

const isOneOf = (words: string) => {
  const known = new Set(words.split(' '))
  return (word: string) => known.has(plain(word))
}

export const isCancel = isOneOf('x')
export const isFloor = isOneOf('floor etage stock')
export const isToday = isOneOf('today heute')
export const isTomorrow = isOneOf('tomorrow tmr morgen')
export const isDaily = isOneOf('daily everyday taglich taeglich')
export const isWorkdays = isOneOf('weekdays werktags')
export const isEvery = isOneOf('every each jeden jede jedes')
export const isDayWord = isOneOf('day tag')
export const isDaysWord = isOneOf('day days tag tage')
export const isUntil = isOneOf('until till bis')
export const isFor = isOneOf('for fur fuer')
export const isKey = isOneOf('key taste')
export const isNoon = isOneOf('noon mittag')
export const isMidnight = isOneOf('midnight mitternacht')

const tableOf = <T>(rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)))

const DAY_WORDS = tableOf<Day>([
  ['mon', 'mon monday mo montag'],
  ['tue', 'tue tues tuesday di dienstag'],
  ['wed', 'wed wednesday mi mittwoch'],
  ['thu', 'thu thur thurs thursday do donnerstag'],
  ['fri', 'fri friday fr freitag'],
  ['sat', 'sat saturday sa samstag sonnabend'],
  ['sun', 'sun sunday so sonntag'],
])

const MONTH_WORDS = tableOf([
  [1, 'jan january januar janner'],
  [2, 'feb february februar'],
  [3, 'mar march marz maerz'],
  [4, 'apr april'],
  [5, 'may mai'],
  [6, 'jun june juni'],
  [7, 'jul july juli'],
  [8, 'aug august'],
  [9, 'sep sept september'],
  [10, 'oct october okt oktober'],
  [11, 'nov november'],
  [12, 'dec december dez dezember'],
])

export const dayOf = (word: string): Day | undefined => DAY_WORDS.get(plain(word).replace(/\.$/, ''))
export const monthOf = (word: string): number | undefined => MONTH_WORDS.get(plain(word).replace(/\.$/, ''))

/** `mon`, `mon,wed`, `mon-fri`, `sat-mon`: in the order of the week, or null. */
export function daysOf(word: string): Day[] | null {
  const said = word.split(',').filter((part) => part.trim() !== '')
  const days = new Set<Day>()
  for (const part of said) {
    const span = spanOf(part.trim())
    if (span === null) return null
    for (const day of span) days.add(day)
  }
  return days.size === 0 ? null : DAYS.filter((day) => days.has(day))
}

function spanOf(part: string): Day[] | null {
  const [first, last, ...more] = part.split('-').map((word) => dayOf(word.trim()))
  if (first === undefined || more.length > 0) return null
  if (!part.includes('-')) return [first]
  if (last === undefined) return null
  const start = DAYS.indexOf(first)
  const length = ((DAYS.indexOf(last) - start + 7) % 7) + 1
  return [...DAYS, ...DAYS].slice(start, start + length)
}

export const isRepeatOf = (word: string): readonly Day[] | null => {
  if (isDaily(word)) return DAYS
  return isWorkdays(word) ? WEEKDAYS : null
}
