/** Comma-separated values by RFC 4180, with a defence against cells that a spreadsheet would run as a formula. */

const LINE_END = '\r\n'

export const csvHead = (columns: readonly string[]) => columns.join(',') + LINE_END

export const csvRow = (columns: readonly string[], row: Readonly<Record<string, unknown>>) =>
  columns.map((column) => cell(row[column])).join(',') + LINE_END

const NUMBER = /^[+-]?\d+(\.\d+)?$/
/** Where a cell begins: here, and where a spreadsheet of another country, or one that is asked to, parts them. */
const FORMULA = /(?<=^|[;\t])(?=[=+\-@\t\r\n])/g

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
