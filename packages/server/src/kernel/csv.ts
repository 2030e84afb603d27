/** Comma-separated values by RFC 4180, with a defence against cells that a spreadsheet would run as a formula. */

/** How spreadsheets of a country read them: RFC 4180 knows the comma only. */
export interface CsvStyle {
  readonly separator: 'comma' | 'semicolon' | 'tab'
  /** Of amounts and shares; what is no number is written as it is. */
  readonly decimal: 'point' | 'comma'
  /** The mark by which some tell UTF-8 from the letters of their country. */
  readonly bom: boolean
}

const LINE_END = '\r\n'
const BOM = '\uFEFF'
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const

export const csvHead = (columns: readonly string[], style: CsvStyle) =>
  (style.bom ? BOM : '') + columns.join(SEPARATORS[style.separator]) + LINE_END

export function csvRow(
  columns: readonly string[],
  row: Readonly<Record<string, unknown>>,
  style: CsvStyle,
): string {
  const written = columns.map((column) => cell(withDecimals(column, row[column], style), style))
  return written.join(SEPARATORS[style.separator]) + LINE_END
}

/** Columns that hold exact decimal numbers as text. Any other text stays: a room may be called 1.10. */
const AMOUNTS = new Set(['total', 'price', 'voided', 'net', 'taxRate'])

function withDecimals(column: string, value: unknown, { decimal }: CsvStyle): unknown {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && AMOUNTS.has(column))
  return decimal === 'comma' && isNumber ? String(value).replace('.', ',') : value
}

const NUMBER = /^[+-]?\d+([.,]\d+)?$/
/** Where a cell begins: here, and where a spreadsheet of another country, or one that is asked to, parts them. */
const FORMULA = /(?<=^|[;\t])(?=[=+\-@\t\r\n＝＋－＠])/g
/** Commas part nothing inside quotes, unless quotes do not begin where whoever reads by commas looks for them. 5,- is a price. */
const AFTER_COMMA = /(?<=,)(?=[=@\t\r\n＝＋－＠]|[+-](?![\d ]*(?:$|[,;\]}])))/g

function cell(value: unknown, { separator }: CsvStyle): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = NUMBER.test(text) ? text : withoutFormulas(text, separator)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function withoutFormulas(text: string, separator: CsvStyle['separator']): string {
  const own = text.replaceAll(FORMULA, "'")
  return separator === 'comma' ? own : own.replaceAll(AFTER_COMMA, "'")
}
