import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framed, Unframer } from './framing.ts'

const STX = '\u0002'
const ETX = '\u0003'

/** What is found in a stream that arrives in these pieces. */
function unframed(pieces: readonly (string | Uint8Array)[], mostBytes = 2_000) {
  const [records, lost]: [string[], string[]] = [[], []]
  const unframer = new Unframer({
    mostBytes,
    onRecord: (bytes) => records.push(bytes.toString('latin1')),
    onLost: (why) => lost.push(why),
  })
  const isKept = pieces.every((piece) =>
    unframer.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece),
  )
  return { records, lost, isKept }
}

describe('a record', () => {
  it('is framed by STX and ETX', () => {
    expect(framed(Buffer.from('LA|')).toString('latin1')).toBe(`${STX}LA|${ETX}`)
  })

  it('is found wherever its bytes are cut', () => {
    expect(unframed([STX, 'L', 'A|', ETX]).records).toEqual(['LA|'])
  })

  it('is found beside others in one read', () => {
    expect(unframed([`${STX}LS|${ETX}${STX}LA|${ETX}${STX}LE`]).records).toEqual(['LS|', 'LA|'])
  })

  it.each(['2', '\r\n', '\u0006', 'noise '])('is found after %j between ETX and STX', (between) => {
    expect(unframed([`${between}${STX}LS|${ETX}${between}${STX}LA|${ETX}${between}`])).toEqual({
      records: ['LS|', 'LA|'],
      lost: [],
      isKept: true,
    })
  })

  it('is found after a checksum that happens to be an ETX', () => {
    expect(unframed([`${STX}LS|${ETX}${ETX}${STX}LA|${ETX}`]).records).toEqual(['LS|', 'LA|'])
  })

  it('may have 2,000 characters and not one more; the next is found all the same', () => {
    const [longest, longer] = ['x'.repeat(2_000), 'x'.repeat(2_001)]
    const { records, lost } = unframed([`${STX}${longest}${ETX}${STX}${longer}${ETX}${STX}LA|${ETX}`])
    expect([records, lost.length]).toEqual([[longest, 'LA|'], 1])
  })

  it('that breaks off is lost, and told, when the next begins', () => {
    expect(unframed([`${STX}PA|RN1${STX}LA|${ETX}`])).toEqual({
      records: ['LA|'],
      lost: ['A record began before the one before it had ended'],
      isKept: true,
    })
  })
})

describe('a stream of something else', () => {
  it.each([
    ['text', 'HTTP/1.1 400 Bad Request\r\n'],
    ['nothing but beginnings', STX],
    ['records without an end', `${STX}${'x'.repeat(3_000)}`],
  ])('is given up: %s', (_, piece) => {
    const pieces = Array.from({ length: Math.ceil(70_000 / piece.length) }, () => piece)
    expect(unframed(pieces).isKept).toBe(false)
  })

  it('is not given up while records come now and then', () => {
    const piece = `${'noise'.repeat(10_000)}${STX}LA|${ETX}`
    expect(unframed([piece, piece, piece]).isKept).toBe(true)
  })
})

describe('any stream', () => {
  const bytes = fc.uint8Array({ maxLength: 200 })
  const record = fc.string({ unit: fc.constantFrom('A', '|', '\u0081', ' '), maxLength: 20 })
  const stream = fc.array(
    fc.oneof(
      bytes,
      record.map((text) => framed(Buffer.from(text, 'latin1'))),
    ),
  )

  it('gives the same records in whatever pieces it arrives', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(40)), (parts, cuts) => {
        const whole = Buffer.concat(parts)
        expect(unframed(cut(whole, cuts), 100)).toEqual(unframed([whole], 100))
      }),
    )
  })
})

function cut(whole: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces = sizes.map((size) => {
    const piece = whole.subarray(0, size)
    whole = whole.subarray(size)
    return piece
  })
  return [...pieces, whole]
}
