import { isIPv6 } from 'node:net'
import { type Params, trim } from './params.ts'

/** RFC 3261 19.1 */
export interface SipUri {
  readonly scheme: 'sip' | 'sips'
  /** As written, percent-encoding and all (`unescapeUri` reads it); null when there is none. */
  readonly user: string | null
  readonly password: string | null
  /** Lower case; an IPv6 address with its brackets. */
  readonly host: string
  readonly port: number | null
  /** Names and values without their percent-encoding. */
  readonly params: Params
  /** What stands behind the question mark. */
  readonly headers: string
}

const SHAPE =
  /^(sips?):(?:([^@]*)@)?(\[[0-9a-fA-F:.]+\]|[^\s;?:@[\]]+)(?::(\d{1,5}))?((?:;[^?]*)?)(?:\?([^\s<>"]*))?$/i
// RFC 3261 25.1: unreserved, user-unreserved and escapes; a password has fewer signs of its own.
const USER = /^(?:[\w.!~*'()&=+$,;?/-]|%[0-9a-fA-F]{2})+$/
const PASSWORD = /^(?:[\w.!~*'()&=+$,-]|%[0-9a-fA-F]{2})*$/
// The grammar has no underscore; host names in hotels do.
const NAME = /^[\w.-]+$/

/** A SIP or SIPS address, or null for anything else: other schemes are kept as text by those who only pass them on. */
export function parseUri(text: string): SipUri | null {
  const match = SHAPE.exec(trim(text))
  if (!match) return null
  const [, scheme = '', userInfo, host = '', port, params = '', headers = ''] = match
  if (!isHost(host) || Number(port ?? 0) > 65_535) return null
  const [user, password] = userInfo === undefined ? [null, null] : splitUser(userInfo)
  if ((user !== null && !USER.test(user)) || (password !== null && !PASSWORD.test(password))) return null
  const parsed = uriParams(params)
  if (!parsed) return null
  return {
    scheme: scheme.toLowerCase() === 'sips' ? 'sips' : 'sip',
    user,
    password,
    host: host.toLowerCase(),
    port: port === undefined ? null : Number(port),
    params: parsed,
    headers,
  }
}

/** RFC 3261 25.1 host: a name, an IPv4 address, or an IPv6 address in brackets. */
export const isHost = (text: string) =>
  text.startsWith('[') ? text.endsWith(']') && isIPv6(text.slice(1, -1)) : NAME.test(text)

function splitUser(userInfo: string): [user: string, password: string | null] {
  const colon = userInfo.indexOf(':')
  return colon < 0 ? [userInfo, null] : [userInfo.slice(0, colon), userInfo.slice(colon + 1)]
}

/** URI parameters know no quotes (RFC 3261 25.1 uri-parameter), but escapes: `%6C%72` is `lr` (RFC 4475 3.1.1.3). */
function uriParams(text: string): Params | null {
  const params = new Map<string, string | null>()
  for (const part of text.split(';').filter((one) => one !== '')) {
    if (/[\s"<>]/.test(part)) return null
    const equals = part.indexOf('=')
    const name = unescapeUri(equals < 0 ? part : part.slice(0, equals))
    const value = equals < 0 ? null : unescapeUri(part.slice(equals + 1))
    if (!name || (equals >= 0 && value === null)) return null
    params.set(name.toLowerCase(), value)
  }
  return params
}

/** RFC 3261 19.1.2: what the escapes stand for; null when one is cut off or is no UTF-8. */
export function unescapeUri(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** RFC 3261 25.1 user: unreserved and user-unreserved stand as they are, everything else as UTF-8 in escapes. */
export const escapeUser = (text: string) =>
  encodeURIComponent(text).replaceAll(/%(?:26|3D|2B|24|2C|3B|3F|2F)/g, decodeURIComponent)

/** The user of an address in plain text: `%31` is `1` (RFC 3261 19.1.4); empty when there is none. */
export function userOf(text: string): string {
  const user = parseUri(text)?.user ?? ''
  return unescapeUri(user) ?? user
}

/** RFC 3261 25.1 paramchar: what may stand as it is; encodeURIComponent leaves just the unreserved. */
const escapeParam = (text: string) =>
  encodeURIComponent(text).replaceAll(/%(?:5B|5D|2F|3A|26|2B|24)/g, decodeURIComponent)

export function formatUri(uri: SipUri): string {
  const user = uri.user === null ? '' : `${uri.user}${uri.password === null ? '' : `:${uri.password}`}@`
  const port = uri.port === null ? '' : `:${uri.port}`
  const params = Array.from(uri.params, ([name, value]) =>
    value === null ? `;${escapeParam(name)}` : `;${escapeParam(name)}=${escapeParam(value)}`,
  )
  return `${uri.scheme}:${user}${uri.host}${port}${params.join('')}${uri.headers === '' ? '' : `?${uri.headers}`}`
}

/** `sip:101@10.0.0.2:5070` and the like, from its parts. */
export const uriOf = (
  user: string | null,
  host: string,
  port: number | null = null,
  params: Params = new Map(),
): SipUri => ({
  scheme: 'sip',
  user,
  password: null,
  host,
  port,
  params,
  headers: '',
})
