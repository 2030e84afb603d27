import * as fc from 'fast-check'

/** As much of the interface document as requests are made from and answers are held against. */
export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: object }>>

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema?: Schema
  readonly example?: unknown
}

export type Schema = { readonly [word: string]: unknown }

/** A request that chance has made; `{n}` in it stands for the n-th thing of that kind that the hotel has told of. */
export interface RandomRequest {
  readonly path: string
  readonly operation: Operation
  /** Now and then another one than the operation has. */
  readonly method: string
  readonly isMeant: boolean
  readonly url: string
  readonly user: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Makes so many, one after the other, as a seed wants them. */
export function requestMaker(document: InterfaceDocument): (many: number, seed: number) => RandomRequest[] {
  const request = anyRequest(document)
  return (numRuns, seed) => fc.sample(request, { numRuns, seed })
}

function anyRequest({ paths }: InterfaceDocument): fc.Arbitrary<RandomRequest> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestTo(path, method.toUpperCase(), operation)),
  )
  return fc.oneof(...all)
}

function requestTo(path: string, method: string, operation: Operation): fc.Arbitrary<RandomRequest> {
  return fc
    .record({
      path: fc.constant(path),
      operation: fc.constant(operation),
      method: mostly(
        fc.constant(method),
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'),
      ),
      url: addressOf(path, operation.parameters ?? []),
      user: mostly(
        fc.constant('boss'),
        fc.constantFrom('desk', 'maid', 'guest', 'nyboss', 'nymaid', 'nobody', ''),
      ),
      headers: headersOf(operation),
      body: operation.requestBody
        ? bodyOf(operation.requestBody.content)
        : mostly(fc.constant(null), anyText),
    })
    .map(({ body, ...others }) => {
      const isMeant = others.method === method || (others.method === 'HEAD' && method === 'GET')
      const request = { ...others, isMeant }
      return body === null ? { ...request, body } : withBody(request, body)
    })
}

type Unsent = Omit<RandomRequest, 'body'>
type Body = string | { readonly type: string; readonly text: string }

function withBody(request: Unsent, body: Body): RandomRequest {
  const { type, text } = typeof body === 'string' ? { type: FORM, text: body } : body
  return { ...request, headers: { 'content-type': type, ...request.headers }, body: text }
}

/** Nineteen times of twenty the one, otherwise the other. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: odd })

const often = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: odd })

const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '%', '\0', '../..', '__proto__', "'; drop table wakeup; --", 'x'.repeat(3_000)),
  fc.integer().map(String),
  fc.double().map(String),
)

/** Something that answers have told of. */
const aToldThing = fc.nat({ max: 999 }).map((n) => `{${n}}`)

/** What is there from the beginning, and what has come since. */
const aKnownThing = fc.oneof(
  fc.constantFrom(
    '101',
    '102',
    '0201',
    '500',
    '10',
    '11',
    '001',
    '1',
    'bar',
    'pms',
    'housekeeping',
    'pending',
  ),
  aToldThing,
)

function addressOf(path: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const named = parameters.filter((one) => one.in === 'path')
  const asked = parameters.filter((one) => one.in === 'query')
  return fc
    .tuple(
      fc.tuple(...named.map(pathValue)),
      fc.tuple(...asked.map(queryField)),
      mostly(none, anyText.map(asField)),
    )
    .map(([values, fields, more]) => {
      const filled = named.reduce(
        (text, { name }, at) => text.replace(`{${name}}`, () => values[at] ?? ''),
        path,
      )
      const query = [...fields, more].filter((one) => one !== null).join('&')
      return query === '' ? filled : `${filled}?${query}`
    })
}

/** Half a character has no encoding. */
const percentEncoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))

const none = fc.constant(null)
const asField = (text: string) => `${percentEncoded(text)}=1`
/** Our own placeholders stay readable. */
const encoded = (text: string) => percentEncoded(text).replace(/^%7B(\d+)%7D$/, '{$1}')

/** Nothing at all would be another path, and so would dots: a client that follows RFC 3986 5.2.4 takes them away. */
const isSwallowed = (text: string) => ['', '.', '..'].includes(text)

const pathValue = ({ schema = {}, example }: Parameter) =>
  often(
    fc.oneof(
      { weight: 5, arbitrary: aToldThing },
      { weight: 1, arbitrary: aKnownThing },
      { weight: 1, arbitrary: fc.constant(String(example ?? '101')) },
    ),
    fc.oneof(textOf(schema), anyText),
  ).map((text) => encoded(isSwallowed(text) ? '-' : text))

const queryField = ({ name, schema = {} }: Parameter) =>
  often(
    none,
    often(textOf(schema), anyText).map((text) => `${name}=${encoded(text)}`),
  )

function headersOf({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string>> {
  const own = parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase())
  const header = fc.oneof(
    fc.constantFrom('text/csv', 'text/html', 'application/json', '*/*').map((type) => ['accept', type]),
    fc.constantFrom('gzip', 'identity').map((type) => ['content-encoding', type]),
    fc.constantFrom('http://evil.example', 'null').map((origin) => ['origin', origin]),
    fc.constantFrom('text/plain', FORM, `${JSON_TYPE}; charset=utf-8`).map((type) => ['content-type', type]),
    ...own.map((name) => fc.constantFrom('a', 'b', '5', 'x'.repeat(300)).map((value) => [name, value])),
  )
  return often(
    fc.constant({}),
    header.map(([name = '', value = '']) => ({ [name]: value })),
  )
}

/** The fields as the schema wants them, now and then one that is wrong, one too few or one too many. */
function bodyOf(content: Content): fc.Arbitrary<Body> {
  const { schema, example = {} } = content[FORM] ?? content[JSON_TYPE] ?? {}
  if (!schema) return anyText
  const right = fc.oneof(fc.constant(example), valueOf(schema))
  const bent = fc.tuple(right, fc.dictionary(nameIn(schema), anyValue, { maxKeys: 2 })).map(merged)
  const mixed = fc.tuple(fc.constant(example), valueOf(schema).map(Object)).map(merged)
  return mostly(
    fc
      .tuple(fc.oneof(right, mixed, bent), fc.boolean())
      .map(([value, isForm]) =>
        isForm
          ? { type: FORM, text: formOf(value) }
          : { type: JSON_TYPE, text: JSON.stringify(value) ?? 'null' },
      ),
    anyText,
  )
}

const merged = ([one, other]: [unknown, Record<string, unknown>]) => ({ ...Object(one), ...other })

const nameIn = ({ properties }: Schema) => {
  const names = Object.keys(Object(properties))
  return names.length > 0 ? often(fc.constantFrom(...names), anyText) : anyText
}

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  aKnownThing,
  fc.anything({ maxDepth: 2, values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] }),
)

const formOf = (value: unknown) =>
  Object.entries(Object(value))
    .map(([name, one]) => `${percentEncoded(name)}=${encoded(inForm(one))}`)
    .join('&')

const inForm = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const textOf = (schema: Schema) => valueOf(schema).map(inForm)

/** A value that the schema describes, as far as it is easily made. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { const: fixed, enum: words, anyOf, examples } = schema
  if (fixed !== undefined) return fc.constant(fixed)
  if (Array.isArray(words)) return fc.constantFrom(...(words as unknown[]))
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as Schema[]).map(valueOf))
  const made = valueOfType(schema)
  return Array.isArray(examples) && examples.length > 0
    ? fc.oneof(made, fc.constantFrom(...(examples as unknown[])), aKnownThing)
    : made
}

function valueOfType(schema: Schema): fc.Arbitrary<unknown> {
  const { type, items, minimum, maximum } = schema
  switch (type) {
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(rangeOf(minimum, maximum)), fc.constantFrom(minimum ?? 0, maximum ?? 1))
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueOf(Object(items) as Schema), { maxLength: 3 })
    case 'object':
      return objectOf(schema)
    case 'null':
      return fc.constant(null)
    default:
      return stringOf(schema)
  }
}

const rangeOf = (minimum: unknown, maximum: unknown) => ({
  min: typeof minimum === 'number' ? Math.max(minimum, -1e9) : -5,
  max: typeof maximum === 'number' ? Math.min(maximum, 1e9) : 1_000,
})

function objectOf({ properties, required = [], patternProperties }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(Object(properties) as Record<string, Schema>)
    // Real telephones and monitors are not for chance to call.
    .filter(([name]) => !['telephony', 'heartbeat'].includes(name))
    .map(([name, one]) => [name, valueOf(one)] as const)
  if (fields.length === 0 && patternProperties !== undefined)
    return fc.dictionary(fc.string({ maxLength: 5 }), anyText)
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: (required as string[]).filter((name) => name !== 'telephony'),
  })
}

const WORDS = [
  '20261115',
  '202611150700',
  '0700',
  '2026-11-15T07:00',
  'mon,tue',
  '101,102',
  '101-103',
  '5m',
  '90d',
]

function stringOf({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  const plain = fc.oneof(
    fc.constantFrom(...WORDS),
    fc.string({ minLength: Math.min(Number(minLength), 50), maxLength: 60 }),
  )
  if (typeof pattern !== 'string') return plain
  try {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
    return fc.oneof(
      matching.map((text) => text.slice(0, Number(maxLength ?? 2_000))),
      fc.constantFrom(...WORDS),
    )
  } catch {
    // It cannot make texts for every pattern.
    return plain
  }
}
