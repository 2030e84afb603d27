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
export const isWeekends = isOneOf('weekends wochenends')
export const isEvery = isOneOf('every each jeden jede jedes')
export const isDayWord = isOneOf('day tag')
export const isDaysWord = isOneOf('day days tag tage')
export const isUntil = isOneOf('until till bis')
export const isFor = isOneOf('for fur fuer')
export const isKey = isOneOf('key taste')
export const isRoomWord = isOneOf('room rooms rm rm. zimmer zi zi. zim zim.')
export const isTo = isOneOf('to til till until thru through bis')
export const isExcept = isOneOf('except excluding but not without ausser nicht ohne')
export const isOn = isOneOf('on the am an dem den')
export const isNoon = isOneOf('noon mittag')
export const isMidnight = isOneOf('midnight mitternacht')

const isDenial = isOneOf(
  'storno stornieren storniere storniert stornierung cancel cancels canceled cancelled canceling cancelling ' +
    'cancellation annul annulieren annulliere annullieren annulliert annuler annulla annullare delete deleted ' +
    'remove removed revoke undo absagen absage abgesagt abbestellen abbestellt abmelden abgemeldet aufheben ' +
    'aufgehoben loschen losche geloscht loeschen loesche geloescht entfernen entfernt streichen gestrichen weg aus ' +
    'off stop stopp stoppen not no non none never dont nicht nichts nein nie niemals kein keine keinen keiner',
)
const isChoice = isOneOf(
  'or oder either entweder between zwischen instead statt anstatt stattdessen to til until thru through bis',
)

/** The words of what was typed as one, without what stands around them. */
const piecesOf = (text: string): string[] =>
  plain(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)

/** Something is not wanted: whatever else stands there, a call must not come of it. */
export const denies = (text: string): boolean => piecesOf(text).some(isDenial)

/** Words that say which rooms or calls are meant. Nobody is called so, and a line means something else without them. */
export const isNoName = (text: string): boolean =>
  piecesOf(text).some((word) => isDenial(word) || isExcept(word) || isChoice(word))

const isCourtesy = isOneOf(
  'please bitte the a den die das der call calls wakeup wecken weckruf weckrufe for fur fuer at um uhr mehr more do',
)

const isOfCalls = isOneOf(
  'one two three four five six seven eight nine ten eleven twelve half quarter past same likewise others rest ' +
    'eins zwei drei vier funf fuenf sechs sieben acht neun zehn elf zwolf zwoelf halb viertel gleich gleiche ' +
    'ebenfalls andere anderen ubrigen uebrigen',
)
const isOfList = (word: string) => /^(wake|weck)/.test(word) || isListWord(word)
const isListWord = isOneOf('up time times zeit zeiten list liste day tag vom of from ab')

/** A time that is said in words, or that of others: a line that has one may be a call. */
export const hasTimeInWords = (text: string): boolean =>
  piecesOf(text).some((word) => isOfCalls(word) || isNoon(word) || isMidnight(word))

export const hasDay = (text: string): boolean => piecesOf(text).some(isOfDays)

const isOfDays = (word: string) =>
  dayOf(word) !== undefined || isRepeatOf(word) !== null || isToday(word) || isTomorrow(word) || isEvery(word)

/** `Friday`, `Weckliste für morgen`: that is about the day of the calls, not about anything else. */
export const isOfDaysOnly = (text: string): boolean =>
  hasDay(text) &&
  piecesOf(text).every(
    (word) =>
      word === '' || isOfDays(word) || isOfList(word) || isCourtesy(word) || isOn(word) || isUntil(word),
  )

/** Says that something is not wanted, or only asks for it in kind words. */
export const isOfDenial = (text: string): boolean => {
  const words = piecesOf(text).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => isDenial(word) || isCourtesy(word))
}

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

const PLURAL_DAYS = tableOf<Day>([
  ['mon', 'mondays montags'],
  ['tue', 'tuesdays dienstags'],
  ['wed', 'wednesdays mittwochs'],
  ['thu', 'thursdays donnerstags'],
  ['fri', 'fridays freitags'],
  ['sat', 'saturdays samstags'],
  ['sun', 'sundays sonntags'],
])
const WEEKEND: readonly Day[] = ['sat', 'sun']

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
  if (isWorkdays(word)) return WEEKDAYS
  if (isWeekends(word)) return WEEKEND
  const day = PLURAL_DAYS.get(plain(word))
  return day === undefined ? null : [day]
}

/** The days that are left out of others: `sunday`, `sundays`, `sat,sun`, `weekends`. */
export const daysBut = (word: string): readonly Day[] | null => daysOf(word) ?? isRepeatOf(word)
