import { addDays, isDate, weekdayOf } from '../../kernel/calendar.ts'
import { DAYS, type Day } from './entry.ts'
import { monthOf } from './entry-words.ts'

// Days of the calendar, written YYYY-MM-DD. No zone and no moment: those are the server's.

/** The next such day after today. */
export function nextDay(today: string, day: Day): string {
  const ahead = (DAYS.indexOf(day) - weekdayOf(today) + 7) % 7
  return addDays(today, ahead === 0 ? 7 : ahead)
}

/** A date as it was said, or what is wrong with it. */
export type SaidDate = { readonly date: string } | { readonly wrong: 'no-such-day' | 'past' }

export interface DateSense {
  readonly today: string
  /** Hours as they are said there; with 12, a date may be written month first. */
  readonly clock: 12 | 24
}

interface Numbers {
  readonly day: number
  readonly month: number
  /** Null when it was not said: the next such day is meant. */
  readonly year: number | null
}

/** The words of one date, `20.11.`, `2026-11-20`, `11/20` or `20 nov`; null when it is none. */
export function dateOf(word: string, next: string | undefined, sense: DateSense) {
  const numbers = numbersOf(word, sense) ?? null
  if (numbers !== null) return { said: resolved(numbers, sense.today), words: 1 }
  const month = next === undefined ? undefined : monthOf(next)
  if (month === undefined || !/^\d{1,2}\.?$/.test(word)) return null
  return { said: resolved({ day: Number.parseInt(word), month, year: null }, sense.today), words: 2 }
}

function numbersOf(word: string, { clock }: DateSense): Numbers | null {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$/.exec(word)
  if (dotted) return numbers(dotted[1], dotted[2], dotted[3])
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word)
  if (iso) return numbers(iso[3], iso[2], iso[1])
  const slashed = clock === 12 ? /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(word) : null
  return slashed ? numbers(slashed[2], slashed[1], slashed[3]) : null
}

function numbers(day?: string, month?: string, year?: string): Numbers {
  const full = year?.length === 2 ? `20${year}` : year
  return { day: Number(day), month: Number(month), year: full === undefined ? null : Number(full) }
}

const written = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Nobody wants to be woken so far ahead: a day that was less than the rest of a year ago was meant, and is over. */
const TOO_FAR_DAYS = 300
/** 29 February may be three years ahead. */
const YEARS_AHEAD = 8

function resolved({ day, month, year }: Numbers, today: string): SaidDate {
  if (year !== null) {
    const date = written(year, month, day)
    if (!isDate(date)) return { wrong: 'no-such-day' }
    return date < today ? { wrong: 'past' } : { date }
  }
  const first = Number(today.slice(0, 4))
  const thisYear = written(first, month, day)
  if (isDate(thisYear) && thisYear < today && thisYear > addDays(today, TOO_FAR_DAYS - 365))
    return { wrong: 'past' }
  for (let ahead = 0; ahead <= YEARS_AHEAD; ahead++) {
    const date = written(first + ahead, month, day)
    if (isDate(date) && date >= today) return { date }
  }
  return { wrong: 'no-such-day' }
}
