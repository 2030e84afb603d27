import { renumbered } from '../lines/authorization.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { leastSeconds } from '../dialog/session-timer.ts'

/** RFC 4028 7.4: once more with what the other side can bear; a second 422 ends the call. */
export function withLongerTimer(response: SipResponse, sent: SipRequest): SipRequest | null {
  const least = leastSeconds(response.headers)
  if (least === null || sent.headers.has('min-se')) return null
  const again = renumbered(withoutCredentials(sent))
  again.headers.set('Session-Expires', least).set('Min-SE', least)
  return again
}

/** A nonce is good for one Request-URI. */
export function withoutCredentials(request: SipRequest): SipRequest {
  const headers = request.headers.clone().delete('via').delete('authorization').delete('proxy-authorization')
  return { ...request, headers }
}
