import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePage } from './code-page.ts'
import {
  type FiasRecord,
  parseRecord,
  recordMistake,
  recordText,
  valueOf,
  valuesOf,
  writeRecord,
} from './record.ts'

const page = codePage('cp850')
const record = (...fields: FiasRecord['fields']): FiasRecord => ({ id: 'PS', fields })

describe('a record that comes', () => {
  it('is an id and its fields, each ended by a separator', () => {
    expect(parseRecord('PA|RN2781|ASOK|P#1733|')).toEqual({
      id: 'PA',
      fields: [
        ['RN', '2781'],
        ['AS', 'OK'],
        ['P#', '1733'],
      ],
    })
  })

  it('may have its fields in any order', () => {
    const answer = parseRecord('PA|P#1733|ASOK|RN2781|')
    expect(answer && ['RN', 'AS', 'P#'].map((id) => valueOf(answer, id))).toEqual(['2781', 'OK', '1733'])
  })

  it('keeps fields that come more than once, in their order', () => {
    const posting = parseRecord('PS|MA1|M#2|MA3|M#4|')
    expect(posting && [valuesOf(posting, 'MA'), valuesOf(posting, 'M#')]).toEqual([
      ['1', '3'],
      ['2', '4'],
    ])
  })

  it.each(['X1', 'S1', '$2', 'G+', 'G#', 'a b'.slice(0, 1) + '!'])('knows %s for a field', (field) => {
    expect(parseRecord(`GI|${field}value|`)).toEqual({ id: 'GI', fields: [[field, 'value']] })
  })

  it('tells an empty field from one that is missing', () => {
    const guest = parseRecord('GI|RN1|SF|')
    expect(guest && [valueOf(guest, 'SF'), valueOf(guest, 'GN')]).toEqual(['', null])
  })

  it('keeps zeros and spaces in front', () => {
    expect(parseRecord('GI|RN0101|GN  Ada |')?.fields).toEqual([
      ['RN', '0101'],
      ['GN', '  Ada '],
    ])
  })

  it.each(['PA|RN1', 'PA||RN1|', 'PA|RN1|\r\n', 'PA|RN1|x|'])('is read as far as it can be: %j', (text) => {
    expect(parseRecord(text)).toEqual({ id: 'PA', fields: [['RN', '1']] })
  })

  it.each(['', '|', 'P', 'PAX|RN1|', 'pa|RN1|', '??|', 'GET / HTTP/1.1'])('is none: %j', (text) => {
    expect(parseRecord(text)).toBeNull()
  })
})

describe('a record that we send', () => {
  it('has a separator after the id and after every field', () => {
    expect(recordText(record(['RN', '1'], ['SF', '']))).toBe('PS|RN1|SF|')
  })

  it.each([
    ['a separator', 'a|PTC'],
    ['an end', 'a\u0003'],
    ['a line end', 'a\r\n'],
    ['a delete character', '\u007f'],
  ])('holds no %s', (_, room) => {
    expect(recordMistake(record(['RN', room]), page)).toBe('RN holds a separator or a control character')
    expect(() => writeRecord(record(['RN', room]), page)).toThrow('RN holds')
  })

  it('has 2,000 characters at most', () => {
    expect(recordMistake(record(['CT', 'x'.repeat(1_994)]), page)).toBeNull()
    expect(recordMistake(record(['CT', 'x'.repeat(1_995)]), page)).toBe(
      'The record has 2001 characters, 2000 at most',
    )
  })

  it.each([
    ['PSX', 'RN', '"PSX" is no record'],
    ['PS', 'RNX', '"RNX" is no field'],
    ['PS', 'R|', '"R|" is no field'],
  ])('has ids of two characters: %s, %s', (id, field, mistake) => {
    expect(recordMistake({ id, fields: [[field, '']] }, page)).toBe(mistake)
  })

  it('is read as it was written', () => {
    const character = fc.constantFrom(...Array.from('aB09 #ÄéßÇ$+;~{'))
    const value = fc.string({ unit: character, maxLength: 30 })
    const field = fc.tuple(fc.constantFrom('RN', 'X1', 'G#', '$2'), value)
    fc.assert(
      fc.property(fc.array(field, { maxLength: 20 }), (fields) => {
        expect(parseRecord(page.decode(writeRecord(record(...fields), page)))).toEqual(record(...fields))
      }),
    )
  })
})
