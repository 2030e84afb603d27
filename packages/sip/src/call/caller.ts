import { parseNameAddr } from '../messages/header.ts'
import type { SipRequest } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { parseUri, unescapeUri } from '../messages/uri.ts'
import { hidesItsWay, tellsOfLeaving } from './forwarding.ts'

/** Who calls, as far as the message tells. Nothing of it is proved: it is the word of whoever sent it. */
export interface CallerWords {
  /** The user of the From: what the caller's phone says of itself. */
  readonly from: string
  /** The user of P-Asserted-Identity (RFC 3325 9.1): what the exchange says of it; null where that is nothing clear. */
  readonly asserted: string | null
  /** They do not want to be known (RFC 3323 4.2, RFC 3325 9.3), or are not. */
  readonly isAnonymous: boolean
  /** The call was meant for another phone, which was forwarded to us (RFC 5806, RFC 7044), or may have been. */
  readonly isForwarded: boolean
}

export function callerOf(request: SipRequest): CallerWords {
  const { headers } = request
  const from = numberOf(headers.get('from') ?? '')
  return {
    from,
    asserted: assertedBy(headers.all('p-asserted-identity')),
    isAnonymous: wantsPrivacy(headers.all('privacy')) || NOBODY.test(from),
    // Who may only have been led on is not taken for the room whose number stands there.
    isForwarded: tellsOfLeaving(headers) || hidesItsWay(headers),
  }
}

/** RFC 3325 9.1: a sip and a tel address may stand side by side; two of a kind that differ are nobody. */
function assertedBy(fields: readonly string[]): string | null {
  const parties = listOf(fields) ?? []
  const tel = new Set(parties.filter(isTel).map(numberOf))
  // What is no tel address could only be the sip one: also what cannot be read is another than what can.
  const sip = new Set(parties.filter((party) => !isTel(party)).map(numberOf))
  if (sip.size > 1 || tel.size > 1) return null
  return [...sip, ...tel].find((number) => number !== '') ?? null
}

const isTel = (party: string) => /^tel:/i.test(parseNameAddr(party)?.uri ?? '')

/** RFC 3261 8.1.1.3, RFC 3323 4.1.1.3: what stands there in the place of a name. */
const NOBODY = /^(?:anonymous|unknown|unavailable|restricted)?$/i

/** RFC 3323 4.2: `none` asks for none; every other word for some. */
const wantsPrivacy = (fields: readonly string[]) =>
  fields
    .flatMap((field) => field.split(/[;,]/))
    .map((word) => word.trim().toLowerCase())
    .some((word) => word !== '' && word !== 'none' && word !== 'critical')

/** Of a sip address its user, of a tel address its number without what only makes it readable (RFC 3966 5.1.1). */
function numberOf(party: string): string {
  const uri = parseNameAddr(party)?.uri ?? ''
  const [, number] = /^tel:([^;]*)/i.exec(uri) ?? []
  if (number !== undefined) return number.replaceAll(/[-.()]/g, '')
  // RFC 3261 19.1.1: of a telephone number, what follows a semicolon are its parameters.
  const [user = ''] = (parseUri(uri)?.user ?? '').split(';')
  const name = unescapeUri(user) ?? user
  // What no telephone can be called is nobody: a database may take what stands before a NUL for the whole.
  return /\p{Cc}/u.test(name) ? '' : name
}
