import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cursorOf, parseCursor, parseNumberCursor } from './cursor.ts'

const at = fc.integer({ min: -1e15, max: 1e15 })

it('a cursor leads back to its row', () => {
  fc.assert(
    fc.property(at, fc.uuid(), fc.nat(), (when, id, number) => {
      expect(parseCursor(cursorOf(when, id))).toEqual({ at: when, id })
      expect(parseNumberCursor(cursorOf(when, number))).toEqual({ at: when, id: number })
    }),
  )
})

it('no cursor is the beginning', () => {
  expect(parseCursor(undefined)).toBeUndefined()
  expect(parseNumberCursor(undefined)).toBeUndefined()
})

it.each([
  '',
  '.',
  '1',
  '1.',
  '.a',
  'x.a',
  '1.a.b',
  '1.a b',
  "1.a'--",
  '1e3.a',
  '12345678901234567.a',
  '1.ä',
  ' 1.a',
])('%j is no cursor', (text) => {
  expect(() => parseCursor(text)).toThrow('after must be taken from the Link header of a page')
})

it.each(['1.abc', '1.-5', '1.1e5', '1.1234567890123456', '1.0x10', '1._'])(
  '%j is no cursor of a numbered row',
  (text) => {
    expect(() => parseNumberCursor(text)).toThrow('after must be taken from the Link header of a page')
  },
)
