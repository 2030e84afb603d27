import type { SipRequest } from '../messages/message.ts'
import type { ResponseParts } from '../messages/response.ts'

/** A key that an INFO brings, and what is said to it. RFC 6086 and what came before it. */
export interface HeardInfo {
  readonly key: string | null
  readonly status: 200 | 415
  readonly parts: ResponseParts
}

const ACCEPT = [['Accept', 'application/dtmf-relay, application/dtmf']] as const

export function hearInfo({ headers, body }: SipRequest): HeardInfo {
  const text = Buffer.from(body).toString('latin1')
  const key = keyFromInfo(headers.get('content-type') ?? '', text)
  // An INFO without body asks whether we are alive; one that we do not understand is refused.
  const understood = key !== null || text.trim() === ''
  return understood ? { key, status: 200, parts: {} } : { key, status: 415, parts: { headers: ACCEPT } }
}

/** Keys in the body of an INFO request (RFC 6086), as exchanges have sent them since before there was a rule for it. */
export function keyFromInfo(contentType: string, body: string): string | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/dtmf-relay') return readKey(signalOf(body))
  return type === 'application/dtmf' ? readKey(body.trim()) : null
}

/** `Signal=1` or `Signal= 1`, among lines such as `Duration=160`. */
const signalOf = (body: string) => /^[ \t]*signal[ \t]*=[ \t]*([^\s]+)[ \t]*$/im.exec(body)?.[1] ?? ''

/** Some write the number of the event for star and hash (RFC 4733 3.2). */
const BY_NUMBER: Readonly<Record<string, string>> = { '10': '*', '11': '#' }

function readKey(text: string): string | null {
  const key = BY_NUMBER[text] ?? text.toUpperCase()
  return /^[0-9*#A-D]$/.test(key) ? key : null
}

/** What a scripted phone says. */
export const writeDtmfRelay = (key: string, durationMs: number) =>
  `Signal=${key}\r\nDuration=${durationMs}\r\n`
