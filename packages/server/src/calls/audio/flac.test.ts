import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_FOLDER } from '../../../testing/spoken-languages.ts'
import { crc16 } from './crc16.ts'
import { firstFrame, readFrame } from './flac.ts'

/** Bits one after the other, the highest first. */
function packed(...fields: (readonly [value: number, bits: number])[]): Uint8Array {
  const bits = fields
    .map(([value, count]) => (value >>> 0).toString(2).padStart(32, '0').slice(-count))
    .join('')
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

type Field = readonly [value: number, bits: number]

/** A frame of 16 bits a sample (RFC 9639, 9), with its checksum. */
function frame(size: number, subframe: readonly Field[], { channels = 0, depth = 4 } = {}): Uint8Array {
  const header: Field[] = [
    [0x3f_fe, 14],
    [0, 2],
    [6, 4],
    [5, 4],
    [channels, 4],
    [depth, 3],
    [0, 1],
    [0, 8],
    [size - 1, 8],
    [0, 8],
  ]
  const whole = packed(...header, ...subframe)
  const sum = crc16(whole)
  return Uint8Array.of(...whole, sum >> 8, sum & 0xff)
}

const samplesOf = (bytes: Uint8Array) => [...readFrame(bytes, 0).samples]

describe('a frame', () => {
  it('of one value', () => {
    expect(
      samplesOf(
        frame(5, [
          [0, 8],
          [-7, 16],
        ]),
      ),
    ).toEqual([-7, -7, -7, -7, -7])
  })

  it('of values as they are', () => {
    const values = [0, 1, -1, 32_767, -32_768]
    const fields = values.map((value): Field => [value, 16])
    expect(samplesOf(frame(5, [[1 << 1, 8], ...fields]))).toEqual(values)
  })

  it('of values that all end in zeros, which are left out', () => {
    // Two zeros: a one after one more zero says so.
    const fields = [3, -3, 5].map((value): Field => [value, 14])
    expect(samplesOf(frame(3, [[(1 << 1) | 1, 8], [1, 2], ...fields]))).toEqual([12, -12, 20])
  })

  it('of a straight line that needs nothing but its beginning', () => {
    // Order 2: what comes is as far from the last as that from the one before; the residual is 0 in Rice code.
    const rice: Field[] = [
      [0, 2],
      [0, 4],
      [0, 4],
      [1, 1],
      [1, 1],
      [1, 1],
    ]
    expect(samplesOf(frame(5, [[(8 + 2) << 1, 8], [10, 16], [13, 16], ...rice]))).toEqual([
      10, 13, 16, 19, 22,
    ])
  })

  it('ends where the next begins', () => {
    const one = frame(5, [
      [0, 8],
      [4, 16],
    ])
    const both = Uint8Array.of(
      ...one,
      ...frame(3, [
        [0, 8],
        [9, 16],
      ]),
    )
    const { end } = readFrame(both, 0)
    expect(end).toBe(one.length)
    expect([...readFrame(both, end).samples]).toEqual([9, 9, 9])
  })

  it.each<[string, Uint8Array, RegExp]>([
    [
      'with a bit that is wrong',
      frame(5, [
        [0, 8],
        [4, 16],
      ]).map((b, n) => (n === 8 ? b ^ 1 : b)),
      /checksum/,
    ],
    [
      'that is cut off',
      frame(5, [
        [0, 8],
        [4, 16],
      ]).subarray(0, -1),
      /cut off/,
    ],
    [
      'in stereo',
      frame(
        5,
        [
          [0, 8],
          [4, 16],
        ],
        { channels: 1 },
      ),
      /one channel/,
    ],
    [
      'of 24 bits',
      frame(
        5,
        [
          [0, 8],
          [4, 16],
        ],
        { depth: 6 },
      ),
      /at most 16 bits/,
    ],
    ['of a kind that there is not', frame(5, [[3 << 1, 8]]), /kind of subframe/],
    ['that is none', Buffer.from('RIFF....WAVEfmt '), /no frame/],
  ])('%s is refused', (_, bytes, words) => expect(() => readFrame(bytes, 0)).toThrow(words))
})

describe('a file', () => {
  it.each<[string, Uint8Array]>([
    ['of another kind', Buffer.from('RIFF')],
    ['that ends within its metadata', Buffer.from('fLaC\0\0\0\x22')],
    ['of nothing', new Uint8Array()],
  ])('%s is refused', (_, file) => expect(() => firstFrame(file)).toThrow('damaged'))

  it('gives the very samples that were written, as its own checksum over all of them says', () => {
    const file = readFileSync(path.join(LANGUAGE_FOLDER, 'fr', 'speech.flac'))
    const digest = createHash('md5')
    for (let at = firstFrame(file); at < file.length;) {
      const { samples, end } = readFrame(file, at)
      digest.update(Buffer.from(samples.buffer))
      at = end
    }
    // The last 16 bytes of the streaminfo block (RFC 9639, 8.2), which stands first.
    expect(digest.digest('hex')).toBe(file.subarray(8 + 18, 8 + 34).toString('hex'))
  })
})
