import { renumbered } from './authorization.ts'
import { contactOf } from './dialog.ts'
import type { LineOptions } from './lines.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { leastSeconds } from './session-timer.ts'
import { parseUri } from './uri.ts'

/** Whether a redirection leads to somebody of the same exchange: no other is followed (RFC 3261 8.1.3.4). */
export function leadsWithin({ headers }: SipResponse, { domain, exchange }: LineOptions): boolean {
  const host = parseUri(contactOf(headers) ?? '')?.host
  return host !== undefined && (host === domain.toLowerCase() || host === exchange?.host)
}

export const redirectedTo = ({ headers }: SipResponse, sent: SipRequest): SipRequest => ({
  ...renumbered(withoutCredentials(sent)),
  uri: contactOf(headers) ?? sent.uri,
})

/** RFC 4028 7.4: once more with what the other side can bear; a second 422 ends the call. */
export function withLongerTimer(response: SipResponse, sent: SipRequest): SipRequest | null {
  const least = leastSeconds(response.headers)
  if (least === null || sent.headers.has('min-se')) return null
  const again = renumbered(withoutCredentials(sent))
  again.headers.set('Session-Expires', least).set('Min-SE', least)
  return again
}

/** A nonce is good for one Request-URI. */
function withoutCredentials(request: SipRequest): SipRequest {
  const headers = request.headers.clone().delete('via').delete('authorization').delete('proxy-authorization')
  return { ...request, headers }
}
