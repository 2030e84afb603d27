/**
 * Forms and site files carry text; JSON clients are free with numbers. `coerce` turns what arrives into what the
 * schema means. What does not fit is left as it is, so that validation can name it.
 */

type Schema = Readonly<Record<string, unknown>>

export function coerce(schema: unknown, value: unknown): unknown {
  if (!isPlainObject(schema)) return value
  const branches = branchesOf(schema)
  if (branches) return coerceUnion(branches, value)
  switch (schema['type']) {
    case 'integer':
      return toNumber(value, /^-?\d{1,15}$/)
    case 'number':
      return toNumber(value, /^-?\d{1,15}(\.\d{1,15})?$/)
    case 'boolean':
      return toBoolean(value)
    case 'string':
      return Number.isSafeInteger(value) ? String(value) : value
    case 'array':
      return coerceArray(schema, value)
    case 'object':
      return coerceObject(schema, value)
    default:
      return value
  }
}

/** The branch of a union that a value, as it arrived or coerced, is meant to be; undefined when it is none. */
export function branchFor(branches: readonly unknown[], value: unknown): unknown {
  const candidates = branches.map((branch) => ({ branch, value: coerce(branch, value) }))
  const likely = candidates.filter((one) => isLike(one.branch, one.value))
  // An object that lacks something required is still meant to be one of its kind, unless another kind fits whole.
  return (likely.find((one) => hasRequired(one.branch, one.value)) ?? likely[0])?.branch
}

function coerceUnion(branches: readonly unknown[], value: unknown): unknown {
  const branch = branchFor(branches, value)
  return branch === undefined ? value : coerce(branch, value)
}

function branchesOf(schema: Schema): readonly unknown[] | undefined {
  const branches = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(branches) ? branches : undefined
}

const textThat = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)

// Adding 0 turns -0 into 0.
const toNumber = (value: unknown, pattern: RegExp) => (textThat(value, pattern) ? Number(value) + 0 : value)

function toBoolean(value: unknown): unknown {
  if (value === '1' || value === 1 || value === 'true') return true
  if (value === '0' || value === 0 || value === 'false') return false
  return value
}

function coerceArray(schema: Schema, value: unknown): unknown {
  const items = typeof value === 'string' ? listOf(value) : value
  return Array.isArray(items) ? items.map((item) => coerce(schema['items'], item)) : value
}

function listOf(text: string): unknown[] {
  const parsed = text.trimStart().startsWith('[') ? parseJson(text) : undefined
  if (Array.isArray(parsed)) return parsed
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function coerceObject(schema: Schema, value: unknown): unknown {
  const parsed = textThat(value, /^\s*\{/) ? parseJson(value) : value
  if (!isPlainObject(parsed)) return value
  return Object.fromEntries(
    Object.entries(parsed)
      // A form may name any field: this one would change the prototype of a copy of the object.
      .filter(([key]) => key !== '__proto__')
      .map(([key, field]) => [key, coerce(schemaOfKey(schema, key), field)]),
  )
}

function schemaOfKey(schema: Schema, key: string): unknown {
  const properties = schema['properties']
  if (isPlainObject(properties) && Object.hasOwn(properties, key)) return properties[key]
  const patterns = schema['patternProperties']
  const match = isPlainObject(patterns)
    ? Object.entries(patterns).find(([pattern]) => new RegExp(pattern, 'u').test(key))
    : undefined
  return match ? match[1] : schema['additionalProperties']
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value looks like what the schema describes, as far as kind and fixed words tell. */
function isLike(schema: unknown, value: unknown): boolean {
  if (!isPlainObject(schema)) return true
  const branches = branchesOf(schema)
  if (branches) return branches.some((branch) => isLike(branch, value))
  if ('const' in schema) return value === schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value)
  return isOfType(schema['type'], value) && hasFixedWords(schema, value)
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isPlainObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** `{ type: 'fias', ... }` is told from `{ type: 'webhook', ... }` by the property that only one of them may have. */
function hasFixedWords(schema: Schema, value: unknown): boolean {
  const properties = schema['properties']
  if (!isPlainObject(properties) || !isPlainObject(value)) return true
  return Object.entries(properties).every(
    ([key, property]) =>
      !isPlainObject(property) || !('const' in property) || value[key] === property['const'],
  )
}

function hasRequired(schema: unknown, value: unknown): boolean {
  const required = isPlainObject(schema) ? schema['required'] : undefined
  if (!Array.isArray(required) || !isPlainObject(value)) return true
  return required.every((key) => typeof key === 'string' && Object.hasOwn(value, key))
}

function isPlainObject(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
