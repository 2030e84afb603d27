import { connect as connectAnywhere, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { CodePage } from './code-page.ts'
import { framed, Unframer } from './framing.ts'
import { type FiasRecord, MOST_CHARACTERS, parseRecord, writeRecord } from './record.ts'

/** Opens a connection; a forbidden one is a socket that fails. */
export type Connect = (to: TcpNetConnectOpts & { readonly host: string }) => Socket

export interface ConnectionOptions {
  readonly host: string
  readonly port: number
  readonly page: CodePage
  readonly connect: Connect | undefined
  onOpen(): void
  onRecord(record: FiasRecord): void
  /** Once, unless it was dropped before. */
  onClosed(why: string): void
  onTrouble(text: string): void
  /** Every record as it stood on the wire, without its frame. */
  onTrace?(direction: RecordWay, text: string): void
}

/** Which way a record went. */
export type RecordWay = 'sent' | 'received'

const KEEP_ALIVE_MS = 60_000

/** One connection to the property system, as records. After `drop` nothing is heard of it any more. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #socket: Socket
  readonly gone: Promise<void>
  #why = 'The property system closed the connection'
  #isOver = false

  constructor(options: ConnectionOptions) {
    const { host, port, page, connect = connectAnywhere } = options
    this.#options = options
    this.#socket = connect({
      host,
      port,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      noDelay: true,
    })
    const unframer = new Unframer({
      mostBytes: MOST_CHARACTERS * page.bytesPerCharacter,
      onRecord: (bytes) => this.#onRecord(bytes),
      onLost: (why) => this.#unlessOver(() => options.onTrouble(why)),
    })
    this.gone = new Promise((resolve) => this.#socket.once('close', () => resolve()))
    this.#listen(unframer)
  }

  #listen(unframer: Unframer) {
    this.#socket.on('connect', () => this.#unlessOver(() => this.#options.onOpen()))
    this.#socket.on('data', (chunk) => {
      if (!unframer.push(chunk)) this.#break('What is at that port does not speak FIAS')
    })
    this.#socket.on('error', (error) => (this.#why = error.message || String(error)))
    this.#socket.on('close', () => this.#close())
  }

  /** `onLeft` is told when this machine has taken it over for sending, and not at all if that fails. */
  send(records: readonly FiasRecord[], onLeft?: () => void) {
    const { page } = this.#options
    const written = records.map((record) => writeRecord(record, page))
    for (const one of written) this.#options.onTrace?.('sent', page.decode(one))
    const bytes = Buffer.concat(written.map(framed))
    this.#socket.write(bytes, (error) => {
      if (!error) this.#unlessOver(() => onLeft?.())
    })
  }

  /** What was sent has left: a write to a socket that is not full goes out at once. */
  drop() {
    this.#isOver = true
    this.#socket.destroy()
  }

  #break(why: string) {
    this.#why = why
    this.#socket.destroy()
  }

  #close() {
    this.#unlessOver(() => this.#options.onClosed(this.#why))
    this.#isOver = true
  }

  #unlessOver(act: () => void) {
    if (!this.#isOver) act()
  }

  #onRecord(bytes: Buffer) {
    const text = this.#options.page.decode(bytes)
    this.#options.onTrace?.('received', text)
    const record = parseRecord(text)
    this.#unlessOver(() =>
      record === null ? this.#options.onTrouble(`No record: ${shown(text)}`) : this.#options.onRecord(record),
    )
  }
}

const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text)
