import { instantOf } from '../kernel/clock.ts'
import type { Language } from './table.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How this hotel writes times and numbers: its zone, its clock, the language of whoever looks. */
export interface Format {
  readonly language: Language
  readonly zone: string
  /** 06:32, or 6:32 AM. */
  time(at: number): string
  /** A language by its name: `de` is German. */
  languageName(tag: string): string
  /** 06:32:14, or 6:32:14 AM. */
  fullTime(at: number): string
  /** The seconds that follow it, two digits. */
  seconds(at: number): string
  /** Sun 15 Nov */
  day(at: number): string
  /** Sunday 15 November */
  longDay(at: number): string
  /** With day and seconds, for whoever wants to know exactly. */
  exact(at: number): string
  /** `2 h`, `14 min`: how long something has lasted. */
  age(ms: number): string
  /** 7 h 26 min: how long until something. */
  ahead(ms: number): string
  /** 0:42 */
  count(ms: number): string
  /** The hotel's day, 2026-11-15. */
  date(at: number): string
  /** Minutes since the hotel's midnight. */
  minute(at: number): number
  /** A moment of the interface as it is written there, whatever the zone of its room: 06:32. */
  writtenTime(moment: string): string
  /** And its day, Sun 15 Nov; a bare day, 2026-11-15, will do. */
  writtenDay(moment: string): string
  number(value: number): string
}

export interface Place {
  readonly zone: string
  readonly clock: '24h' | '12h'
}

/** British: day before month, as the rest of the house writes it. */
const LOCALE = { en: 'en-GB', de: 'de-DE' } as const
const DAYS = { en: 'd', de: 'T.' } as const

const TO_THE_SECOND = { minute: '2-digit', second: '2-digit' } as const

const two = (value: number) => String(value).padStart(2, '0')

function ageIn(ms: number, language: Language): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`
  return `${Math.floor(ms / DAY)} ${DAYS[language]}`
}

function aheadIn(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** The clock on the wall there, as if it were that of Greenwich. */
const written = (moment: string) => instantOf(`${moment.slice(0, 19)}${moment.length > 10 ? 'Z' : ''}`)

/** `Sun 15 Nov` and `So 15. Nov.`: a weekday needs neither comma nor point. */
const plainDay = (text: string) => text.replace(/^([^\s.,]+)\.?,?/, '$1')

/** Made when it is first needed: each of them takes a browser longer than a page of rows. */
function once<T>(make: () => T): () => T {
  let made: T | null = null
  return () => (made ??= make())
}

const MOST_KEPT = 2_000

/** Written once for each minute: a list of thousands has few of them. */
function byMinute(write: (at: number) => string): (at: number) => string {
  const known = new Map<number, string>()
  return (at) => {
    const minute = Math.floor(at / MINUTE)
    const before = known.get(minute)
    if (before !== undefined) return before
    if (known.size >= MOST_KEPT) known.clear()
    const text = write(minute * MINUTE)
    known.set(minute, text)
    return text
  }
}

export function formatFor(language: Language, { zone, clock }: Place): Format {
  const locale = LOCALE[language]
  const asked = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }))
  const hourCycle = clock === '12h' ? 'h12' : 'h23'
  const time = asked({ hour: clock === '24h' ? '2-digit' : 'numeric', minute: '2-digit', hourCycle })
  const full = asked({ hour: clock === '24h' ? '2-digit' : 'numeric', ...TO_THE_SECOND, hourCycle })
  const day = asked({ weekday: 'short', day: 'numeric', month: 'short' })
  const longDay = asked({ weekday: 'long', day: 'numeric', month: 'long' })
  const exact = asked({ dateStyle: 'medium', timeStyle: 'medium', hourCycle })
  const number = once(() => new Intl.NumberFormat(locale))
  const languages = once(() => new Intl.DisplayNames(locale, { type: 'language' }))
  const swedish = once(
    () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  )
  const iso = byMinute((at) => swedish().format(at))
  const wall = { timeZone: 'UTC' }
  const wallTime = asked({
    ...wall,
    hour: clock === '24h' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle,
  })
  const wallDay = asked({ ...wall, weekday: 'short', day: 'numeric', month: 'short' })
  return {
    language,
    zone,
    languageName: (tag) => nameIn(languages(), tag),
    time: byMinute((at) => time().format(at).toUpperCase()),
    fullTime: (at) => full().format(at).toUpperCase(),
    seconds: (at) => two(Math.floor(at / SECOND) % 60),
    day: byMinute((at) => plainDay(day().format(at))),
    longDay: (at) => (language === 'en' ? plainDay(longDay().format(at)) : longDay().format(at)),
    exact: (at) => exact().format(at),
    age: (ms) => ageIn(ms, language),
    ahead: aheadIn,
    count: (ms) =>
      `${Math.floor(Math.max(0, ms) / MINUTE)}:${two(Math.floor(Math.max(0, ms) / SECOND) % 60)}`,
    date: (at) => iso(at).slice(0, 10),
    minute: (at) => Number(iso(at).slice(11, 13)) * 60 + Number(iso(at).slice(14, 16)),
    writtenTime: (moment) => wallTime().format(written(moment)).toUpperCase(),
    writtenDay: (moment) => plainDay(wallDay().format(written(moment))),
    number: (value) => number().format(value),
  }
}

/** What is not today is said with its day. */
export const momentWords = ({ date, day, time }: Format, at: number, now: number): string =>
  date(at) === date(now) ? time(at) : `${day(at)} ${time(at)}`

/** The same with seconds, for what somebody waits for. */
export const exactWords = ({ date, day, time, fullTime }: Format, at: number, now: number): string =>
  date(at) === date(now) ? fullTime(at) : `${day(at)} ${time(at)}`

/** What is no tag of a language stands as it is. */
function nameIn(languages: Intl.DisplayNames, tag: string): string {
  if (tag === '') return ''
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}
