import type { Headers } from './headers.ts'
import {
  endOfQuoted,
  formatParams,
  listOf,
  type Params,
  parseParams,
  quote,
  trim,
  unquote,
} from './params.ts'
import { isHost } from './uri.ts'

/** The structured headers: each is parsed where it is needed, and null means that it is malformed. */

/** RFC 3261 20.42 */
export interface Via {
  readonly transport: string
  readonly host: string
  readonly port: number | null
  readonly params: Params
}

// Any version: a request of another one must still find its way back, to be told so. Nothing that follows a run of
// white space can begin with white space, so matching takes linear time.
const VIA =
  /^SIP\s*\/\s*\d+\.\d+\s*\/\s*([\w.!%*+`'~-]+)\s+(\[[0-9a-fA-F:.]+\]|[\w.-]+)\s*(?::\s*(\d{1,5})\s*)?(;.*)?$/is

export function parseVia(text: string): Via | null {
  const match = VIA.exec(trim(text))
  if (!match) return null
  const [, transport = '', host = '', port, rest = ''] = match
  const params = parseParams(rest)
  if (!params || !isHost(host) || Number(port ?? 0) > 65_535) return null
  return { transport: transport.toUpperCase(), host, port: port === undefined ? null : Number(port), params }
}

export const formatVia = ({ transport, host, port, params }: Via) =>
  `SIP/2.0/${transport} ${host}${port === null ? '' : `:${port}`}${formatParams(params)}`

/** From, To, Contact, Route, Record-Route: a name, an address, parameters (RFC 3261 20.10, 20.20). */
export interface NameAddr {
  readonly display: string
  readonly uri: string
  readonly params: Params
}

export function parseNameAddr(text: string): NameAddr | null {
  const trimmed = trim(text)
  const open = bracketOf(trimmed)
  if (open === null) return null
  if (open < 0) return parseAddr(trimmed)
  const close = trimmed.indexOf('>', open)
  const [name, uri] = [trim(trimmed.slice(0, open)), trimmed.slice(open + 1, close)]
  const rest = trim(trimmed.slice(close + 1))
  if (close < 0 || uri.includes('<') || !(rest === '' || rest.startsWith(';'))) return null
  // Spaces inside the brackets are wrong, and plain in their meaning (RFC 4475 3.1.2.14).
  return withParams(unquote(name), uri, rest)
}

/**
 * Where the bracket opens behind the display name; -1 when there is none, null when the name is malformed. A name
 * that lacks its quotes is taken as it stands (RFC 4475 3.1.2.15): it is only shown, and exchanges do write `Müller`.
 */
function bracketOf(text: string): number | null {
  const open = text.indexOf('<')
  const quoteAt = text.indexOf('"')
  // A quote of a parameter, further back: `sip:101@pbx;info="<1>"`.
  if (quoteAt !== 0) return quoteAt > 0 && quoteAt < open ? -1 : open
  const end = endOfQuoted(text)
  const behind = end < 0 ? -1 : text.indexOf('<', end)
  return behind < 0 || trim(text.slice(end, behind)) !== '' ? null : behind
}

/**
 * Without brackets, what follows a semicolon belongs to the header, not to the address (RFC 3261 20). What follows a
 * question mark could only be the address's: a phone that forgets the brackets there is understood (RFC 4475 3.1.2.13).
 */
function parseAddr(text: string): NameAddr | null {
  const at = text.indexOf(';')
  const uri = trim(at < 0 ? text : text.slice(0, at))
  return withParams('', uri, at < 0 ? '' : text.slice(at))
}

function withParams(display: string, uri: string, rest: string): NameAddr | null {
  const params = parseParams(rest)
  const address = trim(uri)
  return params && address !== '' && !/[\s<>"\p{Cc}]/u.test(address)
    ? { display, uri: address, params }
    : null
}

export const formatNameAddr = ({ display, uri, params }: NameAddr) =>
  `${display === '' ? '' : `${quote(display)} `}<${uri}>${formatParams(params)}`

/** RFC 3261 19.3: of a From or To; empty when it has none. */
export const tagOf = (text: string | undefined) => parseNameAddr(text ?? '')?.params.get('tag') ?? ''

/** Leaves one alone that has a tag. */
export function withTag(party: string, tag: string): string {
  const parsed = parseNameAddr(party)
  if (!parsed || parsed.params.has('tag')) return party
  return formatNameAddr({ ...parsed, params: new Map([...parsed.params, ['tag', tag]]) })
}

/** RFC 3261 20.16 */
export interface CSeq {
  readonly number: number
  readonly method: string
}

export function parseCSeq(text: string): CSeq | null {
  const match = /^\s*(\d{1,10})\s+([\w.!%*+`'~-]+)\s*$/.exec(text)
  const number = Number(match?.[1])
  // RFC 3261 8.1.1.5: less than 2^31.
  return match && number < 2 ** 31 ? { number, method: String(match[2]) } : null
}

/** RFC 3326: why a request was sent. A Q.850 cause tells more than a SIP status. */
export interface Reason {
  readonly protocol: string
  readonly cause: number | null
  readonly text: string
}

export function parseReason(text: string): Reason | null {
  const at = text.indexOf(';')
  const params = parseParams(at < 0 ? '' : text.slice(at))
  if (!params) return null
  const cause = params.get('cause')
  return {
    protocol: trim(at < 0 ? text : text.slice(0, at)),
    cause: cause && /^\d{1,3}$/.test(cause) ? Number(cause) : null,
    text: params.get('text') ?? '',
  }
}

/** RFC 3326: of several reasons, the one in the words of the telephone network. */
export function q850Cause(headers: Headers): number | null {
  const reasons = (listOf(headers.all('reason')) ?? []).map(parseReason)
  return reasons.find((reason) => reason?.protocol.toUpperCase() === 'Q.850')?.cause ?? null
}
