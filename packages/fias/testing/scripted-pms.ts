import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type Clock, type Random, systemClock, systemRandom } from '../src/wire/clock.ts'
import { type CodePageName, codePage } from '../src/wire/code-page.ts'
import type { FiasRecord } from '../src/wire/record.ts'
import { wakeupRequestRecord, type WakeupKey } from '../src/records/wakeup.ts'
import { fiasTime } from '../src/records/wall-time.ts'
import { Folio, type Guest } from './folio.ts'
import { changeRecord, checkInRecord, checkOutRecord } from './guest-records.ts'
import { CONFORMING, type PmsBehaviour } from './pms-behaviour.ts'
import { Conversation, dated } from './pms-conversation.ts'
import type { PmsEvent } from './pms-events.ts'
import { PostingClerk } from './posting-clerk.ts'
import { WakeupBook, type WakeupNote } from './wakeup-book.ts'

export interface PmsOptions {
  /** Default: this machine, any port that is free. */
  readonly host?: string
  readonly port?: number
  readonly codePage?: CodePageName
  /** Clients must prove that they hold it. */
  readonly authKey?: string
  readonly behaviour?: Partial<PmsBehaviour>
  /** Who stays there from the beginning. */
  readonly guests?: Readonly<Record<string, readonly Guest[]>>
  readonly clock?: Clock
  readonly random?: Random
  readonly onEvent?: (event: PmsEvent) => void
}

/** A property system, seen from the wire: it does what FIAS says, or what its behaviour says instead. */
export class ScriptedPms {
  readonly folio = new Folio()
  /** Every rule that a client has broken; a test wants none. */
  readonly violations: string[] = []
  readonly received: FiasRecord[] = []
  /** How many connections there have been. */
  connections = 0
  readonly #options: PmsOptions
  readonly #clock: Clock
  readonly #page
  readonly #server: Server
  readonly #clerk: PostingClerk
  readonly #book = new WakeupBook()
  /** Reservation to the room it was moved from last. */
  readonly #cameFrom = new Map<string, string>()
  #behaviour: PmsBehaviour
  #current: Conversation | null = null
  #socket: Socket | null = null
  /** What happened while nobody was there: it is told when the link is alive. */
  #waiting: FiasRecord[] = []

  constructor(options: PmsOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#page = codePage(options.codePage ?? 'cp850')
    this.#behaviour = { ...CONFORMING, ...options.behaviour }
    this.#clerk = new PostingClerk({
      folio: this.folio,
      clock: this.#clock,
      behaviour: () => this.#behaviour,
      tell: (event) => this.#tell(event),
      sendWhenAlive: (record) => this.sendWhenAlive(record),
    })
    for (const [room, guests] of Object.entries(options.guests ?? {}))
      for (const guest of guests) this.folio.checkIn(room, guest)
    this.#server = createServer((socket) => this.#onConnection(socket))
  }

  async open() {
    this.#server.listen(this.#options.port ?? 0, this.#options.host ?? '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get address(): { readonly host: string; readonly port: number } {
    const { address, port } = this.#server.address() as AddressInfo
    return { host: address, port }
  }

  get isAlive(): boolean {
    return this.#current?.isAlive === true
  }

  get wakeups(): readonly WakeupNote[] {
    return this.#book.notes
  }

  get behaviour(): PmsBehaviour {
    return this.#behaviour
  }

  behave(change: Partial<PmsBehaviour>) {
    this.#behaviour = { ...this.#behaviour, ...change }
  }

  checkIn(room: string, guest: Guest) {
    this.folio.checkIn(room, guest)
    this.sendWhenAlive(checkInRecord(this.folio, room, guest, false))
  }

  /** False when no such guest is there. */
  checkOut(room: string, reservation: string): boolean {
    if (!this.folio.checkOut(room, reservation)) return false
    this.sendWhenAlive(checkOutRecord(this.folio, room, reservation))
    return true
  }

  move(from: string, to: string, reservation: string): boolean {
    const guest = this.folio.checkOut(from, reservation)
    if (!guest) return false
    const there = this.folio.guestsOf(to)
    const isReunion = there.every((other) => this.#cameFrom.get(other.reservation) === from)
    if (this.folio.guestsOf(from).length === 0 && isReunion) this.#book.move(from, to)
    this.#cameFrom.set(reservation, from)
    this.folio.checkIn(to, guest)
    this.sendWhenAlive(changeRecord(this.folio, to, guest, from))
    return true
  }

  askWakeup(key: WakeupKey) {
    this.#book.ask(key, 'pms')
    this.sendWhenAlive(wakeupRequestRecord({ kind: 'request', ...key }))
  }

  /** Without a date and a time, all of the room. */
  clearWakeup(room: string, date: string | null = null, time: string | null = null) {
    this.#book.clear(room, date, time)
    this.sendWhenAlive(wakeupRequestRecord({ kind: 'clear', room, date, time }))
  }

  startNightAudit() {
    this.folio.isNightAudit = true
    this.sendWhenAlive(dated('NS', fiasTime(this.#clock.now())))
  }

  endNightAudit() {
    this.folio.isNightAudit = false
    this.sendWhenAlive(dated('NE', fiasTime(this.#clock.now())))
  }

  /** Everything until `endResync` is told with `SF`, and the client has to be silent. */
  beginResync() {
    if (!this.#current?.isAlive) return
    this.#current.send([dated('DS', fiasTime(this.#clock.now()))])
    this.#current.isResyncing = true
    for (const [room, guests] of this.folio.rooms)
      this.#current.sendDescribed(
        guests.length === 0
          ? [checkOutRecord(this.folio, room, null)]
          : guests.map((guest) => checkInRecord(this.folio, room, guest, true)),
      )
  }

  endResync() {
    if (!this.#current) return
    this.#current.isResyncing = false
    this.#current.send([dated('DE', fiasTime(this.#clock.now()))])
  }

  /** The property system has started anew, on the connection that there is. */
  startLink() {
    this.#current?.startLink()
  }

  endLink() {
    this.#current?.endLink()
  }

  /** The cable is pulled. */
  cut() {
    this.#current?.cut()
  }

  /** In one write, whatever the client has described. */
  send(...records: readonly FiasRecord[]) {
    this.#current?.send(records)
  }

  /** Bytes as they are. */
  sendBytes(bytes: Uint8Array) {
    this.#socket?.write(bytes)
  }

  sendWhenAlive(record: FiasRecord) {
    if (this.#current?.isAlive) this.#current.sendDescribed([record])
    else this.#waiting.push(record)
  }

  async close() {
    this.#clerk.close()
    this.#socket?.destroy()
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    await closed
  }

  /** Always serves the newest: whoever was there before is dropped. */
  #onConnection(socket: Socket) {
    if (this.#socket) {
      this.#tell({ kind: 'kicked' })
      this.#socket.destroy()
    }
    this.connections++
    this.#socket = socket
    this.#tell({ kind: 'connected', from: socket.remoteAddress ?? '' })
    socket.once('close', () => this.#onClosed(socket))
    const { authKey, random = systemRandom } = this.#options
    this.#current = new Conversation(socket, {
      clock: this.#clock,
      random,
      page: this.#page,
      authKey: authKey ?? null,
      behaviour: () => this.#behaviour,
      handle: (record, conversation) => this.#handle(record, conversation),
      tell: (event) => this.#tell(event),
      onAlive: (conversation) => conversation.sendDescribed(this.#waiting.splice(0)),
    })
  }

  #onClosed(socket: Socket) {
    if (this.#socket === socket) {
      this.#socket = null
      this.#current = null
    }
    this.#tell({ kind: 'closed' })
  }

  #handle(record: FiasRecord, conversation: Conversation) {
    if (record.id === 'PS') return this.#clerk.take(record, conversation)
    if (record.id !== 'DR') return this.#book.take(record, (event) => this.#tell(event))
    this.beginResync()
    if (this.#behaviour.resync === 'whole') this.endResync()
    else this.cut()
  }

  #tell(event: PmsEvent) {
    if (event.kind === 'violation') this.violations.push(event.rule)
    if (event.kind === 'received') this.received.push(event.record)
    this.#options.onEvent?.(event)
  }
}

export async function openPms(options: PmsOptions = {}): Promise<ScriptedPms> {
  const pms = new ScriptedPms(options)
  await pms.open()
  return pms
}
