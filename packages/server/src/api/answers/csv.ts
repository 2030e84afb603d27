/** Comma-separated values by RFC 4180, with a defence against cells that a spreadsheet would run as a formula. */

const LINE_END = '\r\n'

export const csvHead = (columns: readonly string[]) => columns.join(',') + LINE_END

export const csvRow = (columns: readonly string[], row: Readonly<Record<string, unknown>>) =>
  columns.map((column) => cell(row[column])).join(',') + LINE_END

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
