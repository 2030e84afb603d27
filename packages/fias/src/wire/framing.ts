const STX = 0x02
const ETX = 0x03

/** After so many bytes without a record, it is no property system that speaks at that port. */
const MOST_GARBAGE = 65_536

export const framed = (record: Uint8Array): Buffer => Buffer.concat([Buffer.of(STX), record, Buffer.of(ETX)])

export interface UnframerOptions {
  /** FIAS 2.20: a record has 2,000 characters at most. */
  readonly mostBytes: number
  onRecord(bytes: Buffer): void
  /** A record was lost: it was too long, or another began before its end. */
  onLost(why: string): void
}

/**
 * Finds the records in a stream: STX record ETX, in whatever pieces they arrive. What lies between an ETX and the next
 * STX is skipped, because some systems append the checksum of the serial line there even over TCP.
 */
export class Unframer {
  readonly #options: UnframerOptions
  readonly #record: Buffer
  /** How much of a record is here; null outside of one. */
  #length: number | null = null
  #garbage = 0

  constructor(options: UnframerOptions) {
    this.#options = options
    this.#record = Buffer.alloc(options.mostBytes)
  }

  /** False when there is no sense in listening on. */
  push(chunk: Uint8Array): boolean {
    for (const byte of chunk) {
      if (this.#garbage > MOST_GARBAGE) return false
      this.#take(byte)
    }
    return this.#garbage <= MOST_GARBAGE
  }

  #take(byte: number) {
    if (byte === STX) return this.#begin()
    if (this.#length === null) return void this.#garbage++
    if (byte === ETX) return this.#end(this.#length)
    if (this.#length === this.#record.length) return this.#giveUp('A record is longer than 2,000 characters')
    this.#record[this.#length++] = byte
  }

  #begin() {
    if (this.#length) this.#giveUp('A record began before the one before it had ended')
    else if (this.#length === 0) this.#garbage++
    this.#length = 0
  }

  #end(length: number) {
    this.#length = null
    this.#garbage = 0
    this.#options.onRecord(Buffer.from(this.#record.subarray(0, length)))
  }

  /** What was read of it counts as garbage, and so does the rest until the next one begins. */
  #giveUp(why: string) {
    this.#garbage += this.#length ?? 0
    this.#length = null
    this.#options.onLost(why)
  }
}
