import { Failure } from '../../kernel/failure.ts'

export type FormFields = Record<string, string>

export const MOST_FIELDS = 200
const invalid = (message: string, field?: string) => new Failure('parameter.invalid', message, { field })

// Tab, line feed and carriage return too: no field of the interface is more than one line, save certificates. JSON can also spell half
// of a character, which neither a database nor an address can hold.
// oxlint-disable-next-line no-control-regex
const UNFIT = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** Text that can be stored, logged and shown. */
export const isPlainText = (text: string) => !UNFIT.test(text)

/**
 * Reads a URL-encoded form, strictly: a form that is broken, or says something twice, is refused rather than
 * guessed at. What a lenient reader would make of it could ring the wrong room.
 */
export function parseForm(text: string): FormFields {
  const fields: FormFields = Object.create(null)
  const parts = text.split('&').filter((part) => part !== '')
  refuseTooMany(parts.length, MOST_FIELDS)
  for (const part of parts) {
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at), 'a field name')
    if (name in fields) throw invalid(`The field ${show(name)} is given more than once`, name)
    fields[name] = decode(at < 0 ? '' : part.slice(at + 1), `the field ${show(name)}`)
  }
  refuseControlCharacters(fields)
  return fields
}

export function refuseTooMany(fields: number, most: number) {
  if (fields > most) throw invalid(`At most ${most} fields can be sent at once`)
}

function decode(text: string, where: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid(`The percent-encoding of ${where} is broken`)
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads UTF-8, strictly. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw invalid('The body is not valid UTF-8')
  }
}

/** Fields of more than one line. */
const PEM_FIELDS: ReadonlySet<string> = new Set(['ca', 'certificate', 'privateKey'])
/** A table has lines, and its cells are checked one by one; the body of a message is compared, and goes no further. */
const LINED: ReadonlySet<string> = new Set(['csv', 'body'])
const isLined = (text: string) => isPlainText(text.replaceAll(/[\r\n\t]/g, ' '))
const isPem = (text: string) => /^[A-Za-z0-9+/= \r\n-]*$/.test(text)

const DEEPEST = 12

/** Control characters have no place in any field, however deep: they would break logs, CSV and property systems. */
export function refuseControlCharacters(value: unknown, name = '', depth = 0): void {
  if (depth > DEEPEST) throw invalid(`The field ${show(name)} is nested too deeply`, name)
  if (typeof value === 'string') {
    const hasLines = (PEM_FIELDS.has(name) && isPem(value)) || (LINED.has(name) && isLined(value))
    if (!isPlainText(value) && !hasLines)
      throw invalid(`The field ${show(name)} contains control characters or half a character`, name)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (!isPlainText(key)) throw invalid('A field name contains control characters or half a character')
      refuseControlCharacters(inner, name || key, depth + 1)
    }
}

/** A name that came from outside, fit for a message. */
export const show = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}...` : name)
