/** Parameters behind a semicolon; names without case, in their order. A parameter without value maps to null. */
export type Params = ReadonlyMap<string, string | null>

/** Without the white space of SIP around it: a wide or a zero-width space belongs to the text (RFC 3261 25.1 LWS). */
export function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 10 || code === 13

/** More than any real header has: sixty thousand semicolons would hold up every call. */
const MOST_PARTS = 1_000

/**
 * Splits at a separator that stands outside quoted strings and angle brackets (RFC 3261 25.1: both may hold
 * commas and semicolons). Returns null when a quote or bracket is left open, or when there is no end of parts.
 */
export function splitOutside(text: string, separator: string): string[] | null {
  // Nearly every text is plain, and every message has a dozen of them.
  const parts = /["<]/.test(text) ? splitAround(text, separator) : text.split(separator)
  return parts && parts.length <= MOST_PARTS ? parts : null
}

function splitAround(text: string, separator: string): string[] | null {
  const parts: string[] = []
  let start = 0
  let quoted = false
  let bracketed = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === '<') bracketed = true
    else if (char === '>') bracketed = false
    else if (char === separator && !bracketed) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  if (quoted || bracketed) return null
  parts.push(text.slice(start))
  return parts
}

/** Every value of a list header, whether it came in one field or in several; null when one is malformed. */
export function listOf(fields: readonly string[]): string[] | null {
  const values: string[] = []
  for (const field of fields) {
    const parts = splitOutside(field, ',')
    if (!parts) return null
    for (const part of parts.map(trim)) if (part !== '') values.push(part)
  }
  return values
}

/** `;lr;branch=z9hG4bK` → a map. Quoted values come without their quotes. Null when malformed. */
export function parseParams(text: string): Params | null {
  const params = new Map<string, string | null>()
  const parts = splitOutside(text, ';')
  if (!parts) return null
  for (const part of parts.map(trim).filter((one) => one !== '')) {
    const equals = part.indexOf('=')
    const name = trim(equals < 0 ? part : part.slice(0, equals)).toLowerCase()
    const value = equals < 0 ? null : readValue(trim(part.slice(equals + 1)))
    if (value === undefined || name === '' || NOT_PLAIN.test(name)) return null
    params.set(name, value)
  }
  return params
}

// Looser than a token, since what stands there is mostly for others to read; but never two words or half a quote.
const NOT_PLAIN = /[\s"<>]/

/** RFC 3261 25.1 gen-value; undefined when it is neither one word nor one quoted string. */
function readValue(text: string): string | undefined {
  if (text.startsWith('"')) return endOfQuoted(text) === text.length ? unquote(text) : undefined
  return NOT_PLAIN.test(text) ? undefined : text
}

export const formatParams = (params: Iterable<readonly [string, string | null]>) =>
  Array.from(params, ([name, value]) =>
    value === null ? `;${name}` : `;${name}=${quoteIfNeeded(value)}`,
  ).join('')

/** Behind the quote that closes the one at the start; -1 when it is left open. */
export function endOfQuoted(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return -1
}

/** RFC 3261 25.1 quoted-string */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}

export const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

// RFC 3261 25.1 token, and what hosts are made of.
const quoteIfNeeded = (value: string) => (/^[\w.!%*+`'~:[\]-]+$/.test(value) ? value : quote(value))
