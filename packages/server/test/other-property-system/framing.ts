const STX = 0x02
const ETX = 0x03

/** Far beyond any record; what comes without an end is thrown away rather than kept. */
const LONGEST_WAIT = 64 * 1_024

/** Cuts a stream of bytes into records: one may come in many reads, and many in one. */
export class Framing {
  /** Bytes that stood between two records, such as an LRC. They are skipped: on TCP they mean nothing. */
  strayBytes = 0
  /** What came of a record after its STX; null between two records. */
  #begun: number[] | null = null
  readonly #violation: (sentence: string) => void

  constructor(violation: (sentence: string) => void) {
    this.#violation = violation
  }

  /** The records that are whole by now, without their frames. */
  take(chunk: Buffer): readonly Buffer[] {
    return Array.from(chunk, (byte) => this.#byte(byte)).filter((record) => record !== null)
  }

  #byte(byte: number): Buffer | null {
    if (byte === STX) return this.#begin()
    if (this.#begun === null) this.strayBytes += 1
    else if (byte === ETX) return this.#end(this.#begun)
    else this.#grow(this.#begun, byte)
    return null
  }

  #begin(): null {
    if (this.#begun !== null) this.#violation('a record was broken off by the STX of the next')
    this.#begun = []
    return null
  }

  #grow(begun: number[], byte: number) {
    begun.push(byte)
    if (begun.length <= LONGEST_WAIT) return
    this.#violation(`a record had no ETX within ${LONGEST_WAIT} bytes`)
    this.#begun = null
  }

  #end(begun: readonly number[]): Buffer {
    this.#begun = null
    return Buffer.from(begun)
  }
}

/** The serial line's check sum. Some send it over TCP too, so that a client must be able to pass over it. */
const lrcOf = (framed: Buffer) => framed.subarray(1).reduce((sum, byte) => sum ^ byte, 0)

export function framed(bytes: Buffer, withLrc: boolean): Buffer {
  const frame = Buffer.concat([Buffer.of(STX), bytes, Buffer.of(ETX)])
  return withLrc ? Buffer.concat([frame, Buffer.of(lrcOf(frame))]) : frame
}
