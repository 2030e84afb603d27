import { describe, expect, it } from 'vitest'
import { bodyLength, headLines, Headers } from './headers.ts'

describe('header fields', () => {
  it('are found by any case and by their short form (RFC 3261 7.3.3)', () => {
    const headers = Headers.of([
      ['v', 'one'],
      ['VIA', 'two'],
      ['Via', 'three'],
    ])
    expect(headers.get('via')).toBe('one')
    expect(headers.all('V')).toEqual(['one', 'two', 'three'])
    expect(headers.has('Route')).toBe(false)
    expect(headers.has('constructor')).toBe(false)
  })

  it('keep their order', () => {
    const headers = Headers.of([
      ['a-1', 'x'],
      ['b-1', 'y'],
      ['A-1', 'z'],
    ])
    headers.prepend('Via', 'top').set('a-1', 'only').append('c-1', 3)
    expect([...headers]).toEqual([
      ['Via', 'top'],
      ['a-1', 'only'],
      ['b-1', 'y'],
      ['c-1', '3'],
    ])
  })

  it('are copied, not shared', () => {
    const headers = Headers.of([['To', 'a']])
    const copy = headers.clone().delete('t').set('From', 'b')
    expect([...headers]).toEqual([['To', 'a']])
    expect([...copy]).toEqual([['From', 'b']])
  })

  it('may have any name that is a token, `constructor` too', () => {
    const headers = Headers.of([['constructor', 'a']])
    expect(headers.get('Constructor')).toBe('a')
  })

  it.each(['', 'a b', 'a:', 'a\r\nb', 'ä'])('cannot be called %j', (name) => {
    expect(() => new Headers().append(name, 'x')).toThrow(TypeError)
    expect(() => new Headers().prepend(name, 'x')).toThrow(TypeError)
    expect(() => new Headers().set(name, 'x')).toThrow(TypeError)
  })
})

it('puts folded lines together (RFC 3261 7.3.1)', () => {
  expect(headLines('a:\r\n b\r\n\t c\r\nd: e')).toEqual(['a: b c', 'd: e'])
})

it.each([
  [[], undefined],
  [['0'], 0],
  [['150', '150'], 150],
  [['13', '5'], null],
  [['-1'], null],
  [[''], null],
  [['1e3'], null],
  [['9999999999'], null],
])('reads the length %j', (values, length) => {
  expect(bodyLength(values)).toBe(length)
})
