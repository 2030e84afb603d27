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
  /** 0:42 */
  count(ms: number): string
  number(value: number): string
}

export interface Place {
  readonly zone: string
  readonly clock: '24h' | '12h'
}

/** British: day before month, as the rest of the house writes it. */
const LOCALE = { en: 'en-GB', de: 'de-DE' } as const
const DAYS = { en: 'd', de: 'T.' } as const

const two = (value: number) => String(value).padStart(2, '0')

function ageIn(ms: number, language: Language): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`
  return `${Math.floor(ms / DAY)} ${DAYS[language]}`
}

/** `Sun 15 Nov` and `So 15. Nov.`: a weekday needs neither comma nor point. */
const plainDay = (text: string) => text.replace(/^([^\s.,]+)\.?,?/, '$1')

export function formatFor(language: Language, { zone, clock }: Place): Format {
  const locale = LOCALE[language]
  const asked = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  const hourCycle = clock === '12h' ? 'h12' : 'h23'
  const time = asked({ hour: clock === '24h' ? '2-digit' : 'numeric', minute: '2-digit', hourCycle })
  const day = asked({ weekday: 'short', day: 'numeric', month: 'short' })
  const longDay = asked({ weekday: 'long', day: 'numeric', month: 'long' })
  const exact = asked({ dateStyle: 'medium', timeStyle: 'medium', hourCycle })
  const number = new Intl.NumberFormat(locale)
  return {
    language,
    zone,
    time: (at) => time.format(at).toUpperCase(),
    seconds: (at) => two(Math.floor(at / SECOND) % 60),
    day: (at) => plainDay(day.format(at)),
    longDay: (at) => (language === 'en' ? plainDay(longDay.format(at)) : longDay.format(at)),
    exact: (at) => exact.format(at),
    age: (ms) => ageIn(ms, language),
    count: (ms) =>
      `${Math.floor(Math.max(0, ms) / MINUTE)}:${two(Math.floor(Math.max(0, ms) / SECOND) % 60)}`,
    number: (value) => number.format(value),
  }
}
