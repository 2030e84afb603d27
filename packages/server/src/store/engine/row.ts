import type { Flag } from './schema.ts'

export const toFlag = (value: boolean): Flag => (value ? 1 : 0)

export type Json = Readonly<Record<string, unknown>>

export const toJson = (value: unknown): string => JSON.stringify(value)
export const fromJson = <T = Json>(text: string): T => JSON.parse(text) as T

/** The detail of a log row. One that was damaged by hand must still be shown and found. */
export function detailFrom(text: string): Json {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // Reported below as unreadable.
  }
  return { unreadable: text }
}

/** The columns that differ, with their values in the second row. */
export const changed = <R extends object>(before: R, after: R): Partial<R> => {
  const set: Partial<R> = {}
  for (const column in after) if (after[column] !== before[column]) set[column] = after[column]
  return set
}
