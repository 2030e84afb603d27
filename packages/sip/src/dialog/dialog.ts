import { parseCSeq, parseNameAddr, tagOf, withTag } from '../messages/header.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest, type SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { formatUri, parseUri } from '../messages/uri.ts'

/** What both sides remember of a call. RFC 3261 12. A plain value: it can be written down and read back. */
export interface Dialog {
  readonly callId: string
  readonly localTag: string
  readonly remoteTag: string
  /** The From and To of requests that we send. */
  readonly localParty: string
  readonly remoteParty: string
  /** The number of the last request sent, and of the last one that came. */
  readonly localSeq: number
  readonly remoteSeq: number | null
  /** Where requests are addressed to. */
  readonly remoteTarget: string
  /** The way there, nearest first. */
  readonly routeSet: readonly string[]
}

/** RFC 3261 12.1.2: the side that called. The routes come in the order from there to here, so they are turned round. */
export function dialogOfCaller(invite: SipRequest, response: SipResponse): Dialog | null {
  const contact = contactOf(response.headers)
  const routes = listOf(response.headers.all('record-route'))
  const cseq = parseCSeq(invite.headers.get('cseq') ?? '')
  if (!routes || !cseq) return null
  return {
    callId: invite.headers.get('call-id') ?? '',
    localTag: tagOf(invite.headers.get('from')),
    remoteTag: tagOf(response.headers.get('to')),
    localParty: invite.headers.get('from') ?? '',
    remoteParty: response.headers.get('to') ?? '',
    localSeq: cseq.number,
    remoteSeq: null,
    // A 2xx without Contact is wrong, and seen: the address that was called is the best guess.
    remoteTarget: contact ?? invite.uri,
    routeSet: routes.toReversed(),
  }
}

/** RFC 3261 12.1.1: the side that was called. */
export function dialogOfCallee(invite: SipRequest, localTag: string, localSeq: number): Dialog | null {
  const { headers } = invite
  const contact = contactOf(headers)
  const routes = listOf(headers.all('record-route'))
  const cseq = parseCSeq(headers.get('cseq') ?? '')
  if (!routes || !cseq || contact === null) return null
  return {
    callId: headers.get('call-id') ?? '',
    localTag,
    remoteTag: tagOf(headers.get('from')),
    localParty: withTag(headers.get('to') ?? '', localTag),
    remoteParty: headers.get('from') ?? '',
    localSeq,
    remoteSeq: cseq.number,
    remoteTarget: contact,
    routeSet: routes,
  }
}

export const contactOf = (headers: Headers): string | null =>
  parseNameAddr(listOf(headers.all('contact'))?.[0] ?? '')?.uri ?? null

/** The dialog that a request or response belongs to, as a key. */
export const dialogKey = (callId: string, localTag: string, remoteTag: string) =>
  [callId, localTag, remoteTag].join(' ')

export function keyOfIncoming(request: SipRequest): string {
  const { headers } = request
  return dialogKey(headers.get('call-id') ?? '', tagOf(headers.get('to')), tagOf(headers.get('from')))
}

/** RFC 3261 12.2.1.1: the next request in a dialog; an ACK keeps the number of its INVITE. */
export function requestWithin(dialog: Dialog, method: string): { dialog: Dialog; request: SipRequest } {
  const number = method === 'ACK' ? dialog.localSeq : dialog.localSeq + 1
  const { uri, routes } = addressed(dialog)
  const headers = new Headers()
  for (const route of routes) headers.append('Route', route)
  headers
    .append('Max-Forwards', 70)
    .append('From', dialog.localParty)
    .append('To', dialog.remoteParty)
    .append('Call-ID', dialog.callId)
    .append('CSeq', `${number} ${method}`)
  const request: SipRequest = { kind: 'request', method, uri, headers, body: NO_BODY }
  return { dialog: { ...dialog, localSeq: number }, request }
}

/** A loose router leaves the Request-URI alone; for a strict one it is put there, and the target goes last. */
function addressed({ remoteTarget, routeSet }: Dialog): { uri: string; routes: readonly string[] } {
  const [first, ...others] = routeSet
  const nearest = first === undefined ? null : (parseNameAddr(first)?.uri ?? null)
  if (nearest === null || parseUri(nearest)?.params.has('lr')) return { uri: remoteTarget, routes: routeSet }
  const parsed = parseUri(nearest)
  // RFC 3261 12.2.1.1: what a Request-URI may not have is taken off.
  const uri = parsed ? formatUri({ ...parsed, headers: '' }) : nearest
  return { uri, routes: [...others, `<${remoteTarget}>`] }
}

/**
 * RFC 3261 12.2.2: a request that is older than the last one is out of order (500); anything else moves the number
 * on, and a target refresh moves the target.
 */
export function receivedWithin(dialog: Dialog, request: SipRequest): Dialog | 'out of order' {
  const number = parseCSeq(request.headers.get('cseq') ?? '')?.number ?? 0
  if (dialog.remoteSeq !== null && number < dialog.remoteSeq) return 'out of order'
  const refreshes = request.method === 'INVITE' || request.method === 'UPDATE'
  return {
    ...dialog,
    remoteSeq: number,
    remoteTarget: (refreshes ? contactOf(request.headers) : null) ?? dialog.remoteTarget,
  }
}

/** RFC 3261 12.2.1.2: a 2xx to our own target refresh may move the target too. */
export const refreshedBy = (dialog: Dialog, response: SipResponse): Dialog => ({
  ...dialog,
  remoteTarget: contactOf(response.headers) ?? dialog.remoteTarget,
})
