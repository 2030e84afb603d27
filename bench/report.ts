import type { Needed } from '../peers/debian.ts'

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
  /** It depends on time: on a busy machine it proves nothing when it does not pass. */
  readonly isTimed: boolean
}

export interface Bench {
  readonly about: string
  /** The words of its smallest run: `--smoke` tries whether it still works. */
  readonly smoke: readonly string[]
  /** Programs that it needs, with the Debian packages that bring them: installed on Debian, by root. */
  readonly needs?: Needed
  /** Some of them are in Debian's component `non-free`. */
  readonly nonFree?: boolean
  /** What it compares with is fetched into `bench/peers`. */
  readonly hasPeers?: true
  /** It listens to speech: the packages of a recogniser are fetched. */
  readonly hasRecogniser?: true
  run(words: readonly string[]): Promise<Report>
}

/** Of figures in these units the machine's other work changes nothing. */
const UNTIMED = new Set(['', ' MiB', ' KiB', ' MB', ' kB', ' % of people', ' of the words'])

export const atLeast = (what: string, least: number, measured: number, unit = 'x'): Check => ({
  what,
  required: `at least ${least}${unit}`,
  measured: `${measured.toFixed(2)}${unit}`,
  passed: Number.isFinite(measured) && measured >= least,
  isTimed: !UNTIMED.has(unit),
})

export const atMost = (what: string, most: number, measured: number, unit = 'x'): Check => ({
  what,
  required: `at most ${most}${unit}`,
  measured: `${measured.toFixed(2)}${unit}`,
  passed: Number.isFinite(measured) && measured <= most,
  isTimed: !UNTIMED.has(unit),
})

export const none = (what: string, count: number): Check => ({
  what,
  required: 'none',
  measured: String(count),
  passed: count === 0,
  isTimed: false,
})

export type Verdict = 'pass' | 'FAIL' | 'not measured: machine busy'

export const verdictOf = ({ passed, isTimed }: Check, isQuiet: boolean): Verdict =>
  passed ? 'pass' : isTimed && !isQuiet ? 'not measured: machine busy' : 'FAIL'

export function printReport(report: Report, isQuiet: boolean) {
  if (report.durability !== undefined) console.log(`\nDurability: ${report.durability}`)
  console.log(`\nCounted: ${report.counted}`)
  for (const note of report.notes) console.log(`Note: ${note}`)
  for (const { title, rows } of report.tables) printTable(title, rows)
  printTable(
    'Requirements',
    report.checks.map((check) => ({
      what: check.what,
      required: check.required,
      measured: check.measured,
      verdict: verdictOf(check, isQuiet),
    })),
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
