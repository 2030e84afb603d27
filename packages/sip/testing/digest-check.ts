import { createHash } from 'node:crypto'

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' }

/** What stands in an Authorization header, as names and values. */
export function digestFields(text: string): Map<string, string> {
  const fields = text.matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi)
  return new Map(
    Array.from(fields, ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain]),
  )
}

/** RFC 7616 3.4.1, as an exchange reckons it: by itself, not by what the caller's side has. */
export function isRightAnswer(text: string, method: string, password: string): boolean {
  const fields = digestFields(text)
  const field = (name: string) => fields.get(name) ?? ''
  const name = HASHES[field('algorithm').toUpperCase() || 'MD5']
  if (!text.startsWith('Digest ') || name === undefined) return false
  const hash = (...parts: string[]) => createHash(name).update(parts.join(':')).digest('hex')
  const secret = hash(field('username'), field('realm'), password)
  const asked = hash(method, field('uri'))
  const middle = fields.has('qop') ? [field('nc'), field('cnonce'), field('qop')] : []
  return field('response') === hash(secret, field('nonce'), ...middle, asked)
}
