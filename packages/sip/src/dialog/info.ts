import { keyFromInfo } from '../media/dtmf-relay.ts'
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
