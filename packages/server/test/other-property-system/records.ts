/** An id of two characters, and the value behind it. */
export type Field = readonly [id: string, value: string]

/** Fields in the order that they came; one may stand there several times. */
export interface WireRecord {
  readonly id: string
  readonly fields: readonly Field[]
}

const LONGEST = 2_000
const FIELD_ID = /^[\u0021-\u007B\u007D\u007E]{2}$/

/** The record that a text is, and all that is wrong with it. */
export function readRecord(text: string): {
  readonly record: WireRecord
  readonly faults: readonly string[]
} {
  const [id = '', ...parts] = text.split('|')
  const last = parts.pop()
  const fields = parts.map((part): Field => [part.slice(0, 2), part.slice(2)])
  const faults = [
    ...(text.length > LONGEST ? [`it has ${text.length} characters, and may have ${LONGEST}`] : []),
    ...(holdsControl(text) ? ['it holds control characters'] : []),
    ...(/^[A-Z]{2}$/.test(id) ? [] : [`"${id.slice(0, 20)}" is no record id`]),
    ...(last === '' ? [] : ['no separator stands at its end']),
    ...fields.flatMap(([name]) => (FIELD_ID.test(name) ? [] : [`"${name}" is no field id`])),
  ]
  return { record: { id, fields }, faults }
}

/** They do not belong into data; CR and LF are tolerated in texts. */
const holdsControl = (text: string) =>
  Array.from(text).some(
    (character) => (character < ' ' && !'\r\n'.includes(character)) || character === '\u007F',
  )

export function writeRecord({ id, fields }: WireRecord): string {
  return [id, ...fields.map(([name, value]) => name + value), ''].join('|')
}

export const valuesOf = ({ fields }: WireRecord, wanted: string): readonly string[] =>
  fields.filter(([id]) => id === wanted).map(([, value]) => value)

/** The first of that name. */
export const valueOf = (record: WireRecord, wanted: string): string | undefined => valuesOf(record, wanted)[0]

export const has = (record: WireRecord, wanted: string): boolean => valuesOf(record, wanted).length > 0

/** `YYMMDD`, and a day that there is. */
export function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(2_000 + year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `HHMMSS`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(text)

/** `DA` and `TI` as this system writes them of a moment. */
export function dateAndTime(now: number): readonly Field[] {
  const digits = new Date(now).toISOString().replaceAll(/\D/g, '')
  return [
    ['DA', digits.slice(2, 8)],
    ['TI', digits.slice(8, 14)],
  ]
}

/** What is wrong with the two fields that most records must have. */
export function faultsOfDateAndTime(record: WireRecord): readonly string[] {
  const [date, time] = [valueOf(record, 'DA'), valueOf(record, 'TI')]
  return [
    ...(date !== undefined && isDate(date) ? [] : [`DA is ${date ?? 'missing'}, and not YYMMDD`]),
    ...(time !== undefined && isTime(time) ? [] : [`TI is ${time ?? 'missing'}, and not HHMMSS`]),
  ]
}
