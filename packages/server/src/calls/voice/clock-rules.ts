import type { ClockFace } from '../../hotel/wakeups/announcement.ts'
import type { Rule } from './book-file.ts'
import { type ByNumber, isAmong, writtenFor } from './number-ranges.ts'

/** How a language tells times and spans: which pieces it says, by the first rule that fits. */

type Values = Readonly<Record<string, number | string>>

const filled = (piece: string, values: Values): string =>
  piece.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `?${name}`))

const dial = (hour: number) => (hour % 12 === 0 ? 12 : hour % 12)

/** What a rule may put into the name of a piece; `next` and `left` for "a quarter to eight". */
function valuesAt({ hour, minute }: ClockFace, parts: ByNumber): Values {
  const next = (hour + 1) % 24
  return {
    hour,
    minute,
    dial: dial(hour),
    part: writtenFor(hour, parts) ?? '',
    next,
    nextDial: dial(next),
    nextPart: writtenFor(next, parts) ?? '',
    left: 60 - minute,
  }
}

const fits = (rule: Rule, { hour, minute }: ClockFace) =>
  isAmong(hour, rule.hour) && isAmong(minute, rule.minute)

export const timePieces = (rules: readonly Rule[], at: ClockFace, parts: ByNumber): string[] =>
  (rules.find((rule) => fits(rule, at))?.say ?? []).map((piece) => filled(piece, valuesAt(at, parts)))

export const spanPieces = (rules: readonly Rule[], minutes: number): string[] =>
  (rules.find((rule) => isAmong(minutes, rule.minutes))?.say ?? []).map((piece) => filled(piece, { minutes }))
