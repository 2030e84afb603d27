import { formatVia, parseVia, tagOf, type Via, withTag } from './header.ts'
import { type Address, bareHost } from './address.ts'
import { Headers } from './headers.ts'
import { NO_BODY, type SipRequest, type SipResponse } from './message.ts'
import { listOf } from './params.ts'

/** RFC 3261 21, and the later ones that we say ourselves. */
const REASONS: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  181: 'Call Is Being Forwarded',
  182: 'Queued',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  302: 'Moved Temporarily',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  421: 'Extension Required',
  422: 'Session Interval Too Small',
  423: 'Interval Too Brief',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  600: 'Busy Everywhere',
  603: 'Decline',
}

export interface ResponseParts {
  readonly reason?: string
  /** Put on the To unless it has one; a 100 goes without. */
  readonly toTag?: string
  /** Where we are reached from now on: due in what makes or refreshes a dialog (RFC 3261 12.1.1). */
  readonly contact?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly contentType?: string
  readonly body?: Uint8Array
}

/** RFC 3261 8.2.6: our answer to a request, with everything that leads it back to the one who asked. */
export function responseTo(
  request: SipRequest,
  from: Address,
  status: number,
  parts: ResponseParts = {},
): SipResponse {
  const headers = new Headers()
  for (const via of viasBack(request, from)) headers.append('Via', via)
  if (makesDialog(request, status))
    for (const route of request.headers.all('record-route')) headers.append('Record-Route', route)
  // A request refused for lacking them has none to copy.
  for (const name of ['From', 'To', 'Call-ID', 'CSeq'] as const) {
    const value = name === 'To' ? taggedTo(request, status, parts) : request.headers.get(name)
    if (value) headers.append(name, value)
  }
  if (parts.contact !== undefined) headers.append('Contact', parts.contact)
  for (const [name, value] of parts.headers ?? []) headers.append(name, value)
  if (parts.contentType !== undefined) headers.append('Content-Type', parts.contentType)
  const reason = parts.reason ?? REASONS[status] ?? 'Unknown'
  return { kind: 'response', status, reason, headers, body: parts.body ?? NO_BODY }
}

/** RFC 3261 12.1.1: the answers from which a caller learns its route; a re-INVITE learns nothing new. */
const makesDialog = (request: SipRequest, status: number) =>
  request.method === 'INVITE' && status > 100 && status < 300

function taggedTo(request: SipRequest, status: number, { toTag }: ResponseParts): string {
  const to = request.headers.get('to') ?? ''
  return status === 100 || toTag === undefined ? to : withTag(to, toTag)
}

/** RFC 3261 18.2.1 and RFC 3581 4: the top Via says where the request really came from. */
function viasBack(request: SipRequest, from: Address): string[] {
  const [top = '', ...others] = listOf(request.headers.all('via')) ?? []
  const via = parseVia(top)
  return via ? [formatVia(seenFrom(via, from)), ...others] : [top, ...others]
}

function seenFrom(via: Via, from: Address): Via {
  const params = new Map(via.params)
  const asked = params.has('rport')
  if (asked) params.set('rport', String(from.port))
  if (asked || bareHost(via.host).toLowerCase() !== from.host.toLowerCase()) params.set('received', from.host)
  return { ...via, params }
}

/** The tag that names the sender of a response. */
export const toTagOf = ({ headers }: SipResponse) => tagOf(headers.get('to'))
