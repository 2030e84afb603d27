import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { Failure } from '../../kernel/failure.ts'

/** What is stored in the words of the site file, as the interface promises to show it. */
export function shownAs<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Check(schema, value)) return value
  throw new Failure('internal', 'What is stored is not what the interface shows')
}
