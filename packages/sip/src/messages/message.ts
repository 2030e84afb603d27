import type { Headers } from './headers.ts'

/** RFC 3261 7.1. The Request-URI is kept as written: digests and strict routers need it letter by letter. */
export interface SipRequest {
  readonly kind: 'request'
  readonly method: string
  readonly uri: string
  readonly headers: Headers
  readonly body: Uint8Array
}

/** RFC 3261 7.2 */
export interface SipResponse {
  readonly kind: 'response'
  readonly status: number
  readonly reason: string
  readonly headers: Headers
  readonly body: Uint8Array
}

export type SipMessage = SipRequest | SipResponse

export const NO_BODY = new Uint8Array(0)
