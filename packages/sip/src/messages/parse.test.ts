import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastProcessorMs } from '../../testing/processor-time.ts'
import { Headers } from './headers.ts'
import type { SipMessage } from './message.ts'
import { parseMessage } from './parse.ts'
import { writeMessage } from './write.ts'

const HEAD = [
  'Via: SIP/2.0/UDP 10.0.0.5;branch=z9hG4bK1',
  'From: <sip:101@pbx>;tag=1',
  'To: <sip:102@pbx>',
  'Call-ID: c1',
  'CSeq: 1 OPTIONS',
]
const text = (lines: readonly string[], body = '', first = 'OPTIONS sip:102@pbx SIP/2.0') =>
  Buffer.from([first, ...lines, '', body].join('\r\n'))

function verdict(bytes: Uint8Array): string {
  const parsed = parseMessage(bytes)
  if (parsed.kind === 'garbage') return 'garbage'
  return parsed.kind === 'refused' ? `${parsed.status} ${parsed.reason}` : 'message'
}

function bodyOf(bytes: Uint8Array): string | null {
  const parsed = parseMessage(bytes)
  return parsed.kind === 'message' ? Buffer.from(parsed.message.body).toString() : null
}

describe('the body (RFC 3261 18.3)', () => {
  it('goes to the end of the datagram when no length is given', () => {
    expect(bodyOf(text(HEAD, 'hello'))).toBe('hello')
  })

  it('is cut at its length', () => {
    expect(bodyOf(text([...HEAD, 'l: 2'], 'hello'))).toBe('he')
    expect(bodyOf(text([...HEAD, 'Content-Length:\r\n  0'], 'hello'))).toBe('')
  })

  it.each(['6', '-1', 'x', '', '99999999999'])('is refused with the length %j', (length) => {
    expect(verdict(text([...HEAD, `Content-Length: ${length}`], 'hello'))).toBe('400 Bad Content-Length')
  })

  it('of a response that is cut short is thrown away', () => {
    expect(verdict(text([...HEAD, 'l: 6'], 'hello', 'SIP/2.0 200 OK'))).toBe('garbage')
  })
})

describe('the lines of a head', () => {
  it.each(['', '\r\n', '\r\n\r\n', '\0\0', 'hello', '\u{feff}', '\r\n'.repeat(30_000), '\0'.repeat(60_000)])(
    'are not there in %j',
    (junk) => {
      expect(verdict(Buffer.from(junk))).toBe('garbage')
    },
  )

  it('may have empty ones before them (RFC 3261 7.5)', () => {
    expect(verdict(Buffer.concat([Buffer.from('\r\n\r\n'), text(HEAD)]))).toBe('message')
  })

  it('are refused when half a line end hides in one: nobody may read other headers than we do', () => {
    for (const half of ['\r', '\n']) {
      expect(verdict(text([...HEAD, `Subject: a${half}Route: <sip:evil>`]))).toBe('garbage')
      expect(verdict(text(HEAD, '', `OPTIONS sip:a${half}b SIP/2.0`))).toBe('garbage')
    }
  })

  it('are refused when there are too many or they are too long', () => {
    expect(verdict(text([...HEAD, ...Array.from({ length: 600 }, () => 'a: b')]))).toBe('garbage')
    expect(verdict(text([...HEAD, `a: ${'b'.repeat(70_000)}`]))).toBe('garbage')
  })

  it.each([': x', 'a b: x', 'no colon', 'ä: x'])('are refused when one is %j', (line) => {
    expect(verdict(text([...HEAD, line]))).toBe('garbage')
  })
})

describe('what every message must have', () => {
  it.each([
    ['Via', 'garbage'],
    ['From', '400 Missing From header'],
    ['To', '400 Missing To header'],
    ['Call-ID', '400 Missing Call-ID header'],
    ['CSeq', '400 Missing CSeq header'],
  ])('%s', (name, expected) => {
    expect(verdict(text(HEAD.filter((line) => !line.startsWith(name))))).toBe(expected)
  })

  it.each([
    ['Call-ID:', '400 Malformed Call-ID header'],
    ['Call-ID: a b', '400 Malformed Call-ID header'],
    ['CSeq: x OPTIONS', '400 Malformed CSeq header'],
    ['CSeq: 1 INVITE', '400 CSeq method mismatch'],
    ['CSeq: 1 options', '400 CSeq method mismatch'],
    ['To: "a', '400 Malformed To header'],
  ])('in its form, not %s', (line, expected) => {
    const name = line.slice(0, line.indexOf(':'))
    expect(verdict(text(HEAD.map((one) => (one.startsWith(name) ? line : one))))).toBe(expected)
  })
})

const TOKEN = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]{1,20}$/)
// What a value may be made of, in one line and without space around it.
const VALUE = fc
  .string({ unit: 'binary' })
  .map((value) => value.replaceAll(/[\r\n]/g, '').replaceAll(/^[ \t]+|[ \t]+$/g, ''))
const BODY = fc.uint8Array({ maxLength: 200 })
const EXTRA = fc.array(
  fc.tuple(
    TOKEN.map((name) => `x-${name}`),
    VALUE,
  ),
)
const MESSAGE: fc.Arbitrary<SipMessage> = fc
  .record({
    method: TOKEN,
    status: fc.integer({ min: 100, max: 699 }),
    reason: VALUE,
    extra: EXTRA,
    body: BODY,
    isRequest: fc.boolean(),
  })
  .map(({ method, status, reason, extra, body, isRequest }) => {
    const headers = Headers.of([
      ['Via', 'SIP/2.0/UDP 10.0.0.5;branch=z9hG4bK1'],
      ['From', '<sip:101@pbx>;tag=1'],
      ['To', '<sip:102@pbx>'],
      ['Call-ID', 'c1'],
      ['CSeq', `1 ${method}`],
      ...extra,
    ])
    return isRequest
      ? { kind: 'request', method, uri: 'sip:102@pbx', headers, body }
      : { kind: 'response', status, reason, headers, body }
  })

/** A message as plain values, without its length. */
function plain(message: SipMessage) {
  const { headers, body, ...first } = message
  return { ...first, headers: [...headers.clone().delete('content-length')], body: [...body] }
}

describe('what was written', () => {
  it('is read back', () => {
    fc.assert(
      fc.property(MESSAGE, (message) => {
        const parsed = parseMessage(writeMessage(message))
        expect(parsed.kind === 'message' && plain(parsed.message)).toEqual(plain(message))
      }),
    )
  })

  it('has no header but those that were given, whatever their values say', () => {
    const nasty = fc.string({ unit: fc.constantFrom('\r', '\n', ' ', ':', 'a', 'Route', '\t', '\r\n\r\n') })
    fc.assert(
      fc.property(nasty, nasty, nasty, (value, uri, reason) => {
        const headers = Headers.of([
          ...HEAD.map((line) => line.split(': ') as [string, string]),
          ['Subject', value],
        ])
        const names = (message: SipMessage) => {
          const parsed = parseMessage(writeMessage(message))
          if (parsed.kind === 'garbage') return parsed.why
          return Array.from(
            (parsed.kind === 'refused' ? parsed.request : parsed.message).headers,
            ([name]) => name,
          )
        }
        const all = ['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Subject', 'Content-Length']
        const body = new Uint8Array(0)
        expect(names({ kind: 'request', method: 'OPTIONS', uri: `sip:${uri}`, headers, body })).toEqual(all)
        expect(names({ kind: 'response', status: 200, reason, headers, body })).toEqual(all)
      }),
    )
  })

  it('tells the length of its body in bytes, whatever was said before', () => {
    const headers = Headers.of([
      ['l', '1'],
      ['Content-Length', '2'],
    ])
    const body = Buffer.from('ü€')
    const written = writeMessage({ kind: 'response', status: 200, reason: 'OK', headers, body }).toString()
    expect(written).toBe('SIP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nü€')
  })

  it('is never a request with a method of two words', () => {
    const request = {
      kind: 'request',
      method: 'A B',
      uri: 'sip:a',
      headers: new Headers(),
      body: new Uint8Array(0),
    } as const
    expect(() => writeMessage(request)).toThrow(TypeError)
  })
})

describe('long hostile texts', () => {
  const FILLS = [
    '"',
    ';',
    ' ',
    '\t',
    ',',
    '<',
    '>',
    '\\',
    '%',
    '=',
    ':',
    '[',
    'a',
    '1',
    '\\"',
    '<>',
    ' ;',
    '\r\n ',
    'SIP/2.0 ',
    ' SIP/',
    '@',
    '?',
    ', ',
  ]
  const SHAPES: readonly ((fill: string) => Buffer)[] = [
    (fill) => text(HEAD, '', `OPTIONS sip:a${fill}b SIP/2.0`),
    (fill) => text(HEAD, '', `OPTIONS${fill}`),
    (fill) => text(HEAD, '', `SIP/2.0 200 ${fill}`),
    ...[
      'Via: SIP/2.0/UDP h',
      'From: a',
      'From: "a',
      'To: <sip:a',
      'To: <sip:a>;b',
      'Call-ID: c',
      'CSeq: 1',
      'X:',
      'X',
      'l: 1',
    ].map(
      (start) => (fill: string) => text([...HEAD.filter((line) => line[0] !== start[0]), `${start}${fill}x`]),
    ),
  ]

  it.each(FILLS)('made of %j are read in time that grows with their length only', (fill) => {
    const long = fill.repeat(Math.ceil(60_000 / fill.length))
    const ms = leastProcessorMs(() => {
      for (const shape of SHAPES) parseMessage(shape(long))
    })
    // Thirteen of them take some ten milliseconds; one that is quadratic takes seconds.
    expect(ms).toBeLessThan(1_000)
  })

  it.each(FILLS)('made of %j are written in such time too', (fill) => {
    const headers = Headers.of([['X', `a${fill.repeat(60_000)}b`]])
    const reason = `a${fill.repeat(60_000)}`
    const body = new Uint8Array(0)
    const ms = leastProcessorMs(
      () => void writeMessage({ kind: 'response', status: 200, reason, headers, body }),
    )
    expect(ms).toBeLessThan(1_000)
  })
})
