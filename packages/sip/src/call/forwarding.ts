import { parseNameAddr } from '../messages/header.ts'
import type { Headers } from '../messages/headers.ts'
import type { SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { parseUri } from '../messages/uri.ts'

const BEING_FORWARDED = 181

/** Whether this answer says that the call was led to another phone than the one dialled. */
export function tellsOfForwarding({ status, headers }: SipResponse): boolean {
  if (status === BEING_FORWARDED) return true
  // Only what makes or may make the call counts: a refusal can come from anywhere on the way.
  if (status <= 100 || status >= 300) return false
  return tellsOfLeaving(headers)
}

/** Whether it was led on from a phone on its way. */
export function tellsOfLeaving(headers: Headers): boolean {
  const entries = listOf(headers.all('history-info')) ?? []
  // RFC 5806: the diverting phone is named here.
  return headers.has('diversion') || entries.some(wasLeft)
}

/** Whether what is told of its way cannot be read, so that nobody knows whether it was led on. */
export function hidesItsWay(headers: Headers): boolean {
  const entries = listOf(headers.all('history-info'))
  return entries === null || !entries.every(isReadable)
}

/** RFC 7044 5: a telephone number has no place for why it was left; one that has a cause all the same is unclear. */
const NUMBER = /^tel:[^;?]+(?:;(?!cause=)[^;?]*)*$/i

function isReadable(entry: string): boolean {
  const uri = parseNameAddr(entry)?.uri ?? ''
  return parseUri(uri) !== null || NUMBER.test(uri)
}

/**
 * RFC 7044 5, RFC 4458 2: an entry that was mapped to another user, or that says why it was left. What only leads from
 * an address to the phone that has it (`rc`) is no diversion.
 */
function wasLeft(entry: string): boolean {
  const target = parseNameAddr(entry)
  const uri = parseUri(target?.uri ?? '')
  return (
    (target?.params.has('mp') ?? false) ||
    (uri?.params.has('cause') ?? false) ||
    /(?:^|&)reason=/i.test(uri?.headers ?? '')
  )
}
