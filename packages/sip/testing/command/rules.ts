import type { PhoneScript } from '../phone-script.ts'

/** What a phone can be told to do, in a word: with what it means, and the script that does it. */
export const BEHAVIOURS: Readonly<Record<string, { readonly about: string; readonly script: PhoneScript }>> =
  {
    answer: {
      about: 'rings, answers, and listens until the caller hangs up',
      script: { does: 'answer' },
    },
    busy: { about: 'is busy (486)', script: { does: 'busy', ringMs: 0 } },
    'no-answer': { about: 'rings until the caller gives up', script: { does: 'ring' } },
    reject: { about: 'rings, then the guest rejects the call (603)', script: { does: 'reject' } },
    silent: { about: 'is dead: says nothing at all', script: { does: 'silent' } },
    snooze: {
      about: 'answers, and presses 1 two seconds later',
      script: { does: 'answer', keys: [{ keys: '1', afterMs: 2_000 }] },
    },
    hold: {
      about: 'answers, puts the caller on hold after a second, and takes him back two seconds later',
      script: { does: 'answer', holds: { afterMs: 1_000, forMs: 2_000 } },
    },
    'hang-up-early': {
      about: 'answers, and hangs up after a second',
      script: { does: 'answer', hangsUpAfterMs: 1_000 },
    },
  }

/** Which phones, and what they do; how long they ring, where it is said for them. */
export interface PhoneRule {
  readonly written: string
  readonly numbers: Numbers
  readonly script: PhoneScript
}

export type Numbers =
  | { readonly kind: 'any' }
  | { readonly kind: 'one'; readonly number: string }
  /** Digits of at least this width: 001-010 keeps its zeros. */
  | { readonly kind: 'range'; readonly low: number; readonly high: number; readonly width: number }

/** `101-199=answer:3`; what is wrong with it where it is none. */
export function readRule(written: string): PhoneRule | string {
  const [, left = '', name = '', ring] = /^([^=]+)=([^=:]+)(?::([^:]+))?$/.exec(written) ?? []
  if (left === '') return `"${written}" is not NUMBERS=BEHAVIOUR, as in 101-199=answer`
  const numbers = readNumbers(left)
  if (typeof numbers === 'string') return numbers
  const script = readBehaviour(name)
  if (typeof script === 'string') return script
  if (ring === undefined) return { written, numbers, script }
  const seconds = readSeconds(ring)
  return seconds === null
    ? `"${written}": it rings for seconds, as in ${left}=${name}:3`
    : { written, numbers, script: { ...script, ringMs: seconds * 1_000 } }
}

function readNumbers(text: string): Numbers | string {
  if (text === '*') return { kind: 'any' }
  const [, from, to] = /^(\d{1,12})-(\d{1,12})$/.exec(text) ?? []
  if (from !== undefined && to !== undefined) return readRange(from, to)
  return /^[\w.+*#]+$/.test(text)
    ? { kind: 'one', number: text }
    : `"${text}" is neither a number (101), a range (101-199) nor * for any`
}

function readRange(from: string, to: string): Numbers | string {
  const range = { kind: 'range', low: Number(from), high: Number(to), width: from.length } as const
  if (range.low > range.high) return `"${from}-${to}" ends before it begins`
  return from.startsWith('0') && from.length !== to.length
    ? `"${from}-${to}": with zeros in front, both ends have the same length`
    : range
}

function readBehaviour(name: string): PhoneScript | string {
  const known = BEHAVIOURS[name]?.script
  if (known) return known
  if (/^[3-6]\d\d$/.test(name)) return { does: Number(name), ringMs: 0 }
  return `A phone cannot "${name}"; it can ${Object.keys(BEHAVIOURS).join(', ')}, or refuse with a code from 300 to 699`
}

/** Null for what is no time that a person would wait. */
export function readSeconds(text: string): number | null {
  return /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null
}

/** The first rule that fits decides; a number that nobody has is not found. */
export function scriptFor(rules: readonly PhoneRule[], number: string, ringMs: number): PhoneScript {
  const script = rules.find(({ numbers }) => fits(numbers, number))?.script ?? { does: 404, ringMs: 0 }
  return { ringMs, ...script }
}

function fits(numbers: Numbers, number: string): boolean {
  if (numbers.kind === 'any') return true
  if (numbers.kind === 'one') return numbers.number === number
  const value = /^\d{1,12}$/.test(number) ? Number(number) : -1
  return value >= numbers.low && value <= numbers.high && spelled(value, numbers.width) === number
}

const spelled = (value: number, width: number) => String(value).padStart(width, '0')

/** How many phones there are by name; null when any number is one. */
export function countOf(numbers: Numbers): number | null {
  if (numbers.kind === 'any') return null
  return numbers.kind === 'one' ? 1 : numbers.high - numbers.low + 1
}

export function everyNumber(rules: readonly PhoneRule[]): string[] {
  const all = rules.flatMap(({ numbers }) => {
    if (numbers.kind === 'any') return []
    if (numbers.kind === 'one') return [numbers.number]
    const { low, high, width } = numbers
    return Array.from({ length: high - low + 1 }, (_, at) => spelled(low + at, width))
  })
  return [...new Set(all)]
}
