import { isToken } from './headers.ts'
import type { SipMessage } from './message.ts'
import { trim } from './params.ts'

const CRLF = '\r\n'

/** RFC 3261 7: the message as it goes out, with the length of its body. */
export function writeMessage(message: SipMessage): Buffer {
  const headers = message.headers.clone().set('Content-Length', message.body.length)
  const lines = Array.from(headers, ([name, value]) => `${name}: ${oneLine(value)}${CRLF}`)
  const head = Buffer.from(`${firstLine(message)}${CRLF}${lines.join('')}${CRLF}`)
  return message.body.length === 0 ? head : Buffer.concat([head, message.body])
}

function firstLine(message: SipMessage): string {
  if (message.kind === 'response') return `SIP/2.0 ${message.status} ${oneLine(message.reason)}`
  if (!isToken(message.method)) throw new TypeError(`Not a method: ${JSON.stringify(message.method)}`)
  return `${message.method} ${oneWord(message.uri)} SIP/2.0`
}

/** Whatever was folded goes out in one line, and no value can smuggle in a header of its own. */
const oneLine = (value: string) =>
  /[\r\n]/.test(value)
    ? value
        .split(/[\r\n]+/)
        .map(trim)
        .join(' ')
    : value

/** A Request-URI comes from elsewhere too (a Contact, a Record-Route), and ends at the first space. */
const oneWord = (uri: string) => uri.replaceAll(/[\s\p{Cc}]/gu, (char) => encodeURIComponent(char))
