import { PATTERN_NAMES, PATTERN_WORDS, type ProblemPart } from '@reveille/contract'
import type { ErrorObject } from 'ajv'
import type { FailureCode } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/record.ts'
import { show } from './form.ts'

/** As much of a schema as is looked at here. */
export interface FormSchema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly anyOf?: readonly FormSchema[]
  readonly additionalProperties?: unknown
}

interface FieldSchema extends FormSchema {
  readonly description?: string
  readonly anyOf?: readonly (FormSchema & { readonly type?: string })[]
}

interface Checker {
  /** Of several kinds in a schema, the one that the client meant. */
  kindMeant(schema: FormSchema, value: unknown): FormSchema
  errorsOf(schema: FormSchema, value: unknown): readonly ErrorObject[]
}

interface Explained {
  readonly code: FailureCode
  readonly message: string
  readonly field: string
}

/** A hostile body could have hundreds of thousands. */
const MOST_UNKNOWN = 20

/** Everything that is wrong: the first mistake of each field, as far down as fields have names. */
export function mistakesIn(schema: FormSchema, value: unknown, checker: Checker, path = ''): ProblemPart[] {
  const { kindMeant, errorsOf } = checker
  const meant = kindMeant(schema, value)
  const { properties, required = [] } = meant
  if (!properties || !isRecord(value)) {
    const [first] = errorsOf(meant, value)
    return first === undefined ? [] : [partOf(first, path)]
  }
  const missing = required.filter((name) => value[name] === undefined)
  const unknown =
    meant.additionalProperties === false
      ? Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
      : []
  return [
    ...missing.map((name) => missingField(inside(path, name))),
    ...unknown.slice(0, MOST_UNKNOWN).map((name) => unknownPart(inside(path, name))),
    ...Object.entries(properties).flatMap(([name, one]) =>
      value[name] === undefined ? [] : mistakesIn(one, value[name], checker, inside(path, name)),
    ),
  ]
}

const inside = (path: string, name: string) => [path, name].filter(Boolean).join('.')

const missingField = (field: string): ProblemPart => ({
  code: 'field.missing',
  field,
  description: `The field ${field} is missing`,
})

const unknownPart = (field: string): ProblemPart => ({
  code: 'field.unknown',
  field,
  description: `The field ${show(field)} is not known here`,
})

function partOf(error: ErrorObject, path: string): ProblemPart {
  const below = error.instancePath.slice(1).replaceAll('/', '.')
  const field = inside(path, below)
  const name = field === '' ? 'The request' : `The field ${field}`
  const known = codeOf(error)
  if (known.code === 'field.missing') return missingField(inside(field, String(error.params.missingProperty)))
  if (known.code === 'field.unknown')
    return unknownPart(inside(field, String(error.params.additionalProperty)))
  return { ...known, field, description: `${name} ${demand(error)}` }
}

/** What a mistake is called, with the fact that its sentence needs. */
function codeOf({ keyword, params }: ErrorObject): Pick<ProblemPart, 'code' | 'limit' | 'shape'> {
  if (keyword === 'pattern') return { code: 'field.shape', ...shapeOf(String(params.pattern)) }
  if (keyword === 'type') return { code: 'field.type', shape: String(params.type) }
  const code = CODES[keyword] ?? 'field.wrong'
  return typeof params.limit === 'number' ? { code, limit: params.limit } : { code }
}

const shapeOf = (pattern: string) => {
  const shape = PATTERN_NAMES.get(pattern)
  return shape === undefined ? {} : { shape }
}

const CODES: Readonly<Record<string, string>> = {
  required: 'field.missing',
  additionalProperties: 'field.unknown',
  minimum: 'field.low',
  maximum: 'field.high',
  minLength: 'field.short',
  maxLength: 'field.long',
  minItems: 'field.few',
  maxItems: 'field.many',
  maxProperties: 'field.many',
  uniqueItems: 'field.twice',
  enum: 'field.choice',
  anyOf: 'field.choice',
  const: 'field.choice',
}

/** One sentence that names the field and what it must be. */
export function explain(error: ErrorObject | undefined, schema: FormSchema): Explained {
  if (!error) return invalid('', 'The request is malformed')
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'additionalProperties') return unknownField(error, schema, field)
  if (error.keyword === 'required') {
    const missing = [field, String(error.params.missingProperty)].filter(Boolean).join('.')
    return invalid(missing, `The field ${missing} is missing`)
  }
  const about = described(schema, field)
  const name = field === '' ? 'The request' : `The field ${field}`
  return invalid(field, `${name} ${demand(error)}${about ? ` (${about})` : ''}`)
}

const invalid = (field: string, message: string): Explained => ({ code: 'parameter.invalid', message, field })

function unknownField(error: ErrorObject, schema: FormSchema, parent: string): Explained {
  const field = [parent, String(error.params.additionalProperty)].filter(Boolean).join('.')
  const known = Object.keys(schema.properties ?? {})
  const hint = parent === '' && known.length > 0 ? `; known are ${known.join(', ')}` : ''
  return { code: 'parameter.unknown', message: `The field ${show(field)} is not known here${hint}`, field }
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
