import type { Check, Table } from '../report.ts'

/** What one part of the benchmark found. */
export interface Findings {
  /** What was counted, in a sentence. */
  readonly counted: string
  readonly notes: readonly string[]
  readonly tables: readonly Table[]
  readonly checks: readonly Check[]
}
