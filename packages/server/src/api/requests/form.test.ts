import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFailure, messageOf } from '../../kernel/failure.ts'
import { decodeUtf8, isPlainText, parseForm, refuseControlCharacters, show } from './form.ts'

const fieldsOf = (text: string) => new Map(Object.entries(parseForm(text)))

/** What was thrown, if anything was. */
function refusalOf(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

const refused = (words: RegExp) => ({
  name: 'Failure',
  code: 'parameter.invalid',
  message: expect.stringMatching(words),
})

/** Any text but half characters; control characters are left out by the one who wants none. */
const anyText = fc.string({ unit: 'binary', maxLength: 30 })
const plainText = anyText.filter(isPlainText)
const name = fc.oneof(plainText, fc.constantFrom('__proto__', 'constructor', 'toString', 'a[b]', ''))

describe('a form', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['room=101&time=0700', { room: '101', time: '0700' }],
    ['&&room=101&', { room: '101' }],
    ['room', { room: '' }],
    ['room=', { room: '' }],
    ['=101', { '': '101' }],
    ['note=a=b', { note: 'a=b' }],
    ['note=a+b', { note: 'a b' }],
    ['note=a%2Bb', { note: 'a+b' }],
    ['caf%C3%A9=%E2%82%AC', { café: '€' }],
    ['name=Zoë', { name: 'Zoë' }],
    ['room%5B%5D=101', { 'room[]': '101' }],
    ['a[b][c]=1', { 'a[b][c]': '1' }],
    ['a;b=1', { 'a;b': '1' }],
  ])('%j is read as it is meant', (text, fields) => {
    expect(fieldsOf(text)).toEqual(new Map(Object.entries(fields)))
  })

  it.each([
    ['room=101&room=102', /"room" is given more than once/],
    ['room=101&r%6Fom=102', /"room" is given more than once/],
    ['toString=1&toString=2', /"toString" is given more than once/],
    ['room=%', /percent-encoding of the field "room"/],
    ['room=%1', /percent-encoding of the field "room"/],
    ['room=%zz', /percent-encoding of the field "room"/],
    ['%zz=1', /percent-encoding of a field name/],
    ['room=%ff', /percent-encoding/],
    ['room=%c3%28', /percent-encoding/],
    ['room=%c0%80', /percent-encoding/],
    ['room=%ed%a0%80', /percent-encoding/],
    ['room=101%00', /"room" contains control characters/],
    ['name=a%0d%0aSet-Cookie:b', /"name" contains control characters/],
    ['name=a%09b', /"name" contains control characters/],
    ['name=%7f', /"name" contains control characters/],
    ['ro%0aom=101', /field name contains control characters/],
    ['a=&'.repeat(201), /At most 200 fields/],
  ])('%j is refused, and it is said why', (text, words) => {
    const failure = refusalOf(() => parseForm(text))
    expect(failure).toMatchObject(refused(words))
    expect(isPlainText(messageOf(failure))).toBe(true)
  })

  it('of 200 fields is read', () => {
    expect(fieldsOf(Array.from({ length: 200 }, (_, n) => `f${n}=${n}`).join('&')).size).toBe(200)
  })

  it('comes back as it was written, whatever its names and texts are', () => {
    const fields = fc.uniqueArray(fc.tuple(name, plainText), { selector: ([key]) => key, maxLength: 20 })
    const written = (pairs: [string, string][]) =>
      pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
    fc.assert(
      fc.property(fields, (pairs) => {
        expect(fieldsOf(written(pairs))).toEqual(new Map(pairs))
      }),
    )
  })

  it('reaches for nobody’s prototype', () => {
    const fields = parseForm('__proto__=polluted&constructor=x&prototype=y&__proto__[admin]=1')
    expect(Object.getPrototypeOf(fields)).toBeNull()
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor', 'prototype', '__proto__[admin]'])
    expect(Reflect.get({}, 'polluted') ?? Reflect.get({}, 'admin')).toBeUndefined()
  })

  it('that cannot be read is refused with a failure of ours and nothing else', () => {
    const scrap = fc.constantFrom('a', '=', '&', '%', '+', '0', 'c3', 'ff', '[', '\0', '\n', '\ud800', 'é')
    const text = fc.oneof(fc.string({ unit: scrap, maxLength: 60 }), anyText)
    fc.assert(
      fc.property(text, (broken) => {
        const refusal = refusalOf(() => parseForm(broken))
        expect(refusal === undefined || isFailure(refusal)).toBe(true)
        const values = refusal === undefined ? Object.values(parseForm(broken)) : []
        expect(values.every(isPlainText)).toBe(true)
      }),
    )
  })
})

describe('UTF-8', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeUtf8(Buffer.from(text))).toBe(text.startsWith('\ufeff') ? text.slice(1) : text)
      }),
    )
  })

  it.each([
    ['a byte that begins nothing', [0x80]],
    ['a byte that is never used', [0x61, 0xff]],
    ['a character cut short', [0xe2, 0x82]],
    ['a longer spelling than needed', [0xc0, 0xaf]],
    ['half a character', [0xed, 0xa0, 0x80]],
    ['a character beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [...Buffer.from('Zoë', 'latin1')]],
  ])('with %s is refused', (_, bytes) => {
    expect(refusalOf(() => decodeUtf8(Uint8Array.from(bytes)))).toMatchObject(refused(/not valid UTF-8/))
  })
})

describe('control characters', () => {
  const nested = (depth: number, inner: unknown) => {
    let value = inner
    for (let level = 0; level < depth; level++) value = { deeper: value }
    return value
  }

  it.each([
    [{ name: 'a\0b' }],
    [{ headers: { 'X-Room': 'a\rb' } }],
    [{ list: ['fine', ['not\u001bfine']] }],
    [{ 'na\nme': 'fine' }],
    [{ outer: { 'in\u007fner': 1 } }],
    [{ name: '\ud800' }],
    [{ '\udc00': 'fine' }],
    [nested(10, 'a\tb')],
  ])('are found in %j', (value) => {
    expect(refusalOf(() => refuseControlCharacters(value))).toMatchObject(refused(/control characters/))
  })

  it.each([
    [{ name: 'Zoë 😀 Ωmega', list: [1, true, null, undefined, 'fine'] }],
    ['fine'],
    [null],
    [7],
    [[]],
  ])('are not seen in %j', (value) => expect(() => refuseControlCharacters(value)).not.toThrow())

  it('are not looked for in what is nested without end', () => {
    expect(() => refuseControlCharacters(nested(12, 1))).not.toThrow()
    expect(refusalOf(() => refuseControlCharacters(nested(100_000, 1)))).toMatchObject(
      refused(/nested too deeply/),
    )
  })
})

it('a name from outside is shown on one line, in quotes, and not at any length', () => {
  expect(show('room')).toBe('"room"')
  expect(show('a"b\nc')).toBe(String.raw`"a\"b\nc"`)
  expect(show('x'.repeat(100_000))).toBe(`"${'x'.repeat(60)}..."`)
})
