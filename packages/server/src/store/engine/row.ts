import { Failure } from '../../kernel/failure.ts'
import { isRecord } from '../../kernel/record.ts'
import type { Flag } from './schema.ts'

export const toFlag = (value: boolean): Flag => (value ? 1 : 0)

export type Json = Readonly<Record<string, unknown>>

export const toJson = (value: unknown): string => JSON.stringify(value)
export const fromJson = (text: string): unknown => JSON.parse(text)

/** An object that a store has written. */
export function objectFrom(text: string): Json {
  const value = fromJson(text)
  if (isRecord(value)) return value
  throw new Failure('store.corrupt', 'A row holds something else than the object that was written')
}

/** The detail of a log row. One that was damaged by hand must still be shown and found. */
export function detailFrom(text: string): Json {
  try {
    return objectFrom(text)
  } catch {
    return { unreadable: text }
  }
}

/** The columns that differ, with their values in the second row. */
export const changed = <R extends object>(before: R, after: R): Partial<R> => {
  const set: Partial<R> = {}
  for (const column in after) if (after[column] !== before[column]) set[column] = after[column]
  return set
}
