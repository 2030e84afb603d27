/** What is never logged: a field of such a name, JSON that has one, and credentials wherever they stand. */
const SECRET =
  /\b(password|newPassword|pin|secret|previousSecret|token|authKey|authorization)\b|\b(basic|bearer)\s+[\w+/=.~-]{4}/i
const HIDDEN = '[redacted]'

/**
 * An address as the log keeps it. A field that was sent in it by mistake is refused, but the address is logged; it is
 * judged by what it says, not by how it is written.
 */
export function loggedUrl(url: string): string {
  const at = url.indexOf('?')
  const path = withoutUser(at < 0 ? url : url.slice(0, at))
  if (at < 0) return hides(path, /=/) ? HIDDEN : path
  return `${hides(path, /=/) ? HIDDEN : path}?${url
    .slice(at + 1)
    .split('&')
    .map(loggedField)
    .join('&')}`
}

function loggedField(field: string): string {
  const [name = ''] = field.split('=', 1)
  if (!hides(field)) return field
  // A secret may also stand where the name should.
  return hides(name) && !field.includes('=') ? HIDDEN : `${name}=${HIDDEN}`
}

/** RFC 3986 3.2.1: what stands before the host of a whole address. */
const withoutUser = (path: string) => path.replace(/^(https?:\/\/)[^/]*@/i, '$1')

function hides(text: string, also = /(?:)/): boolean {
  const plain = meant(text)
  return SECRET.test(plain) && also.test(plain)
}

/** Percent-encoding and the escapes of JSON undone, as far as they can be. */
const meant = (text: string) =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
