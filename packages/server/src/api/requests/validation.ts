import { branchFor, coerce, ENTRIES, PATTERN_WORDS } from '@reveille/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { errorOf, Failure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/record.ts'
import { withoutEmpty } from './body.ts'
import { isFile } from './file-body.ts'
import { refuseControlCharacters, show } from './form.ts'

const ajv = new Ajv({ strict: false, allErrors: false, coerceTypes: false, validateSchema: false })
const compiled = new WeakMap<object, ValidateFunction>()

function compile(schema: object): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, known)
  return known
}

/** Checks a whole value, such as a changed configuration object, and gives it back as the schema means it. */
export function checked<Form extends TSchema>(form: Form, value: unknown): Static<Form> {
  const meant = coerce(form, value)
  if (!isMeant(form, meant)) throw mistakeIn(meant, form)
  return meant
}

const isMeant = <Form extends TSchema>(form: Form, value: unknown): value is Static<Form> =>
  compile(form)(value)

/** Of several kinds in a schema, the one that the client meant explains the mistake best. */
function mistakeIn(value: unknown, schema: { anyOf?: readonly unknown[] }): Failure {
  const kind = branchFor(schema.anyOf ?? [], value)
  const told = typeof kind === 'object' && kind !== null ? kind : schema
  const validate = compile(told)
  validate(value)
  return explain(validate.errors?.[0], told)
}

interface Leniency {
  /** Older clients may send unknown fields. */
  ignoreUnknownFields(): boolean
}

/** Existing clients add to these queries what they please, such as a number against caches. */
const isFreeQuery = (method: string, url: string, part?: string) =>
  part === 'querystring' &&
  ENTRIES.some(
    (entry) => entry.ofContract && method === 'GET' && entry.method === method && entry.path === url,
  )

/** Requests are checked by the very schemas that the interface document is made from. */
export function validatorCompiler(leniency: Leniency): FastifySchemaCompiler<object> {
  return ({ schema, method, url, httpPart }) => {
    // The route checks files itself. No body is an empty file.
    if (isFile(schema)) return (file: unknown) => ({ value: file ?? new Uint8Array() })
    const read = readerOf(schema, isFreeQuery(method, url, httpPart) ? ALL_IGNORED : leniency, httpPart)
    return (data: unknown) => {
      try {
        const value = checked(schema, read(data))
        // Path parameters come unchecked, and JSON in a form can escape any character.
        refuseControlCharacters(value)
        return { value }
      } catch (error) {
        return { error: errorOf(error) }
      }
    }
  }
}

const ALL_IGNORED: Leniency = { ignoreUnknownFields: () => true }

/** What a part of a request says, before it is looked at by its schema. */
function readerOf(schema: FormSchema, leniency: Leniency, part = ''): (data: unknown) => unknown {
  if (part === 'params') return inSmallLetters
  if (part === 'body') return (data) => fieldsOf(data, schema, leniency)
  const optional = optionalFields(schema)
  return (data) => fieldsOf(withoutEmpty(data ?? {}, optional), schema, leniency)
}

const UUIDS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/i

/** RFC 9562 4: an id is written in small letters, and read in either. */
function inSmallLetters(params: unknown): unknown {
  const id = isRecord(params) ? params['id'] : undefined
  return typeof id === 'string' && UUIDS.test(id) ? { ...Object(params), id: id.toLowerCase() } : params
}

/** The fields of a form that need not be there. */
export const optionalFields = ({ properties = {}, required = [] }: FormSchema): string[] =>
  Object.keys(properties).filter((name) => !required.includes(name))

/** The fields of a form that null takes away. */
export const removableFields = ({ properties = {} }: FormSchema): string[] =>
  Object.entries(properties)
    .filter(([, { anyOf = [] }]) => anyOf.some(({ type }) => type === 'null'))
    .map(([name]) => name)

/** As much of a schema as is looked at here. */
interface FormSchema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly anyOf?: readonly FormSchema[]
}

interface FieldSchema {
  readonly description?: string
  readonly anyOf?: readonly { readonly type?: string }[]
}

/** No body at all is an empty form. */
function fieldsOf(data: unknown, schema: FormSchema, leniency: Leniency): unknown {
  const fields = data ?? {}
  const properties = propertiesOf(schema)
  // `coerce` drops this one before the schema could refuse it.
  if (Object.hasOwn(fields, '__proto__') && !leniency.ignoreUnknownFields())
    throw new Failure('parameter.unknown', 'The field "__proto__" is not known here', { field: '__proto__' })
  if (!properties || typeof fields !== 'object' || !leniency.ignoreUnknownFields()) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(properties, name)))
}

/** The fields that a form may have; of a union, those of any of its kinds. */
function propertiesOf({ properties, anyOf }: FormSchema): FormSchema['properties'] {
  return anyOf ? Object.assign({}, ...anyOf.map(propertiesOf)) : properties
}

/** One sentence that names the field and what it must be. */
function explain(error: ErrorObject | undefined, schema: FormSchema): Failure {
  if (!error) return new Failure('parameter.invalid', 'The request is malformed')
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'additionalProperties') return unknownField(error, schema, field)
  if (error.keyword === 'required') {
    const missing = [field, String(error.params.missingProperty)].filter(Boolean).join('.')
    return new Failure('parameter.invalid', `The field ${missing} is missing`, { field: missing })
  }
  const about = described(schema, field)
  const name = field === '' ? 'The request' : `The field ${field}`
  return new Failure('parameter.invalid', `${name} ${demand(error)}${about ? ` (${about})` : ''}`, { field })
}

function unknownField(error: ErrorObject, schema: FormSchema, parent: string): Failure {
  const field = [parent, String(error.params.additionalProperty)].filter(Boolean).join('.')
  const known = Object.keys(schema.properties ?? {})
  const hint = parent === '' && known.length > 0 ? `; known are ${known.join(', ')}` : ''
  return new Failure('parameter.unknown', `The field ${show(field)} is not known here${hint}`, { field })
}

const described = ({ properties }: FormSchema, field: string) => properties?.[field]?.description

function demand({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return params.type === 'integer' ? 'must be a whole number' : `must be of type ${params.type}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'minLength':
      return params.limit > 1 ? `must have at least ${params.limit} characters` : 'must not be empty'
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return 'must not be empty'
    case 'maxItems':
    case 'maxProperties':
      return `must hold at most ${params.limit} entries`
    case 'uniqueItems':
      return 'must not name the same thing twice'
    case 'pattern':
      return patternDemand(String(params.pattern))
    case 'enum':
      return `must be one of ${[params.allowedValues].flat().join(', ')}`
    case 'anyOf':
    case 'const':
      return 'is not one of the allowed values'
    default:
      return message ?? 'is not valid'
  }
}

function patternDemand(pattern: string): string {
  const words = PATTERN_WORDS.get(pattern)
  return words === undefined ? 'is not of the right form' : `must be ${words}`
}
