import type { Instant } from '../../kernel/clock.ts'
import { csvHead, csvRow, type CsvStyle } from '../../kernel/csv.ts'

export interface ReportSpan {
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
}

export interface Report<Row, Totals> {
  /** The fields of a row, also when there is none. */
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  readonly totals: Totals
}

type Figures = Readonly<Record<string, unknown>>

export const reportAsCsv = (
  { columns }: Report<Figures, unknown>,
  rows: readonly Figures[],
  style: CsvStyle,
) => csvHead(columns, style) + rows.map((row) => csvRow(columns, row, style)).join('')

/** The row under this key, which is made if there is none. */
export function entry<V>(rows: Map<string, V>, key: string, empty: () => V): V {
  const found = rows.get(key) ?? empty()
  rows.set(key, found)
  return found
}

/** By their keys. */
export const sorted = <V>(rows: ReadonlyMap<string, V>): V[] =>
  [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
