import { pathTo, pointerTo, splitPointer } from '../mistake.ts'
import { isRecord } from '../../kernel/record.ts'

/**
 * A loose look into a site that may still be wrong in places: the checks across entries run beside validation,
 * so that all mistakes are told at once, and must not stumble over what validation names anyway.
 */
export interface SiteEntry {
  readonly pointer: string
  readonly value: Readonly<Record<string, unknown>>
}

export function groupAt(data: unknown, ...keys: string[]): SiteEntry {
  let pointer = ''
  let value = data
  for (const key of keys) {
    pointer = pointerTo(pointer, key)
    value = isRecord(value) ? value[key] : undefined
  }
  return { pointer, value: isRecord(value) ? value : {} }
}

/** The groups of a list; what is no group is passed over. */
export const entriesAt = (data: unknown, ...keys: string[]): SiteEntry[] =>
  entriesIn(groupAt(data, ...keys.slice(0, -1)), keys.at(-1) ?? '')

/** The groups of a list inside an entry. */
export function entriesIn(parent: SiteEntry, key: string): SiteEntry[] {
  const list = parent.value[key]
  if (!Array.isArray(list)) return []
  const pointer = pointerTo(parent.pointer, key)
  return list.flatMap((value: unknown, index) =>
    isRecord(value) ? [{ pointer: pointerTo(pointer, index), value }] : [],
  )
}

/** A group inside an entry, with its pointer. */
export const inside = (entry: SiteEntry, key: string): SiteEntry => {
  const value = entry.value[key]
  return { pointer: pointerTo(entry.pointer, key), value: isRecord(value) ? value : {} }
}

export function textOf(entry: SiteEntry, key: string): string | undefined {
  const value = entry.value[key]
  return typeof value === 'string' ? value : undefined
}

export const tenantOf = (entry: SiteEntry) => textOf(entry, 'tenant') ?? ''

/** `/users/3` as `users[3]`. Only for pointers to entries of lists. */
export function entryPath(pointer: string): string {
  if (pointer === '') return ''
  const { parent, key } = splitPointer(pointer)
  return pathTo(entryPath(parent), /^\d+$/.test(key) ? Number(key) : key)
}
