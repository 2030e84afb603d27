import { branchFor, PATTERN_WORDS } from '@reveille/contract'
import type { ErrorObject } from 'ajv'
import { either, type SiteFinding, MOST_MISTAKES, pointerTo, splitPointer } from '../mistake.ts'
import { nearest } from '../nearest.ts'
import { isRecord } from '../../kernel/record.ts'

type Schema = Readonly<Record<string, unknown>>

/** What validation found, in the words of people. */
export const findingsOf = (errors: readonly ErrorObject[]): SiteFinding[] =>
  meantErrors(errors)
    .slice(0, MOST_MISTAKES + 1)
    .map(findingOf)

/**
 * Validation tells for every branch of a union why the value is not that one. Only the branch that was meant
 * is worth telling; when none was, the union itself is.
 */
function meantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const chosen = new Map<string, number>()
  for (const error of errors)
    if (error.keyword === 'anyOf')
      chosen.set(unionKey(error.instancePath, error.schemaPath), chosenBranch(error))
  return errors.filter((error) => {
    if (error.keyword === 'anyOf' && chosen.get(unionKey(error.instancePath, error.schemaPath)) !== -1)
      return false
    return unionsAbove(error).every(({ key, branch }) => (chosen.get(key) ?? branch) === branch)
  })
}

const unionKey = (instancePath: string, schemaPath: string) => `${instancePath} ${schemaPath}`
const branchesOf = (schema: unknown): unknown[] =>
  isRecord(schema) && Array.isArray(schema['anyOf']) ? schema['anyOf'] : []

function chosenBranch(error: ErrorObject): number {
  const branches = branchesOf(error.parentSchema)
  return branches.indexOf(branchFor(branches, error.data))
}

/** Every union that an error may lie inside of: somewhere above it in the schema, and above it in the data. */
function unionsAbove({ instancePath, schemaPath }: ErrorObject) {
  return [...schemaPath.matchAll(/\/anyOf\/(\d+)\//g)].flatMap((match) => {
    const union = `${schemaPath.slice(0, match.index)}/anyOf`
    return selfAndAbove(instancePath).map((path) => ({
      key: unionKey(path, union),
      branch: Number(match[1]),
    }))
  })
}

const selfAndAbove = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...selfAndAbove(splitPointer(pointer).parent)]

function findingOf(error: ErrorObject): SiteFinding {
  const { instancePath, keyword, params } = error
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty'])
    return { pointer: pointerTo(instancePath, key), words: unknownKey(key, error.parentSchema) }
  }
  if (keyword === 'required')
    return { pointer: pointerTo(instancePath, String(params['missingProperty'])), words: 'is missing' }
  if (keyword === 'anyOf') return unionFinding(error)
  return { pointer: instancePath, words: wordsOf(error) }
}

function unknownKey(key: string, schema: unknown): string {
  const patterns =
    isRecord(schema) && isRecord(schema['patternProperties']) ? schema['patternProperties'] : {}
  const shape = PATTERN_WORDS.get(Object.keys(patterns)[0] ?? '')
  if (shape !== undefined) return `is not ${shape}`
  const known = isRecord(schema) && isRecord(schema['properties']) ? Object.keys(schema['properties']) : []
  const guess = nearest(key, known)
  return guess === undefined ? 'is not a known setting' : `is not a known setting; did you mean ${guess}?`
}

function wordsOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${typeWords(params['type'])}`
    case 'enum':
      return `must be ${either(wordsIn(params['allowedValues']))}`
    case 'const':
      return `must be ${String(params['allowedValue'])}`
    case 'pattern':
      return `must be ${PATTERN_WORDS.get(String(params['pattern'])) ?? 'written in another way'}`
    case 'minimum':
      return `must be at least ${params['limit']}`
    case 'maximum':
      return `must be at most ${params['limit']}`
    case 'minLength':
      return params['limit'] > 1 ? `must be at least ${params['limit']} characters long` : 'must not be empty'
    case 'minItems':
      return 'must not be empty'
    case 'maxLength':
      return `must be at most ${params['limit']} characters long`
    case 'maxItems':
    case 'maxProperties':
      return `must hold at most ${params['limit']} entries`
    case 'uniqueItems':
      return 'must not name the same thing twice'
    default:
      return message ?? 'is not right'
  }
}

const wordsIn = (values: unknown) => (Array.isArray(values) ? values.map(String) : [])

const TYPE_WORDS = new Map<unknown, string>([
  ['string', 'text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'a group of settings'],
])
const typeWords = (type: unknown) => TYPE_WORDS.get(type) ?? String(type)

/** `connectors[0].type must be webhook or fias`, or `rooms must be mailboxes or a list`. */
function unionFinding({ instancePath, parentSchema, data }: ErrorObject): SiteFinding {
  const branches = branchesOf(parentSchema).filter(isRecord)
  const fixed = branches.map(fixedWord)
  const [first] = fixed
  if (first && isRecord(data) && fixed.every((one) => one?.key === first.key))
    return {
      pointer: pointerTo(instancePath, first.key),
      words: `must be ${either(fixed.map((one) => String(one?.word)))}`,
    }
  const kinds = branches.map((branch) =>
    'const' in branch ? String(branch['const']) : typeWords(branch['type']),
  )
  return { pointer: instancePath, words: `must be ${either([...new Set(kinds)])}` }
}

function fixedWord(branch: Schema): { key: string; word: unknown } | undefined {
  const properties = isRecord(branch['properties']) ? branch['properties'] : {}
  return Object.entries(properties)
    .filter((entry): entry is [string, Schema] => isRecord(entry[1]) && 'const' in entry[1])
    .map(([key, property]) => ({ key, word: property['const'] }))[0]
}
