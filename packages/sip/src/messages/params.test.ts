import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatParams, listOf, parseParams, quote, splitOutside, trim, unquote } from './params.ts'

const TOKEN = fc.stringMatching(/^[a-z0-9.!%*_+`'~-]{1,20}$/)
const TEXT = fc.string({ unit: 'binary' })

describe('the splitting of header values', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['"a,b",c', ['"a,b"', 'c']],
    [String.raw`"a\",b",c`, [String.raw`"a\",b"`, 'c']],
    [String.raw`"a\\",b`, [String.raw`"a\\"`, 'b']],
    ['<sip:a,b@c>,d', ['<sip:a,b@c>', 'd']],
    ['', ['']],
    ['"a', null],
    ['<a', null],
    [String.raw`"a\"`, null],
  ])('splits %s', (text, parts) => {
    expect(splitOutside(text, ',')).toEqual(parts)
  })

  it('reads a list the same, whether in one field or in several (RFC 3261 7.3.1)', () => {
    expect(listOf(['a, b', 'c'])).toEqual(listOf(['a', 'b', 'c']))
    expect(listOf([' , a ,, '])).toEqual(['a'])
    expect(listOf(['a', '"b'])).toBeNull()
  })

  it('takes many values, but not any number', () => {
    expect(listOf(['a,'.repeat(900)])).toHaveLength(900)
    expect(listOf(['a,'.repeat(60_000)])).toBeNull()
    expect(parseParams(';'.repeat(60_000))).toBeNull()
  })
})

describe('parameters', () => {
  it.each([
    [';lr', [['lr', null]]],
    [
      '; Tag = 12 ;q=0.3',
      [
        ['tag', '12'],
        ['q', '0.3'],
      ],
    ],
    [';text="a;b=\\"c\\""', [['text', 'a;b="c"']]],
    [';received=[::1];rport=', Object.entries({ received: '[::1]', rport: '' })],
    [';;', []],
    ['', []],
  ] as const)('reads %s', (text, entries) => {
    expect(Array.from(parseParams(text) ?? [])).toEqual(entries)
  })

  it.each([';=1', ';a b', ';a="b', ';a="b"c', ';a=b c', ';a=b"c"', ';"a"=b', ';<a>=b'])(
    'refuses %s',
    (text) => {
      expect(parseParams(text)).toBeNull()
    },
  )

  it('reads back what it has written', () => {
    const params = fc.uniqueArray(fc.tuple(TOKEN, fc.option(TEXT)), { selector: ([name]) => name })
    fc.assert(
      fc.property(params, (entries) => {
        expect(Array.from(parseParams(formatParams(entries)) ?? [])).toEqual(entries)
      }),
    )
  })
})

describe('quoted strings', () => {
  it('are read back as they were', () => {
    fc.assert(fc.property(TEXT, (text) => unquote(quote(text)) === text))
  })

  it.each(['', '"', 'a', 'a"', '"a'])('leaves %s, which is none', (text) => {
    expect(unquote(text)).toBe(text)
  })
})

it('trims the white space of SIP, and no other', () => {
  expect(trim(' \t\r\n a b \r\n')).toBe('a b')
  expect(trim('\u{feff}a\u{a0}')).toBe('\u{feff}a\u{a0}')
  expect(trim('   ')).toBe('')
})
