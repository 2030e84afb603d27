import type { Socket } from 'node:net'
import type { CodePage } from './code-pages.ts'
import { framed, Framing } from './framing.ts'
import { type Field, readRecord, type WireRecord, writeRecord } from './records.ts'

/** How this side writes, within what the protocol allows. */
export interface Handwriting {
  /** A check sum after each record, as on a serial line. */
  readonly lrc?: boolean
  /** Fields in the opposite order. */
  readonly reversed?: boolean
  /** A field that no client has heard of. */
  readonly unknownFields?: boolean
  /** Every byte in a write of its own. */
  readonly bytewise?: boolean
}

export interface WireParts {
  readonly codePage: CodePage
  readonly handwriting: Handwriting
  violation(sentence: string): void
}

interface Listener {
  /** A record as it could be read, and all that is wrong with it. */
  take(record: WireRecord, faults: readonly string[]): void
  closed(): void
}

/** Records over a connection. */
export class Wire {
  readonly #socket: Socket
  readonly #parts: WireParts
  readonly #listener: Listener
  readonly #framing: Framing

  constructor(socket: Socket, parts: WireParts, listener: Listener) {
    this.#socket = socket
    this.#parts = parts
    this.#listener = listener
    this.#framing = new Framing(parts.violation)
    socket.setNoDelay(true)
    // A client that is killed resets the connection; `close` follows.
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('close', () => listener.closed())
  }

  get strayBytes(): number {
    return this.#framing.strayBytes
  }

  write({ id, fields }: WireRecord): boolean {
    const { handwriting, codePage } = this.#parts
    const ordered = handwriting.reversed ? fields.toReversed() : fields
    const unknown: readonly Field[] = handwriting.unknownFields ? [['Z9', 'unknown']] : []
    const text = writeRecord({ id, fields: [...unknown, ...ordered] })
    return this.writeBytes(framed(codePage.write(text), handwriting.lrc ?? false))
  }

  /** As they are; says whether there was anybody to write to. */
  writeBytes(bytes: Buffer): boolean {
    if (!this.#socket.writable) return false
    if (this.#parts.handwriting.bytewise) for (const byte of bytes) this.#socket.write(Buffer.of(byte))
    else this.#socket.write(bytes)
    return true
  }

  /** After what is written has left. */
  end(): void {
    this.#socket.end()
  }

  hangUp(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    for (const record of this.#framing.take(chunk)) this.#take(record)
  }

  #take(bytes: Buffer) {
    const { codePage } = this.#parts
    const text = codePage.read(bytes)
    const { record, faults } = readRecord(text)
    const outside = codePage.isWhole(text) ? [] : ['it holds bytes that are not of the code page']
    this.#listener.take(record, [...faults, ...outside])
  }
}
