/** What a benchmark found: tables to read, and the requirements that it was held against. */
export interface Report {
  /** When an answered request is safe, and from what; left out where nothing is stored. */
  readonly durability?: string
  /** What one unit of the figures is. */
  readonly counted: string
  readonly notes: readonly string[]
  readonly tables: readonly Table[]
  readonly checks: readonly Check[]
}

export interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

export type Row = Readonly<Record<string, string | number>>

export interface Check {
  readonly what: string
  readonly required: string
  readonly measured: string
  readonly passed: boolean
}

export interface Bench {
  readonly about: string
  run(words: readonly string[]): Promise<Report>
}

export const atLeast = (what: string, least: number, measured: number, unit = 'x'): Check => ({
  what,
  required: `at least ${least}${unit}`,
  measured: `${measured.toFixed(2)}${unit}`,
  passed: Number.isFinite(measured) && measured >= least,
})

export const atMost = (what: string, most: number, measured: number, unit = 'x'): Check => ({
  what,
  required: `at most ${most}${unit}`,
  measured: `${measured.toFixed(2)}${unit}`,
  passed: Number.isFinite(measured) && measured <= most,
})

export const none = (what: string, count: number): Check => ({
  what,
  required: 'none',
  measured: String(count),
  passed: count === 0,
})

export function printReport(report: Report) {
  if (report.durability !== undefined) console.log(`\nDurability: ${report.durability}`)
  console.log(`\nCounted: ${report.counted}`)
  for (const note of report.notes) console.log(`Note: ${note}`)
  for (const { title, rows } of report.tables) printTable(title, rows)
  printTable(
    'Requirements',
    report.checks.map(({ passed, ...check }) => ({ ...check, verdict: passed ? 'pass' : 'FAIL' })),
  )
}

export function printTable(title: string, rows: readonly Row[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const width = (column: string) =>
    Math.max(...[{ [column]: column }, ...rows].map((row) => cell(row, column).length))
  const line = (row: Row) =>
    columns
      .map((column) =>
        typeof row[column] === 'number'
          ? cell(row, column).padStart(width(column))
          : cell(row, column).padEnd(width(column)),
      )
      .join('  ')
      .trimEnd()
  console.log(`\n${title}`)
  console.log(line(Object.fromEntries(columns.map((column) => [column, column]))))
  console.log(columns.map((column) => '-'.repeat(width(column))).join('  '))
  for (const row of rows) console.log(line(row))
}

const cell = (row: Row, column: string) => String(row[column] ?? '')
