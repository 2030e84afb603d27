import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastProcessorMs } from '../../testing/processor-time.ts'
import { Framer } from './framer.ts'

/** What comes out of a stream that arrives in these pieces, and whether its thread was lost. */
function frame(pieces: readonly (string | Uint8Array)[]) {
  const messages: string[] = []
  const framer = new Framer((bytes) => messages.push(bytes.toString('latin1')))
  const kept = pieces.every((piece) => framer.push(Buffer.from(piece as string)))
  return { messages, kept }
}

const message = (body: string, length = `Content-Length: ${body.length}`) =>
  `OPTIONS sip:a SIP/2.0\r\nSubject: x\r\n${length}\r\n\r\n${body}`

describe('a stream', () => {
  it('gives one message, whole', () => {
    expect(frame([message('hello')])).toEqual({ messages: [message('hello')], kept: true })
  })

  it('gives two that came in one piece, and waits for the third', () => {
    const [one, two, three] = [message('one'), message(''), message('three')]
    expect(frame([one + two + three.slice(0, -1)]).messages).toEqual([one, two])
    expect(frame([one + two + three.slice(0, -1), 'e']).messages).toEqual([one, two, three])
  })

  it('may have line ends between messages (RFC 5626 3.5.1)', () => {
    const one = message('one')
    expect(frame(['\r\n\r\n', '\r', `\n${one}\r\n\r\n${one}`, '\r\n'])).toEqual({
      messages: [one, one],
      kept: true,
    })
  })

  it.each(['l: 2', 'CONTENT-LENGTH : 2', 'Content-Length:\r\n  2', 'l: 2\r\nContent-Length: 2', 'l: 002'])(
    'reads the length in the form %j',
    (length) => {
      expect(frame([message('ab', length)]).messages).toEqual([message('ab', length)])
    },
  )

  it.each(['X: y', 'l: -1', 'l: x', 'l:', 'l: 1\r\nl: 2', 'l: 999999999', 'l: 1, 1', 'X: y\nl: 2'])(
    'has lost its thread with the length %j (RFC 3261 20.14)',
    (length) => {
      expect(frame([message('ab', length)])).toEqual({ messages: [], kept: false })
      expect(frame([message('ok'), message('ab', length)])).toEqual({
        messages: [message('ok')],
        kept: false,
      })
    },
  )

  it('has lost it when a head never ends', () => {
    expect(frame(['a'.repeat(60_000), 'a'.repeat(10_000)]).kept).toBe(false)
  })

  it('stays lost', () => {
    const framer = new Framer(() => {})
    expect(framer.push(Buffer.from(message('', 'X: y')))).toBe(false)
    expect(framer.push(Buffer.from(message('')))).toBe(false)
  })

  it('says the same however it is cut', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 30 }).map((body) => message(body)),
      fc.constantFrom('\r\n', '\r\n\r\n', message('', 'X: y')),
    )
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(60)), (parts, sizes) => {
        const stream = Buffer.from(parts.join(''))
        const pieces: Uint8Array[] = []
        let at = 0
        for (const size of sizes) pieces.push(stream.subarray(at, (at += size)))
        pieces.push(stream.subarray(at))
        expect(frame(pieces)).toEqual(frame([stream]))
      }),
    )
  })

  it('takes a message of any size byte by byte, in time that grows with its length only', () => {
    const long = message('b'.repeat(250_000), `X: ${'a'.repeat(60_000)}\r\nl: 250000`)
    const bytes = Array.from(Buffer.from(long), (byte) => Uint8Array.of(byte))
    const ms = leastProcessorMs(() => expect(frame(bytes).messages).toEqual([long]))
    // Copied anew for each byte it takes many times as long.
    expect(ms).toBeLessThan(3_000)
  })

  it('carries many messages in one large piece', () => {
    const many = Array.from({ length: 5_000 }, () => message('b'.repeat(100)))
    expect(frame([many.join('')])).toEqual({ messages: many, kept: true })
  })
})
