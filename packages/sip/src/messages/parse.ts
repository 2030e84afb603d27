import { parseCSeq, parseNameAddr, parseVia } from './header.ts'
import { bodyLength, headLines, Headers, isToken } from './headers.ts'
import type { SipMessage, SipRequest, SipResponse } from './message.ts'
import { listOf, trim } from './params.ts'

/**
 * What came in: a message; a request that is wrong and can be answered (RFC 3261 8.2, 16.3 and RFC 4475 3.1.2);
 * or garbage, which is not answered.
 */
export type Parsed =
  | { readonly kind: 'message'; readonly message: SipMessage }
  | {
      readonly kind: 'refused'
      readonly request: SipRequest
      readonly status: number
      readonly reason: string
    }
  | { readonly kind: 'garbage'; readonly why: string }

const LARGEST_HEAD = 65_535
const MOST_FIELDS = 500

const garbage = (why: string): Parsed => ({ kind: 'garbage', why })

/** One datagram, or one message cut out of a stream by its length. */
export function parseMessage(datagram: Uint8Array): Parsed {
  const bytes = withoutLeadingLines(datagram)
  const head = splitHead(bytes)
  if (!head) return garbage('no empty line ends the headers')
  const [first = '', ...lines] = head.lines
  const headers = readFields(lines)
  if (!headers) return garbage('a header line is malformed')
  const body = readBody(bytes.subarray(head.end), headers)
  const message = readFirstLine(first, headers, body ?? bytes.subarray(head.end))
  if (!message) return garbage('the first line is neither a request nor a status line')
  if (message.kind === 'response') return checkResponse(message, body !== null)
  return checkRequest(message, first, body !== null)
}

/** RFC 3261 7.5: line ends before the first line are passed over. */
function withoutLeadingLines(bytes: Uint8Array): Uint8Array {
  let at = 0
  while (bytes[at] === 13 || bytes[at] === 10) at++
  return bytes.subarray(at)
}

interface Head {
  readonly lines: readonly string[]
  /** Where the body begins. */
  readonly end: number
}

function splitHead(bytes: Uint8Array): Head | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.indexOf('\r\n\r\n')
  if (end < 0 || end > LARGEST_HEAD) return null
  return { lines: headLines(buffer.toString('utf8', 0, end)), end: end + 4 }
}

function readFields(lines: readonly string[]): Headers | null {
  if (lines.length > MOST_FIELDS) return null
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = trim(line.slice(0, Math.max(0, colon)))
    // RFC 3261 25.1: a lone CR or LF is not allowed; read as a line end, it would change the headers.
    if (!isToken(name) || /[\r\n]/.test(line)) return null
    headers.append(name, trim(line.slice(colon + 1)))
  }
  return headers
}

/** RFC 3261 18.3: what lies behind the length is cut; a body that is shorter is an error (null). */
function readBody(rest: Uint8Array, headers: Headers): Uint8Array | null {
  const length = bodyLength(headers.all('content-length'))
  if (length === undefined) return rest
  return length === null || length > rest.length ? null : rest.subarray(0, length)
}

const STATUS_LINE = /^SIP\/2\.0 (\d{1,10})(?: (.*))?$/is

function readFirstLine(first: string, headers: Headers, body: Uint8Array): SipMessage | null {
  if (/[\r\n]/.test(first)) return null
  const status = STATUS_LINE.exec(first)
  if (status) return { kind: 'response', status: Number(status[1]), reason: status[2] ?? '', headers, body }
  const line = readRequestLine(first)
  return line && { kind: 'request', ...line, headers, body }
}

/** Looser than the grammar, so that what is wrong can still be answered (RFC 4475 3.1.2.8, 3.1.2.9). */
function readRequestLine(first: string): Pick<SipRequest, 'method' | 'uri'> | null {
  const line = trim(first)
  const method = /^\S+/.exec(line)?.[0] ?? ''
  const version = /\sSIP\/\d+\.\d+$/i.exec(line)
  const uri = trim(line.slice(method.length, version?.index))
  return version && isToken(method) && uri !== '' ? { method, uri } : null
}

/** RFC 3261 8.1.1: these say where a message belongs; without them it can be neither routed nor matched. */
function missingHeader(headers: Headers): string | null {
  return ['To', 'From', 'CSeq', 'Call-ID', 'Via'].find((name) => !headers.has(name)) ?? null
}

function checkResponse(response: SipResponse, bodyIsWhole: boolean): Parsed {
  if (response.status < 100 || response.status > 699) return garbage('the status is not from 100 to 699')
  if (!bodyIsWhole) return garbage('the body is shorter than Content-Length says')
  const missing = missingHeader(response.headers)
  if (missing) return garbage(`${missing} is missing`)
  return problemIn(response.headers)
    ? garbage('a header is malformed')
    : { kind: 'message', message: response }
}

function checkRequest(request: SipRequest, first: string, bodyIsWhole: boolean): Parsed {
  const refused = (status: number, reason: string): Parsed => ({ kind: 'refused', request, status, reason })
  // A response goes back along the Via: without one there is no way to answer.
  if (!topVia(request.headers)) return garbage('there is no Via to answer to')
  if (!/ SIP\/2\.0\s*$/i.test(first)) return refused(505, 'Version Not Supported')
  // RFC 3261 25.1: single spaces, and none at the end.
  if (!/^\S+ \S.*\S SIP\/2\.0$/i.test(first) || /\s{2}/.test(first))
    return refused(400, 'Malformed Request-Line')
  const missing = missingHeader(request.headers)
  if (missing) return refused(400, `Missing ${missing} header`)
  const problem = problemIn(request.headers) ?? uriProblem(request.uri)
  if (problem) return refused(400, problem)
  if (!bodyIsWhole) return refused(400, 'Bad Content-Length')
  // RFC 3261 8.1.1.5: the method of the CSeq is the method of the request.
  const cseq = parseCSeq(request.headers.get('cseq') ?? '')
  return cseq?.method === request.method
    ? { kind: 'message', message: request }
    : refused(400, 'CSeq method mismatch')
}

const topVia = (headers: Headers) => parseVia(listOf(headers.all('via'))?.[0] ?? '')

/**
 * RFC 3261 25.1: no spaces and no brackets (RFC 4475 3.1.2.7, 3.1.2.8). Headers in it are wrong too, but harmless
 * here: we do not forward, so they are ignored (RFC 4475 3.1.2.11).
 */
const uriProblem = (uri: string) =>
  /^[A-Za-z][\w+.-]*:[^\s<>"]+$/.test(uri) ? null : 'Malformed Request-URI'

const SINGLE = ['to', 'from', 'cseq', 'call-id', 'max-forwards'] as const

/** What the headers that decide a message's way must be like. */
function problemIn(headers: Headers): string | null {
  const twice = SINGLE.find((name) => headers.all(name).length > 1)
  if (twice) return `Multiple ${twice} headers`
  for (const name of ['From', 'To'] as const)
    if (!parseNameAddr(headers.get(name) ?? '')) return `Malformed ${name} header`
  if (!parseCSeq(headers.get('cseq') ?? '')) return 'Malformed CSeq header'
  if (!/^\S+$/.test(headers.get('call-id') ?? '')) return 'Malformed Call-ID header'
  const vias = listOf(headers.all('via'))
  if (!vias || vias.length === 0 || vias.some((via) => !parseVia(via))) return 'Malformed Via header'
  const hops = headers.get('max-forwards')
  return hops !== undefined && !(/^\d{1,10}$/.test(hops) && Number(hops) <= 255)
    ? 'Malformed Max-Forwards header'
    : null
}
