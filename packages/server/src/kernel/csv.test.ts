import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvHead, csvRow, type CsvStyle } from './csv.ts'

const PLAIN: CsvStyle = { separator: 'comma', decimal: 'point', bom: false }

/** RFC 4180, read by the letter: fields parted by commas, lines by CRLF, quotes doubled inside quotes. */
function readCsv(text: string): string[][] {
  const records: string[][] = []
  let at = 0
  while (at < text.length) {
    const record: string[] = []
    do record.push(readField())
    while (text[at] === ',' && at++ >= 0)
    if (!text.startsWith('\r\n', at)) throw new Error(`No end of line at ${at} of ${JSON.stringify(text)}`)
    at += 2
    records.push(record)
  }
  return records

  function readField(): string {
    const pattern = text[at] === '"' ? /"((?:[^"]|"")*)"/y : /([^",\r\n]*)/y
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new Error(`No field at ${at} of ${JSON.stringify(text)}`)
    at = pattern.lastIndex
    return (found[1] ?? '').replaceAll('""', '"')
  }
}

/** What was put in against formulas is taken out again. */
const withoutMarks = (text = '') => text.replaceAll("'", '')

const oneCell = (value: unknown) => readCsv(csvRow(['cell'], { cell: value }, PLAIN))[0]?.[0]

describe('a cell', () => {
  it.each<[unknown, string]>([
    ['Cola', 'Cola'],
    ['', ''],
    [undefined, ''],
    [null, ''],
    [0, '0'],
    [-5, '-5'],
    [true, 'true'],
    ['-5', '-5'],
    ['+4.50', '+4.50'],
    ['Nuts, salted', 'Nuts, salted'],
    ['the "Ritz"', 'the "Ritz"'],
    ['two\r\nlines', 'two\r\nlines'],
    ['two\nlines', 'two\nlines'],
    ['Zoë 😀', 'Zoë 😀'],
    [{ quantity: 2, room: '101' }, '{"quantity":2,"room":"101"}'],
    [['a', 'b'], '["a","b"]'],
  ])('with %j says %j', (value, text) => {
    expect(oneCell(value)).toBe(text)
  })

  it.each([
    '=1+1',
    '=cmd|"/C calc"!A0',
    '+1+1',
    '-1+1',
    '-5-',
    '- 5',
    '@SUM(A1)',
    '\r=1+1',
    '\n=1+1',
    '=HYPERLINK("http://evil.example","click")',
  ])('with %j is text for a spreadsheet, not a formula', (text) => {
    expect(oneCell(text)).toBe(`'${text}`)
  })
})

describe('a cell that a spreadsheet parts in its own way', () => {
  it.each([
    ['\t=1+1', "'\t'=1+1"],
    ['Cola;=1+1', "Cola;'=1+1"],
    ['Cola\t@SUM(A1)', "Cola\t'@SUM(A1)"],
    ['a;b', 'a;b'],
    ['1;-5;+x', "1;'-5;'+x"],
    ['a=b', 'a=b'],
    ['＝1+1', "'＝1+1"],
  ])('%j has no formula in any of its parts', (text, shown) => {
    expect(oneCell(text)).toBe(shown)
  })

  it.each([
    ['Wine,=1+1,red', "Wine,'=1+1,red"],
    ['R,-1+cmd', "R,'-1+cmd"],
    ['R,@SUM(A1)', "R,'@SUM(A1)"],
    ['Wine, 5,-', 'Wine, 5,-'],
    ['[1,-5]', '[1,-5]'],
    ['Nuts, salted', 'Nuts, salted'],
  ])('%j has none for whoever reads by commas what is not parted by them', (text, shown) => {
    for (const separator of ['semicolon', 'tab'] as const)
      expect(csvRow(['cell'], { cell: text }, { ...PLAIN, separator })).toBe(`"${shown}"\r\n`)
    expect(oneCell(text)).toBe(text)
  })

  it.each(['a;b', 'a\tb'])('%j stands in quotes', (text) => {
    expect(csvRow(['cell'], { cell: text }, PLAIN)).toBe(`"${text}"\r\n`)
  })
})

describe('a table', () => {
  const columns = ['id', 'room', 'text', 'detail']
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', ',', ';', '\r', '\n', '=', '+', '-', '@', '\t', "'", 'a', '5', '.'),
      fc.string({ maxLength: 1 }),
    ),
  })
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.dictionary(text, text),
  )

  it('begins with the names of its columns', () => {
    expect(readCsv(csvHead(columns, PLAIN))).toEqual([columns])
  })

  it('is read back cell by cell, whatever is in it', () => {
    const rows = fc.array(fc.record({ id: value, room: text, text, detail: value }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (written) => {
        const [head, ...read] = readCsv(
          csvHead(columns, PLAIN) + written.map((row) => csvRow(columns, row, PLAIN)).join(''),
        )
        expect(head).toEqual(columns)
        expect(read.map((record) => record.length)).toEqual(written.map(() => columns.length))
        for (const [index, row] of written.entries())
          expect(withoutMarks(read[index]?.[2])).toBe(withoutMarks(row.text))
      }),
    )
  })

  it('never holds a cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(text, (anything) => {
        const cell = oneCell(anything) ?? ''
        expect(/(^|[;\t])[=+\-@\t\r\n]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)).toBe(false)
      }),
    )
  })

  it('shows no more than its columns', () => {
    expect(csvRow(['room'], { room: '101', password: 'night-owl' }, PLAIN)).toBe('101\r\n')
  })
})

describe('a table for spreadsheets of another country', () => {
  const columns = ['room', 'total', 'share', 'text']
  const row = { room: '1.10', total: '-1204.50', share: 99.5, text: 'Cola; cold' }

  it.each<[Partial<CsvStyle>, string]>([
    [{}, '1.10,-1204.50,99.5,"Cola; cold"\r\n'],
    [{ separator: 'semicolon', decimal: 'comma' }, '1.10;"-1204,50";"99,5";"Cola; cold"\r\n'],
    [{ separator: 'tab' }, '1.10\t-1204.50\t99.5\t"Cola; cold"\r\n'],
    [{ decimal: 'comma' }, '1.10,"-1204,50","99,5","Cola; cold"\r\n'],
  ])('is written as %j says, and only amounts have other decimals', (style, text) => {
    expect(csvRow(columns, row, { ...PLAIN, ...style })).toBe(text)
  })

  it('begins with the mark of UTF-8 where that is wanted', () => {
    expect(csvHead(['a', 'b'], { ...PLAIN, bom: true, separator: 'semicolon' })).toBe('\uFEFFa;b\r\n')
  })
})
