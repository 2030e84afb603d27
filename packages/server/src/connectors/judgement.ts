import type { Verdict } from './connector.ts'
import type { PushFormat } from './bodies/index.ts'

/** What came back over HTTP. */
export interface Reply {
  readonly status: number
  /** The first 4 kB of the answer. */
  readonly text: string
  /** Whether that is all of it. */
  readonly whole: boolean
  /** What the other side asked for in Retry-After. */
  readonly afterMs?: number | undefined
}

/** The receiver does not want this very message; to send it again would change nothing. */
const REFUSING = new Set([400, 409, 413, 415, 422])
const GONE = 410

export function judge(format: PushFormat, reply: Reply): Verdict {
  const { status, text, afterMs } = reply
  if (status >= 200 && status < 300) return judgeSuccess(format, reply)
  if (REFUSING.has(status)) return { kind: 'refused', reason: reasonOf(status, text) }
  if (status === GONE) return { kind: 'refused', reason: reasonOf(status, text), disable: true }
  return later(afterMs)
}

const later = (afterMs: number | undefined): Verdict =>
  afterMs === undefined ? { kind: 'later' } : { kind: 'later', afterMs }

/** Receivers of the older formats echo the room with a result: 0 is taken, 1 is to be sent again. */
function judgeSuccess(format: PushFormat, { text, whole, afterMs }: Reply): Verdict {
  if (format === 'json') return { kind: 'delivered' }
  const results = resultsIn(text)
  const mustSayZero = format === 'xml' || format === 'jazz'
  if (results.some((result) => result !== '0')) return later(afterMs)
  const saysNothing = whole && text.trim() === ''
  return results.length > 0 || !mustSayZero || saysNothing ? { kind: 'delivered' } : later(afterMs)
}

/** As an attribute in XML, as a member in JSON, as a field of a form. */
const resultsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\bresult["']?\s*[=:]\s*["']?(\d+)/gi), ([, digits = '']) => digits)

const reasonOf = (status: number, text: string): string => {
  const [line = ''] = text.trim().split(/[\r\n]/, 1)
  return line === '' ? `HTTP ${status}` : `HTTP ${status}: ${line.slice(0, 200)}`
}
