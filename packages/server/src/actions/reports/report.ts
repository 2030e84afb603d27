import type { Instant } from '../../kernel/clock.ts'

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
