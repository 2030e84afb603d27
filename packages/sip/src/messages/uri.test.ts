import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastProcessorMs } from '../../testing/processor-time.ts'
import { formatUri, parseUri, unescapeUri, uriOf } from './uri.ts'

const none = { user: null, password: null, port: null, headers: '', params: new Map() }

describe('SIP addresses', () => {
  it.each([
    ['sip:pbx.hotel', { ...none, scheme: 'sip', host: 'pbx.hotel' }],
    ['SIPS:101@PBX.Hotel:5061', { ...none, scheme: 'sips', user: '101', host: 'pbx.hotel', port: 5061 }],
    [
      'sip:101:secret@10.0.0.2',
      { ...none, scheme: 'sip', user: '101', password: 'secret', host: '10.0.0.2' },
    ],
    [
      'sip:101@[2001:db8::9]:5070',
      { ...none, scheme: 'sip', user: '101', host: '[2001:db8::9]', port: 5070 },
    ],
    ['sip:[::1]', { ...none, scheme: 'sip', host: '[::1]' }],
    [
      'sip:a@b;transport=tcp;lr?Subject=x',
      {
        ...none,
        scheme: 'sip',
        user: 'a',
        host: 'b',
        params: new Map(Object.entries({ transport: 'tcp', lr: null })),
        headers: 'Subject=x',
      },
    ],
    // RFC 4475 3.1.1.9: a semicolon before the @ belongs to the user.
    ['sip:user;par=u%40h@b', { ...none, scheme: 'sip', user: 'user;par=u%40h', host: 'b' }],
  ])('reads %s', (text, uri) => {
    expect(parseUri(text)).toEqual(uri)
  })

  it.each([
    '',
    'sip:',
    'tel:+49301234',
    'http://a',
    'sip:a@b@c',
    'sip:@b',
    'sip:a b@c',
    'sip:a@b c',
    'sip:a@b:65536',
    'sip:a@b:x',
    'sip:a@[::1',
    'sip:a@[1:2]',
    'sip:a@[::1]x',
    'sip:a@::1',
    'sip:a%4@b',
    'sip:a:b"@c',
    'sip:a@b;=1',
    'sip:a@b;p=%ff',
    'sip:a@b;p="x"',
    'sip:a@b?x=<y>',
    'sip:a@b\r\nX: y',
    'sip:a\0@b',
  ])('refuses %j', (text) => {
    expect(parseUri(text)).toBeNull()
  })

  it('takes an escaped parameter name for what it says (RFC 4475 3.1.1.3)', () => {
    const params = parseUri('sip:h;%6C%72;n%61me=v%61lue%25%34%31')?.params
    expect(params).toEqual(new Map(Object.entries({ lr: null, name: 'value%41' })))
  })

  it('reads back what it has written', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.toLowerCase())
    const uris = fc.record({
      user: fc.option(fc.stringMatching(/^(?:[a-z0-9.!~*'()&=+$,;?/_-]|%[0-9A-F]{2}){1,20}$/)),
      host: fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((host) => `[${host.toLowerCase()}]`),
      ),
      port: fc.option(fc.integer({ min: 0, max: 65_535 })),
      params: fc.uniqueArray(fc.tuple(word, fc.option(fc.string({ unit: 'grapheme' }))), {
        selector: ([name]) => name,
      }),
    })
    fc.assert(
      fc.property(uris, ({ user, host, port, params }) => {
        const uri = uriOf(user, host, port, new Map(params))
        expect(parseUri(formatUri(uri))).toEqual(uri)
      }),
    )
  })

  it('never throws, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parseUri(`sip:${text}`)
        unescapeUri(text)
      }),
    )
  })

  it.each(['"', ';', ' ', '@', ':', '?', '%41', '=', 'a', '[', '1', ';a=b'])(
    'are read in time that grows with their length only, when made of %j',
    (fill) => {
      const long = fill.repeat(Math.ceil(60_000 / fill.length))
      const texts = [
        `sip:${long}`,
        `sip:a${long}@b`,
        `sip:a@b${long}"`,
        `sip:a@b;p=${long}"`,
        `sip:a@b?${long}"`,
      ]
      expect(leastProcessorMs(() => texts.forEach(parseUri))).toBeLessThan(1_000)
    },
  )
})
