import { bodyLength, headerKey, headLines } from '../messages/headers.ts'
import { trim } from '../messages/params.ts'

const LARGEST_HEAD = 65_535
const LARGEST_BODY = 256 * 1024

/**
 * Cuts messages out of a stream by their Content-Length (RFC 3261 18.3). Returns false when the stream has lost its
 * thread: there is no way to find the next message, and the connection is of no more use.
 */
export class Framer {
  #pending: Buffer = Buffer.alloc(0)
  /** What was looked through for the end of the head: a peer that sends byte by byte must not cost more than others. */
  #searched = 0
  /** Of the message that is coming in, once its head is there. */
  #size: number | null = null
  readonly #store = new Store()
  readonly #onMessage: (bytes: Buffer) => void

  constructor(onMessage: (bytes: Buffer) => void) {
    this.#onMessage = onMessage
  }

  push(chunk: Uint8Array): boolean {
    this.#pending = this.#store.add(chunk)
    for (;;) {
      this.#size ??= this.#sizeOfFirst()
      if (this.#size === LOST) return false
      if (this.#size === null || this.#size > this.#pending.length) return true
      const message = Buffer.from(this.#pending.subarray(0, this.#size))
      this.#drop(this.#size)
      this.#onMessage(message)
    }
  }

  /** Null while the head is not whole. */
  #sizeOfFirst(): number | null {
    this.#skipKeepAlive()
    const end = this.#pending.indexOf('\r\n\r\n', this.#searched)
    if (end > LARGEST_HEAD || (end < 0 && this.#pending.length > LARGEST_HEAD + 4)) return LOST
    // Three of the four bytes may be here already.
    this.#searched = Math.max(0, this.#pending.length - 3)
    if (end < 0) return null
    const length = contentLength(this.#pending.toString('latin1', 0, end))
    return length === null ? LOST : end + 4 + length
  }

  /** RFC 5626 3.5.1: line ends between messages hold the connection open. */
  #skipKeepAlive() {
    let at = 0
    while (this.#pending[at] === 13 || this.#pending[at] === 10) at++
    if (at > 0) this.#drop(at)
  }

  #drop(count: number) {
    this.#pending = this.#store.drop(count)
    this.#searched = 0
    this.#size = null
  }
}

const LOST = -1

/** On a stream the length must be there (RFC 3261 20.14). */
function contentLength(head: string): number | null {
  const values = headLines(head)
    .slice(1)
    .map((line): [string, string] => [line.slice(0, Math.max(0, line.indexOf(':'))), line])
    .filter(([name]) => headerKey(trim(name)) === 'content-length')
    .map(([name, line]) => trim(line.slice(name.length + 1)))
  const length = bodyLength(values)
  return length === undefined || length === null || length > LARGEST_BODY ? null : length
}

/** The bytes that wait, in a buffer that doubles: each is copied a few times, however small the pieces are. */
class Store {
  #buffer = Buffer.alloc(0)
  #start = 0
  #end = 0

  add(chunk: Uint8Array): Buffer {
    const needed = this.#end - this.#start + chunk.length
    if (this.#end + chunk.length > this.#buffer.length) this.#moveTo(needed)
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
    return this.#waiting()
  }

  drop(count: number): Buffer {
    this.#start += count
    // What is empty holds no memory: most connections are silent most of the time.
    if (this.#start === this.#end) this.#reset()
    return this.#waiting()
  }

  #waiting() {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  #moveTo(needed: number) {
    const larger = Buffer.alloc(Math.max(2 * needed, 2_048))
    this.#buffer.copy(larger, 0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
    this.#buffer = larger
  }

  #reset() {
    this.#buffer = Buffer.alloc(0)
    this.#start = 0
    this.#end = 0
  }
}
