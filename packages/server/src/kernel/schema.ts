import { type Static, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Failure } from './failure.ts'

/** Building blocks for schemas: what a stored value must look like when it is read. */
export const text = Type.String()
export const number = Type.Number()
export const yesNo = Type.Boolean()
export const textOrNull = Type.Union([text, Type.Null()])
export const numberOrNull = Type.Union([number, Type.Null()])
export const texts = Type.Immutable(Type.Array(text))
export const maybe = Type.Optional
/** A thing with its number and its words. */
export const named = Type.Object({ id: text, description: text })

/** At the first use: a start that compiled them all would let phones be silent for longer. */
function compiledOnce<Form extends TSchema>(form: Form) {
  let compiled: Validator<{}, Form> | undefined
  return () => (compiled ??= Compile(form))
}

/** Reads a value that must be what the schema says; `what` says in the error message what is wrong. */
export function reader<Form extends TSchema>(form: Form) {
  const validator = compiledOnce(form)
  return (what: string, value: unknown): Static<Form> => {
    if (validator().Check(value)) return value
    const [mistake] = validator().Errors(value)
    const where = mistake ? `: ${mistake.instancePath} ${mistake.message}` : ''
    throw new Failure('config.invalid', `${what} cannot be used${where}`)
  }
}

/** Whether a value is what the schema says. */
export function guardOf<Form extends TSchema>(form: Form) {
  const validator = compiledOnce(form)
  return (value: unknown): value is Static<Form> => validator().Check(value)
}

/** Whether a value is what its kind says. Each schema is compiled when it is first asked for. */
export function fitsIn<K extends string>(schemas: Readonly<Record<K, TSchema>>) {
  const compiled = new Map<K, Validator>()
  return (kind: K, value: unknown): boolean => {
    const check = compiled.get(kind) ?? Compile(schemas[kind])
    compiled.set(kind, check)
    return check.Check(value)
  }
}
