import type { SipRequest } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'

/** What we do, and say that we do (RFC 3261 20.5, 20.37). */
export const ALLOW = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, NOTIFY'
export const SUPPORTED = 'timer'

/** RFC 3261 8.2.2.3: what a request insists on and we do not have. */
export const unsupportedIn = (request: SipRequest): string[] =>
  (listOf(request.headers.all('require')) ?? []).filter((option) => option.toLowerCase() !== 'timer')
