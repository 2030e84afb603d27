/** RFC 3261 7.3.3, 20: the short forms, and those that later RFCs have added. */
const SHORT = new Map(
  Object.entries({
    a: 'accept-contact',
    b: 'referred-by',
    c: 'content-type',
    d: 'request-disposition',
    e: 'content-encoding',
    f: 'from',
    i: 'call-id',
    j: 'reject-contact',
    k: 'supported',
    l: 'content-length',
    m: 'contact',
    n: 'identity-info',
    o: 'event',
    r: 'refer-to',
    s: 'subject',
    t: 'to',
    u: 'allow-events',
    v: 'via',
    x: 'session-expires',
    y: 'identity',
  }),
)

/** Header names are compared without case, and a short form is the same as its long one. */
export function headerKey(name: string): string {
  const lower = name.toLowerCase()
  return SHORT.get(lower) ?? lower
}

interface Field {
  readonly key: string
  readonly name: string
  readonly value: string
}

/** RFC 3261 25.1 */
export const isToken = (text: string) => /^[\w.!%*+`'~-]+$/.test(text)

/** A name that is no token could carry a line end, and so smuggle in a second header. */
function fieldOf(name: string, value: string | number): Field {
  if (!isToken(name)) throw new TypeError(`Not the name of a header: ${JSON.stringify(name)}`)
  return { key: headerKey(name), name, value: String(value) }
}

/** The header fields of a message, in their order; a name may occur more than once. */
export class Headers implements Iterable<readonly [name: string, value: string]> {
  #fields: Field[] = []

  static of(entries: Iterable<readonly [name: string, value: string]>): Headers {
    const headers = new Headers()
    for (const [name, value] of entries) headers.append(name, value)
    return headers
  }

  /** The first value of a name, as it was written. */
  get(name: string): string | undefined {
    const key = headerKey(name)
    return this.#fields.find((field) => field.key === key)?.value
  }

  /** Every field of a name, as written: a list parted by commas is still one text (see `listOf` in params.ts). */
  all(name: string): string[] {
    const key = headerKey(name)
    return this.#fields.filter((field) => field.key === key).map((field) => field.value)
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  append(name: string, value: string | number): this {
    this.#fields.push(fieldOf(name, value))
    return this
  }

  /** Above all others: a Via, a Route. */
  prepend(name: string, value: string | number): this {
    this.#fields.unshift(fieldOf(name, value))
    return this
  }

  /** One value in the place of all there were. */
  set(name: string, value: string | number): this {
    const key = headerKey(name)
    const at = this.#fields.findIndex((field) => field.key === key)
    if (at < 0) return this.append(name, value)
    this.#fields = this.#fields.filter((field, index) => field.key !== key || index === at)
    this.#fields[at] = fieldOf(name, value)
    return this
  }

  delete(name: string): this {
    const key = headerKey(name)
    this.#fields = this.#fields.filter((field) => field.key !== key)
    return this
  }

  clone(): Headers {
    const copy = new Headers()
    copy.#fields = [...this.#fields]
    return copy
  }

  *[Symbol.iterator](): Generator<readonly [name: string, value: string]> {
    for (const { name, value } of this.#fields) yield [name, value]
  }
}

/** RFC 3261 7.3.1: the lines of a head; one that begins with white space goes on with the one before. */
export const headLines = (head: string) => head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')

/** RFC 3261 20.14: the length of the body; undefined when nothing is said, null when it is no length or two. */
export function bodyLength(values: readonly string[]): number | null | undefined {
  const [length, ...others] = new Set(values)
  if (length === undefined) return undefined
  return others.length === 0 && /^\d{1,9}$/.test(length) ? Number(length) : null
}
