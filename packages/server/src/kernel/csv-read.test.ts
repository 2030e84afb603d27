import { describe, expect, it } from 'vitest'
import { readCsv } from './csv-read.ts'

const rows = (text: string) => readCsv(text).lines.map(({ line, cells }) => [line, ...cells.values()])

describe('a table as a file', () => {
  it.each([
    ['commas', 'number,name\n101,Suite\n102,\n'],
    ['semicolons, as spreadsheets of many countries write it', 'number;name\r\n101;Suite\r\n102;\r\n'],
    ['tabs, as a paste from a spreadsheet has them', 'number\tname\n101\tSuite\n102\t'],
    ['a mark at its beginning', '\uFEFFnumber,name\n101,Suite\n102,\n'],
    ['empty lines', 'number,name\n\n101,Suite\n102,\n\n'],
  ])('is read with %s', (_, text) => {
    expect(readCsv(text).columns).toEqual(['number', 'name'])
    expect(rows(text).map(([, ...cells]) => cells)).toEqual([
      ['101', 'Suite'],
      ['102', ''],
    ])
  })

  it('may have separators, quotes and ends of lines in quoted cells, and tells the line of each row', () => {
    expect(rows('number,name\n101,"Suite, ""Garden"""\n102,"a\nb"\n103,c')).toEqual([
      [2, '101', 'Suite, "Garden"'],
      [3, '102', 'a\nb'],
      [5, '103', 'c'],
    ])
  })

  it('ends where a quote is never closed', () => {
    expect(rows('number,name\n101,"Suite')).toEqual([[2, '101', 'Suite']])
  })

  it('has no rows when it is empty', () => {
    expect(readCsv('')).toEqual({ columns: [], lines: [] })
  })
})
