import { branchFor, coerce, ENTRIES } from '@reveille/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { errorOf, Failure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/record.ts'
import { withoutEmpty } from './body.ts'
import { isFile } from './file-body.ts'
import { refuseControlCharacters } from './form.ts'
import { explain, type FormSchema, mistakesIn } from './mistakes.ts'

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
function mistakeIn(value: unknown, schema: FormSchema): Failure {
  const told = kindMeant(schema, value)
  const [first] = errorsOf(told, value)
  const { code, message, field } = explain(first, told)
  return new Failure(code, message, { field, problems: mistakesIn(told, value, { kindMeant, errorsOf }) })
}

const kindMeant = (schema: FormSchema, value: unknown): FormSchema => {
  const kind = branchFor(schema.anyOf ?? [], value)
  return isRecord(kind) ? kind : schema
}

function errorsOf(schema: FormSchema, value: unknown): readonly ErrorObject[] {
  const validate = compile(schema)
  validate(value)
  return validate.errors ?? []
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
