import { ERROR, ERROR_MEANING } from '@reveille/contract'
import { PROBLEM } from './problem-reply.ts'

/** As much of an OpenAPI document as is looked at here. */
interface InterfaceDocument {
  paths?: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: object[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses?: Record<string, { description?: string; content?: Record<string, Media> }>
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Schema {
  type?: string
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

/** Puts in what follows from the schemas and the table of failures, so that nobody has to write it twice. */
export function completeDocument<D extends object>(document: D): D {
  for (const [path, operations] of Object.entries((document as InterfaceDocument).paths ?? {}))
    for (const [method, operation] of Object.entries(operations)) complete(operation, method, path)
  return document
}

const AS_CSV = /^\/rest\/(log|report\/\w+|delivery)$/

function complete(operation: Operation, method: string, path: string) {
  if (method === 'post') operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY]
  if (operation.requestBody) completeBody(operation.requestBody)
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if (Number(status) >= 400) explainProblem(response, Number(status))
    else for (const media of Object.values(response.content ?? {})) media.example ??= exampleOf(media.schema)
    if (status === '200' && AS_CSV.test(path)) response.content = { ...response.content, 'text/csv': {} }
  }
}

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: 'A repeat of the request with the same key gets the first answer, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['order-4711'] },
}

function completeBody(body: NonNullable<Operation['requestBody']>) {
  for (const media of Object.values(body.content)) {
    media.example ??= exampleOf(media.schema)
    body.required = isRequired(media.schema)
  }
}

const isRequired = (schema: Schema = {}): boolean =>
  schema.anyOf ? schema.anyOf.every(isRequired) : (schema.required ?? []).length > 0

/** Which errors a status may carry, each with an example. */
function explainProblem(response: NonNullable<Operation['responses']>[string], status: number) {
  const codes = new Set(Object.values(PROBLEM).flatMap(([other, error]) => (other === status ? [error] : [])))
  const meanings = Object.entries(ERROR)
    .filter(([, code]) => codes.has(code))
    .map(([name, error]) => ({ name, error, meaning: ERROR_MEANING[name as keyof typeof ERROR] }))
  response.description = meanings.map(({ error, meaning }) => `${error}: ${meaning}`).join('. ')
  const examples = meanings.map(({ name, error, meaning }) => {
    const value = { error, description: meaning, reference: '0b8f8a3e-6a51-4c43-9f0e-2f4a4cfb8d11' }
    return [name, { value }] as const
  })
  for (const media of Object.values(response.content ?? {})) media.examples = Object.fromEntries(examples)
}

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
