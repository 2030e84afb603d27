import { ALLOW, SUPPORTED, unsupportedIn } from '../dialog/abilities.ts'
import type { Random } from '../transactions/clock.ts'
import { contactOf, keyOfIncoming } from '../dialog/dialog.ts'
import type { Flow } from '../transport/flow.ts'
import { parseNameAddr } from '../messages/header.ts'
import type { IncomingCall } from '../call/incoming-call.ts'
import type { SipRequest } from '../messages/message.ts'
import type { Talk } from '../dialog/requests-in-dialog.ts'
import { responseTo, type ResponseParts } from '../messages/response.ts'
import type { ServerTransaction } from '../transactions/server-transaction.ts'
import { tell } from '../call/tell.ts'
import { topVia } from '../transactions/transactions.ts'

/** Of somebody who calls: for a line of ours, for none of them, or from elsewhere than the exchange of any. */
export type InviteStanding = 'ours' | 'not found' | 'stranger'

export interface ReceptionParts {
  readonly random: Random
  readonly talks: ReadonlyMap<string, Talk>
  /** Our Contact in a call that still rings, where the request belongs to one. */
  contactFor(request: SipRequest): string | null
  /** Whether it has come before by another way. */
  isMerged(request: SipRequest): boolean
  /** Whether it dials a line of ours, and may. */
  standing(request: SipRequest, flow: Flow): InviteStanding
  /** Whether another call can be taken at all. */
  hasRoom(): boolean
  callOf(request: SipRequest, transaction: ServerTransaction): IncomingCall
  readonly onCall: ((call: IncomingCall) => void) | undefined
}

/** RFC 3261 8.2.1, 21.5.2: methods that we know but do not support, as opposed to unknown ones. */
const NOT_OURS = ['REGISTER', 'MESSAGE', 'SUBSCRIBE', 'PUBLISH', 'REFER']

/** Exchanges send these unasked and expect a 200. */
const HARMLESS_EVENTS = /^\s*(?:message-summary|keep-alive)\b/i

const ABILITIES = [
  ['Allow', ALLOW],
  ['Accept', 'application/sdp, application/dtmf-relay'],
  ['Supported', SUPPORTED],
] as const

/** Answers requests: those of a call are passed on to it, everything else is answered by rule. */
export class Reception {
  readonly #parts: ReceptionParts
  /** By the branch of their INVITE: that is what a CANCEL names. */
  readonly #calls = new Map<string, IncomingCall>()

  constructor(parts: ReceptionParts) {
    this.#parts = parts
  }

  get calls(): readonly IncomingCall[] {
    return [...this.#calls.values()]
  }

  get size(): number {
    return this.#calls.size
  }

  receive(request: SipRequest, transaction: ServerTransaction) {
    if (request.method === 'CANCEL') return this.#onCancel(request, transaction)
    if (parseNameAddr(request.headers.get('to') ?? '')?.params.has('tag'))
      return this.#onRequestInDialog(request, transaction)
    // RFC 3261 8.2.2.1
    if (!/^sips?:/i.test(request.uri)) return this.#respond(request, transaction, 416)
    // RFC 3261 8.2.2.2; an OPTIONS is answered all the same, or the exchange takes the line for dead.
    if (request.method !== 'OPTIONS' && this.#parts.isMerged(request))
      return this.#respond(request, transaction, 482)
    const unsupported = unsupportedIn(request)
    // RFC 3261 8.2.2.3
    if (unsupported.length > 0)
      return this.#respond(request, transaction, 420, { headers: [['Unsupported', unsupported.join(', ')]] })
    this.#onRequestOutside(request, transaction)
  }

  #onRequestInDialog(request: SipRequest, transaction: ServerTransaction) {
    const talk = this.#parts.talks.get(keyOfIncoming(request))
    if (talk) return talk.receive(request, transaction)
    const contact = this.#parts.contactFor(request)
    if (contact !== null && request.method === 'UPDATE')
      return this.#onEarlyUpdate(request, transaction, contact)
    // RFC 3261 11.2: exchanges ask so whether a call is still up, also while it rings.
    if (contact !== null && request.method === 'OPTIONS')
      return this.#respond(request, transaction, 200, { contact, headers: ABILITIES })
    // RFC 3261 12.2.2
    this.#respond(request, transaction, 481)
  }

  /** RFC 3311 5.2: exchanges tell so who rings; for other audio they have to wait until our offer is answered. */
  #onEarlyUpdate(request: SipRequest, transaction: ServerTransaction, contact: string) {
    this.#respond(request, transaction, request.body.length === 0 ? 200 : 491, { contact })
  }

  #onRequestOutside(request: SipRequest, transaction: ServerTransaction) {
    switch (request.method) {
      case 'INVITE':
        return this.#onInvite(request, transaction)
      case 'OPTIONS':
        // RFC 3261 11.2
        return this.#respond(request, transaction, 200, { headers: ABILITIES })
      case 'NOTIFY':
        return this.#respond(request, transaction, isHarmless(request) ? 200 : 489)
      case 'BYE':
      case 'INFO':
      case 'UPDATE':
      case 'PRACK':
        return this.#respond(request, transaction, 481)
      default:
        return this.#respond(request, transaction, NOT_OURS.includes(request.method) ? 405 : 501, {
          headers: [['Allow', ALLOW]],
        })
    }
  }

  /** RFC 3261 9.2: the CANCEL is answered by itself, and the INVITE that it names with 487. */
  #onCancel(request: SipRequest, transaction: ServerTransaction) {
    const call = this.#calls.get(branchOf(request))
    this.#respond(request, transaction, call ? 200 : 481)
    call?.cancelled()
  }

  /** RFC 3261 13.3: offered to the program; always answered in the end. */
  #onInvite(request: SipRequest, transaction: ServerTransaction) {
    const standing = this.#parts.standing(request, transaction.flow)
    // RFC 3261 21.4.4: whoever is not the exchange learns nothing, not even which numbers there are.
    if (standing === 'stranger') return this.#respond(request, transaction, 403)
    // RFC 3261 8.2.2.1
    if (standing === 'not found') return this.#respond(request, transaction, 404)
    // RFC 3261 8.2.3
    if (!isDescription(request))
      return this.#respond(request, transaction, 415, { headers: [['Accept', 'application/sdp']] })
    // RFC 3261 20.1, 21.4.7: our answer could only be a description.
    if (!takesDescription(request)) return this.#respond(request, transaction, 406)
    // RFC 3261 8.1.1.8: without it we could not send the caller a BYE.
    if (contactOf(request.headers) === null)
      return this.#respond(request, transaction, 400, { reason: 'Missing Contact header' })
    if (!this.#parts.hasRoom()) return this.#respond(request, transaction, 486)
    const call = this.#parts.callOf(request, transaction)
    const branch = branchOf(request)
    this.#calls.set(branch, call)
    void call.ended.finally(() => this.#calls.delete(branch))
    const { onCall } = this.#parts
    if (!onCall) return call.reject()
    if (tell(() => onCall(call))) call.trying()
    else call.failed()
  }

  #respond(request: SipRequest, transaction: ServerTransaction, status: number, parts: ResponseParts = {}) {
    const toTag = this.#parts.random.token(10)
    transaction.respond(responseTo(request, transaction.flow.remote, status, { toTag, ...parts }))
  }
}

const isHarmless = (request: SipRequest) => HARMLESS_EVENTS.test(request.headers.get('event') ?? '')

/** A body without a type is taken for a description. */
const isDescription = ({ headers, body }: SipRequest) =>
  body.length === 0 || /^\s*(?:application\/sdp\s*(?:;|$)|$)/i.test(headers.get('content-type') ?? '')

/** RFC 3261 20.1: no Accept means `application/sdp`; an empty one accepts nothing. */
const takesDescription = ({ headers }: SipRequest) =>
  !headers.has('accept') ||
  headers
    .all('accept')
    .some((types) => /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|sdp))\s*(?:[;,]|$)/i.test(types))

const branchOf = (request: SipRequest) => topVia(request)?.params.get('branch') ?? ''
