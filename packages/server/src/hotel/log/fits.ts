import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** Whether a detail that was read is what its kind says. Each schema is compiled when it is first asked for. */
export function fitsIn<K extends string>(schemas: Readonly<Record<K, TSchema>>) {
  const compiled = new Map<K, Validator>()
  return (kind: K, detail: unknown): boolean => {
    const check = compiled.get(kind) ?? Compile(schemas[kind])
    compiled.set(kind, check)
    return check.Check(detail)
  }
}
