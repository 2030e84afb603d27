/** One line of a table: where it stands in the file, and its cells by the names of the columns. */
export interface CsvLine {
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

export interface CsvTable {
  readonly columns: readonly string[]
  readonly lines: readonly CsvLine[]
}

/** By RFC 4180, and as spreadsheets of other countries write it: whatever parts the names of the columns parts the cells. */
export function readCsv(text: string): CsvTable {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(plain.split(/\r?\n/, 1)[0] ?? '')
  const [head, ...rows] = recordsOf(plain, separator).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const columns = (head?.cells ?? []).map((name) => name.trim())
  return {
    columns,
    lines: rows.map(({ line, cells }) => ({
      line,
      cells: new Map(columns.map((name, at) => [name, (cells[at] ?? '').trim()])),
    })),
  }
}

const SEPARATORS = [';', '\t', ',']

const separatorOf = (head: string) => SEPARATORS.find((one) => head.includes(one)) ?? ','

interface CsvRecord {
  readonly line: number
  readonly cells: string[]
}

/** A cell in quotes may hold separators, ends of lines, and quotes written twice. */
function recordsOf(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, cells: [] }
  let line = 1
  let at = 0
  const endRecord = () => {
    records.push(record)
    record = { line, cells: [] }
  }
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at) : bare(text, at, separator)
    record.cells.push(cell)
    line += cell.split('\n').length - 1
    if (text[end] === separator) at = end + 1
    else {
      line += 1
      at = text[end] === '\r' ? end + 2 : end + 1
      endRecord()
    }
  }
  return records
}

interface FoundCell {
  readonly cell: string
  readonly end: number
}

function bare(text: string, start: number, separator: string): FoundCell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

function quoted(text: string, start: number): FoundCell {
  let end = start + 1
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
  return { cell: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}
