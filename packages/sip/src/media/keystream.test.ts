import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Keystream, LONGEST } from './keystream.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
/** RFC 3711 B.2; its salt is written with the two bytes of the counter behind it. */
const KEY = bytes('2B7E151628AED2A6ABF7158809CF4F3C')
const SALT = bytes('F0F1F2F3F4F5F6F7F8F9FAFBFCFD')

function read(keystream: Keystream, length: number, ssrc: number, index: number): string {
  keystream.turn(length, ssrc, index)
  const { bytes: all, at } = keystream
  return Buffer.from(all.subarray(at, at + length))
    .toString('hex')
    .toUpperCase()
}

/** RFC 3711 4.1.1 word for word: (salt * 2^16) XOR (SSRC * 2^64) XOR (index * 2^16), in counter mode. */
function asWritten(length: number, ssrc: number, index: number): string {
  const salt = BigInt(`0x${SALT.toString('hex')}`)
  const iv = (salt << 16n) ^ (BigInt(ssrc) << 64n) ^ (BigInt(index) << 16n)
  const counter = bytes(iv.toString(16).padStart(32, '0'))
  return createCipheriv('aes-128-ctr', KEY, counter)
    .update(Buffer.alloc(length))
    .toString('hex')
    .toUpperCase()
}

describe('the keystream of a key', () => {
  it('is that of RFC 3711 B.2', () => {
    const stream = read(new Keystream(KEY, SALT), 48, 0, 0)
    expect(stream.slice(0, 32)).toBe('E03EAD0935C95E80E166B16DD92B4EB4')
    expect(stream.slice(32, 64)).toBe('D23513162B02D0F72A43A2FE4A5F97AB')
    expect(stream.slice(64, 96)).toBe('41E95B3BB0A2E8DD477901E4FCA894C0')
  })

  it('is another for each source and each packet', () => {
    const keystream = new Keystream(KEY, SALT)
    const places = [
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0x1_0000],
      [0, 0x1_0000_0000],
    ] as const
    const streams = places.map(([ssrc, index]) => read(keystream, 16, ssrc, index))
    expect(new Set(streams).size).toBe(5)
  })

  it('is as long as asked for, and nothing for nothing', () => {
    const keystream = new Keystream(KEY, SALT)
    expect(read(keystream, 0, 0, 0)).toBe('')
    expect(read(keystream, 20, 0, 0)).toBe('E03EAD0935C95E80E166B16DD92B4EB4D2351316')
  })

  it('is the same, be it made ahead or for one packet, with losses, in disorder, for audio and for keys', () => {
    const keystream = new Keystream(KEY, SALT)
    const indices = [0, 1, 2, 3, 4, 9, 8, 7, 16, 17, 15, 65_535, 65_536, 65_537, 40, 2 ** 40, 2 ** 40 + 7]
    for (const length of [160, 4, 161, 1, 320, LONGEST, 33]) {
      for (const [ssrc, index] of indices.map((one) => [one % 3 === 0 ? 0xdecafbad : 7, one] as const)) {
        expect(read(keystream, length, ssrc, index)).toBe(asWritten(length, ssrc, index))
        expect(read(keystream, 4, 7, index + 1)).toBe(asWritten(4, 7, index + 1))
      }
    }
  })
})
