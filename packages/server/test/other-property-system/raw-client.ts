import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const STX = '\u0002'
const ETX = '\u0003'

/** What the facts of the protocol suggest that a client describes. */
const SUGGESTED = [
  'LD|DA260314|TI124200|V#1.0|IFPB|RT4|',
  'LR|RIPS|FLRNPTDATIP#TAMAM#SOCTX1IDWS|',
  'LR|RIPA|FLRNASCTP#DATISOWS|',
  'LR|RIWR|FLRNDATI|',
  'LR|RIWC|FLRNDATI|',
  'LR|RIWA|FLRNDATIAS|',
  'LR|RIGI|FLRNG#GNGLGDGSNPSF|',
  'LR|RIGO|FLRNG#GSSF|',
  'LR|RIGC|FLRNG#GNGLGDGSRO|',
  'LR|RINS|FLDATI|',
  'LR|RINE|FLDATI|',
  'LA|DA260314|TI124201|',
]

/** The other end of the wire as bytes by hand: it knows how records are framed, and nothing else. */
export class RawClient {
  readonly #socket: Socket
  #unread = ''
  #bytes = Buffer.alloc(0)
  #isClosed = false
  #woken: () => void = () => undefined

  static async connect(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => this.#close())
  }

  /** Everything that ever came. */
  get bytes(): Buffer {
    return this.#bytes
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  say(...records: readonly string[]): void {
    this.write(records.map((record) => STX + record + ETX).join(''))
  }

  /** The next record, or `closed`. */
  async next(): Promise<string> {
    while (!this.#unread.includes(ETX) && !this.#isClosed)
      await new Promise<void>((resolve) => (this.#woken = resolve))
    const end = this.#unread.indexOf(ETX)
    if (end < 0) return 'closed'
    const record = this.#unread.slice(this.#unread.indexOf(STX) + 1, end)
    this.#unread = this.#unread.slice(end + 1)
    return record
  }

  /** The next records until one begins so, that one included. */
  async upTo(beginning: string): Promise<readonly string[]> {
    const record = await this.next()
    if (record.startsWith(beginning)) return [record]
    if (record === 'closed') throw new Error(`closed before ${beginning}`)
    return [record, ...(await this.upTo(beginning))]
  }

  /** LS, the description, LC, LA. */
  async link(description: readonly string[] = SUGGESTED): Promise<void> {
    await this.upTo('LS')
    this.say(...description)
    await this.upTo('LA')
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer) {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    this.#unread += chunk.toString('latin1')
    this.#woken()
  }

  #close() {
    this.#isClosed = true
    this.#woken()
  }
}
