import { type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** Building blocks for schemas: what a stored value must look like when it is read. */
export const text = Type.String()
export const number = Type.Number()
export const yesNo = Type.Boolean()
export const textOrNull = Type.Union([text, Type.Null()])
export const numberOrNull = Type.Union([number, Type.Null()])
export const texts = Type.Immutable(Type.Array(text))
export const maybe = Type.Optional

/** Whether a value is what its kind says. Each schema is compiled when it is first asked for. */
export function fitsIn<K extends string>(schemas: Readonly<Record<K, TSchema>>) {
  const compiled = new Map<K, Validator>()
  return (kind: K, value: unknown): boolean => {
    const check = compiled.get(kind) ?? Compile(schemas[kind])
    compiled.set(kind, check)
    return check.Check(value)
  }
}
