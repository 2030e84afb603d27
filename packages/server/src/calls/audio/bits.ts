/** Reads a file bit by bit, the highest of each byte first. Behind the end it is all ones, so that nothing runs on. */
export interface Bits {
  /** So many as a number, up to 32. */
  take(count: number): number
  /** The same in two's complement. */
  signed(count: number): number
  /** How many zeros stand before the next one; the one is taken too. */
  zeros(): number
  /** A signed number by Rice's code (RFC 9639, 9.2.7.2): small ones are short, whichever their sign. */
  rice(parameter: number): number
  /** The first byte of which nothing was read. */
  byteAfter(): number
}

export function createBits(bytes: Uint8Array, start: number): Bits {
  let at = start * 8
  const byte = (index: number) => bytes[index] ?? 0xff
  const word = (index: number) =>
    (byte(index) << 24) | (byte(index + 1) << 16) | (byte(index + 2) << 8) | byte(index + 3)
  const few = (count: number) => {
    const value = count === 0 ? 0 : (word(at >> 3) << (at & 7)) >>> (32 - count)
    at += count
    return value
  }
  // A word holds 25 bits from any bit of its first byte on.
  const take = (count: number) => (count <= 25 ? few(count) : few(count - 16) * 65_536 + few(16))
  const zeros = () => {
    let count = 0
    for (;;) {
      const used = at % 8
      const left = (byte(at >> 3) << (24 + used)) >>> 0
      const here = Math.min(8 - used, Math.clz32(left))
      count += here
      at += here
      if (here < 8 - used) break
    }
    at += 1
    return count
  }
  return {
    take,
    zeros,
    signed: (count) => {
      const value = take(count)
      return value >= 2 ** (count - 1) ? value - 2 ** count : value
    },
    rice: (parameter) => {
      const folded = zeros() * 2 ** parameter + take(parameter)
      return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
    },
    byteAfter: () => Math.ceil(at / 8),
  }
}
