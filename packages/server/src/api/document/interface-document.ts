import { ENTRIES, type Entry, ERROR, ERROR_MEANING } from '@reveille/contract'
import { answerHeaders } from './answer-headers.ts'
import { isFile } from '../requests/file-body.ts'
import { PROBLEM } from '../answers/problem-reply.ts'
import { keysOf } from '../../kernel/record.ts'

/** As much of an OpenAPI document as is looked at here. */
interface InterfaceDocument {
  paths?: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId?: string
  parameters?: object[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses?: Record<string, Response>
}

interface Response {
  description?: string
  headers?: Readonly<Record<string, object>>
  content?: Record<string, Media>
}

interface Described {
  description?: string
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Schema {
  type?: string
  format?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  examples?: readonly unknown[]
  enum?: readonly unknown[]
  const?: unknown
  minimum?: number
}

const BY_ID = new Map(ENTRIES.map((entry) => [entry.id, entry]))

/** Puts in what follows from the entries, their schemas and the table of failures. */
export function completeDocument<D extends object>(document: D): D {
  for (const operations of Object.values((document as InterfaceDocument).paths ?? {}))
    for (const operation of Object.values(operations)) {
      const entry = BY_ID.get(operation.operationId ?? '')
      if (entry) complete(operation, entry)
    }
  return document
}

function complete(operation: Operation, entry: Entry) {
  const headers = [
    ...(entry.method === 'POST' && entry.unkept !== true && entry.reads !== true ? [IDEMPOTENCY_KEY] : []),
    ...headersOf(entry),
  ]
  if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers]
  if (operation.requestBody) completeBody(operation.requestBody, entry)
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const told = answerHeaders(entry, Number(status))
    if (keysOf(told).length > 0) response.headers = told
    if (Number(status) >= 400) explainProblem(response, Number(status))
    else completeAnswer(response, entry)
  }
}

const headersOf = ({ headers }: Entry) =>
  Object.entries(headers?.properties ?? {}).map(
    ([name, { description, ...schema }]: [string, Described]) => ({
      in: 'header',
      name,
      required: headers?.required?.includes(name) ?? false,
      description,
      schema,
    }),
  )

function completeAnswer(response: Response, { otherType }: Entry) {
  for (const media of Object.values(response.content ?? {})) showExample(media)
  if (otherType !== undefined && response.content) response.content[otherType] = {}
}

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: 'A repeat of the request with the same key gets the first answer, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['order-4711'] },
}

function completeBody(body: NonNullable<Operation['requestBody']>, { example }: Entry) {
  for (const media of Object.values(body.content)) {
    if (example) media.example = example
    body.required = isFile(media.schema) || isRequired(media.schema)
  }
}

/** Files get no example: raw bytes explain nothing. */
function showExample(media: Media) {
  if (!isFile(media.schema)) media.example ??= exampleOf(media.schema)
}

const isRequired = (schema: Schema = {}): boolean =>
  schema.anyOf ? schema.anyOf.every(isRequired) : (schema.required ?? []).length > 0

/** Which errors a status may carry, each with an example. */
function explainProblem(response: Response, status: number) {
  const codes = new Set(Object.values(PROBLEM).flatMap(([other, error]) => (other === status ? [error] : [])))
  const meanings = keysOf(ERROR)
    .filter((name) => codes.has(ERROR[name]))
    .map((name) => ({ name, error: ERROR[name], meaning: ERROR_MEANING[name] }))
  response.description = meanings.map(({ error, meaning }) => `${error}: ${meaning}`).join('. ')
  const examples = meanings.map(({ name, error, meaning }) => {
    const code = codeOf(status, error)
    const value = { error, description: meaning, reference: '0b8f8a3e-6a51-4c43-9f0e-2f4a4cfb8d11', code }
    return [name, { value }] as const
  })
  for (const media of Object.values(response.content ?? {})) media.examples = Object.fromEntries(examples)
}

/** One of the words that such an answer may carry. */
const codeOf = (status: number, error: number) =>
  keysOf(PROBLEM).find((code) => PROBLEM[code][0] === status && PROBLEM[code][1] === error) ?? 'internal'

/** An example as the schema suggests it: what is required, and what has an example of its own. */
export function exampleOf(schema: Schema = {}): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0])
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleOf))
  switch (schema.type ?? 'any') {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return [exampleOf(schema.items)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return 'text'
    default:
      return null
  }
}

function exampleObject({ properties = {}, required = [] }: Schema) {
  const shown = Object.entries(properties).filter(
    ([name, one]) => required.includes(name) || one.examples?.length,
  )
  return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one)]))
}
