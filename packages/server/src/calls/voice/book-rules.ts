import type { ClockFace } from '../../hotel/wakeups/announcement.ts'
import type { BookFile } from './book-file.ts'
import { phraseBook } from './phrase-book.ts'

const MINUTES: readonly number[] = Array.from({ length: 60 }, (_, n) => n)
export const FACES: readonly ClockFace[] = Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) =>
  MINUTES.map((minute) => ({ hour, minute })),
)

const MOST = 5

/**
 * Pieces that its rules say and the book does not have: found out now, not at the hour. A moment that no rule is for is
 * none: it is said in another language.
 */
export function mistakesInRules(file: BookFile): string[] {
  if (Object.keys(file.phrases ?? {}).length === 0) return ['it has no phrases: nothing can be said in it']
  const book = phraseBook(file)
  const said = [
    ...FACES.flatMap((face) => [
      ...book.time(face).map((piece) => ({ piece, when: `the time ${clock(face)}` })),
      ...book.itIs(face).map((piece) => ({ piece, when: `the time ${clock(face)}` })),
    ]),
    ...MINUTES.flatMap((n) =>
      book.inMinutes(n + 1).map((piece) => ({ piece, when: `a span of ${n + 1} minutes` })),
    ),
  ]
  const missing = new Map<string, string>()
  for (const { piece, when } of said)
    if (!book.pieces.has(piece) && !missing.has(piece)) missing.set(piece, when)
  const found = [
    ...unknownForms(file).map((form) => `there is no form "${form}"`),
    ...[...missing].map(([piece, when]) => `there is no piece "${piece}", which ${when} needs`),
  ]
  return found.length > MOST ? [...found.slice(0, MOST), `${found.length - MOST} more are missing`] : found
}

/** `{feminine}` where no number has such a form. */
function unknownForms({ series = {}, forms = {} }: BookFile): string[] {
  const texts = Object.values(series).flatMap((one) => Object.values(one))
  const named = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, form = '']) => form))
  return [...new Set(named)].filter((form) => form !== 'n' && forms[form] === undefined)
}

const two = (n: number) => String(n).padStart(2, '0')
export const clock = ({ hour, minute }: ClockFace) => `${two(hour)}:${two(minute)}`
