import type { CallHandle } from './call-handle.ts'
import type { Random } from '../transactions/clock.ts'
import { Headers } from '../messages/headers.ts'
import { type Line, nameOf } from '../lines/lines.ts'
import type { SipRequest } from '../messages/message.ts'
import { ALLOW, SUPPORTED } from '../dialog/abilities.ts'

/** The first handle of a call, known before anything is sent. */
export const firstHandle = (line: Line, uri: string, random: Random): CallHandle => ({
  line: nameOf(line.options),
  uri,
  from: line.fromHeader(random.token(10)),
  to: `<${uri}>`,
  callId: random.token(24),
  seq: 1,
  seed: random.token(16),
  sentBy: { protocol: line.protocol, local: { host: '', port: 0 } },
  dialog: null,
})

export interface Invitation {
  readonly contact: string
  /** Our session description. */
  readonly offer: string
  readonly sessionSeconds?: number
}

/** RFC 3261 13.2.1. Kept short: a datagram over 1,300 bytes may not arrive (RFC 3261 18.1.1). */
export function inviteOf({ uri, from, to, callId, seq }: CallHandle, invitation: Invitation): SipRequest {
  const { contact, offer, sessionSeconds = 0 } = invitation
  const headers = Headers.of([
    ['Max-Forwards', '70'],
    ['From', from],
    ['To', to],
    ['Call-ID', callId],
    ['CSeq', `${seq} INVITE`],
    ['Contact', contact],
    ['Allow', ALLOW],
    // 100rel is not listed: an exchange that insists on it says so by 421.
    ['Supported', SUPPORTED],
    ['Content-Type', 'application/sdp'],
  ])
  if (sessionSeconds > 0) headers.append('Session-Expires', sessionSeconds)
  return { kind: 'request', method: 'INVITE', uri, headers, body: Buffer.from(offer) }
}
