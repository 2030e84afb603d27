import type { CodePage } from './code-page.ts'

/** An id of two characters, and the value. FIAS 2.20: no padding; zeros and spaces in front count. */
export type Field = readonly [id: string, value: string]

/**
 * A record as data. A field may come more than once (`MA` and `M#` of a posting, `GS` of a room move), so the fields are
 * a list and no map; their order means nothing.
 */
export interface FiasRecord {
  readonly id: string
  readonly fields: readonly Field[]
}

export const MOST_CHARACTERS = 2_000
const SEPARATOR = '|'
const RECORD_ID = /^[A-Z][A-Z0-9]$/
/** Not only letters: there are `G#`, `X1`, `$2` and `G+`. */
const FIELD_ID = /^[!-{}~]{2}$/

export const valueOf = ({ fields }: FiasRecord, id: string): string | null =>
  fields.find(([one]) => one === id)?.[1] ?? null

export const valuesOf = ({ fields }: FiasRecord, id: string): readonly string[] =>
  fields.filter(([one]) => one === id).map(([, value]) => value)

/** Null for what is no record. A piece that can be no field is left out, and the rest still counts. */
export function parseRecord(text: string): FiasRecord | null {
  const [id = '', ...pieces] = text.split(SEPARATOR)
  if (!RECORD_ID.test(id)) return null
  const fields = pieces.map((piece) => [piece.slice(0, 2), piece.slice(2)] as const)
  return { id, fields: fields.filter(([field]) => FIELD_ID.test(field)) }
}

/** A separator stands after the id and after every field, also the last one. */
export const recordText = ({ id, fields }: FiasRecord): string =>
  [id, ...fields.map(([field, value]) => field + value), ''].join(SEPARATOR)

/** What keeps a record from being sent, in words; null when nothing does. */
export function recordMistake({ id, fields }: FiasRecord, page: CodePage): string | null {
  if (!RECORD_ID.test(id)) return `"${id}" is no record`
  for (const [field, value] of fields) {
    if (!FIELD_ID.test(field)) return `"${field}" is no field`
    if (!isClean(page.encode(value))) return `${field} holds a separator or a control character`
  }
  const length = recordText({ id, fields }).length
  return length > MOST_CHARACTERS ? `The record has ${length} characters, ${MOST_CHARACTERS} at most` : null
}

/** The bytes between STX and ETX. The caller must have refused what `recordMistake` complains about. */
export function writeRecord(record: FiasRecord, page: CodePage): Buffer {
  const mistake = recordMistake(record, page)
  if (mistake !== null) throw new Error(mistake)
  return page.encode(recordText(record))
}

/** By its bytes, because a code page may have the separator for something that looks like it. */
const isClean = (bytes: Uint8Array) => bytes.every((byte) => byte >= 0x20 && byte !== 0x7f && byte !== 0x7c)
