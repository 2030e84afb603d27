import type { CallHandle } from './call-handle.ts'
import type { Random } from '../transactions/clock.ts'
import { Headers } from '../messages/headers.ts'
import { type Line, type LineOptions, nameOf } from '../lines/lines.ts'
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
  /** By the line, if it has a proxy. */
  readonly routes?: readonly string[]
  readonly assertedIdentity?: LineOptions['assertedIdentity']
  readonly reliable?: LineOptions['reliable']
}

/** RFC 3261 13.2.1. Kept short: a datagram over 1,300 bytes may not arrive (RFC 3261 18.1.1). */
export function inviteOf({ uri, from, to, callId, seq }: CallHandle, invitation: Invitation): SipRequest {
  const { contact, offer, sessionSeconds = 0, routes = [], assertedIdentity } = invitation
  const { reliable = 'supported' } = invitation
  const headers = Headers.of([
    ...routes.map((route) => ['Route', route] as const),
    ['Max-Forwards', '70'],
    ['From', from],
    ['To', to],
    ['Call-ID', callId],
    ['CSeq', `${seq} INVITE`],
    ['Contact', contact],
    ['Allow', ALLOW],
    // RFC 3262 4: listed, it may be used; an exchange that cannot do without says so to all others by 421.
    ['Supported', reliable === 'off' ? SUPPORTED : `${SUPPORTED}, 100rel`],
    ...(reliable === 'required' ? [['Require', '100rel'] as const] : []),
    ...(assertedIdentity === undefined ? [] : [['P-Asserted-Identity', `<${assertedIdentity}>`] as const]),
    ['Content-Type', 'application/sdp'],
  ])
  if (sessionSeconds > 0) headers.append('Session-Expires', sessionSeconds)
  return { kind: 'request', method: 'INVITE', uri, headers, body: Buffer.from(offer) }
}
