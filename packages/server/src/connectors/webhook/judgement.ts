import type { DeliveryVerdict } from '../connector.ts'
import type { WebhookFormat } from './bodies/index.ts'

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

export function judgeReply(format: WebhookFormat, reply: Reply): DeliveryVerdict {
  const { status, text, afterMs } = reply
  if (status >= 200 && status < 300) return judgeSuccess(format, reply)
  if (REFUSING.has(status)) return { kind: 'refused', reason: reasonOf(status, text) }
  if (status === GONE) return { kind: 'refused', reason: reasonOf(status, text), disable: true }
  return later(afterMs)
}

const later = (afterMs: number | undefined): DeliveryVerdict =>
  afterMs === undefined ? { kind: 'later' } : { kind: 'later', afterMs }

const judgeSuccess = (format: WebhookFormat, reply: Reply): DeliveryVerdict =>
  isTaken(format, reply) ? { kind: 'delivered' } : later(reply.afterMs)

/** Receivers of the older formats echo the room with a result: 0 is taken, 1 is to be sent again. */
function isTaken(format: WebhookFormat, { text, whole }: Reply): boolean {
  if (format === 'json') return true
  const results = resultsIn(text)
  if (format === 'legacy-json' || format === 'form') return !results.includes('1')
  // An XML receiver sends a result or nothing; a login page or half an answer is no receipt.
  return results.length > 0 ? results.every((result) => result === '0') : whole && text.trim() === ''
}

/** As an attribute in XML, as a member in JSON, as a field of a form. */
const resultsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\bresult["']?\s*[=:]\s*["']?(\d+)/gi), ([, digits = '']) => digits)

const reasonOf = (status: number, text: string): string => {
  const [line = ''] = text.trim().split(/[\r\n]/, 1)
  return line === '' ? `HTTP ${status}` : `HTTP ${status}: ${line.slice(0, 200)}`
}
