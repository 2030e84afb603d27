import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HmacSha1 } from './hmac-sha1.ts'

const node = (key: Uint8Array, packet: Uint8Array, word: number) => {
  const behind = Buffer.alloc(4)
  behind.writeUInt32BE(word)
  return createHmac('sha1', key).update(packet).update(behind).digest('hex')
}

function sum(key: Uint8Array, packet: Uint8Array, word: number): string {
  const into = Buffer.alloc(22, 0xee)
  new HmacSha1(key).write(into, 1, 20, packet, word)
  expect([into[0], into[21]]).toEqual([0xee, 0xee])
  return into.subarray(1, 21).toString('hex')
}

const bytesOf = (length: number, seed: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 167 + seed * 59 + (at >> 3)) & 0xff))

describe('the proof of a packet', () => {
  it('is that of RFC 2202 3', () => {
    const text = Buffer.from('what do ya want for nothing?')
    const mac = sum(Buffer.from('Jefe'), text.subarray(0, -4), text.readUInt32BE(text.length - 4))
    expect(mac).toBe('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79')
  })

  it('is what Node makes of it, whatever its length', () => {
    for (let length = 0; length < 300; length++) {
      const [key, packet, word] = [
        bytesOf(20, length),
        bytesOf(length, length + 1),
        (length * 0x1234_567) >>> 0,
      ]
      expect(sum(key, packet, word)).toBe(node(key, packet, word))
    }
    const [key, longest] = [bytesOf(20, 1), bytesOf(2_048, 2)]
    expect(sum(key, longest, 0xffff_ffff)).toBe(node(key, longest, 0xffff_ffff))
  })

  it('is for a key of any length up to a block, and for none beyond', () => {
    for (let length = 0; length <= 64; length++) {
      const key = bytesOf(length, 3)
      expect(sum(key, bytesOf(50, 4), 5)).toBe(node(key, bytesOf(50, 4), 5))
    }
    expect(() => new HmacSha1(bytesOf(65, 3))).toThrow(RangeError)
  })

  it('leaves nothing behind for the next packet', () => {
    const proof = new HmacSha1(bytesOf(20, 1))
    const [long, short] = [bytesOf(190, 1), bytesOf(3, 2)]
    const into = Buffer.alloc(20)
    for (const packet of [long, short, long, short]) {
      proof.write(into, 0, 20, packet, 9)
      expect(into.toString('hex')).toBe(node(bytesOf(20, 1), packet, 9))
    }
  })

  it('fails for a bit that differs, be it the first or the last', () => {
    const proof = new HmacSha1(bytesOf(20, 1))
    const said = Buffer.alloc(10)
    proof.write(said, 0, 10, bytesOf(172, 1), 9)
    expect(proof.isBegunBy(said, bytesOf(172, 1), 9)).toBe(true)
    said.forEach((byte, at) => {
      const other = Buffer.from(said)
      other[at] = byte ^ 1
      expect(proof.isBegunBy(other, bytesOf(172, 1), 9)).toBe(false)
    })
    expect(proof.isBegunBy(said, bytesOf(172, 1), 8)).toBe(false)
  })
})
