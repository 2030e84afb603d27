import type { Books, Guest } from './folio.ts'
import { changeRecord, checkInRecord, checkOutRecord, houseRecords } from './guest-records.ts'
import { dateAndTime, type WireRecord } from './records.ts'
import { WakeupDesk, type WakeupNews } from './wakeup-desk.ts'

interface ReceptionParts {
  readonly books: Books
  now(): number
  violation(sentence: string): void
  /** Says whether it left: only over a link that is alive, and only what the client has described. */
  send(record: WireRecord): boolean
}

/** `halfway`: it begins, and stops until `finishResync()`. `unheard`: nothing comes. */
export type ResyncManner = 'whole' | 'halfway' | 'unheard'

const ONE_DAY = 24 * 60 * 60 * 1_000

/** What happens at the desk of the hotel, and what the client is told of it. */
export class Reception {
  resyncManner: ResyncManner = 'whole'
  /** How often the client asked for the whole house. */
  resyncsAsked = 0
  resyncsFinished = 0
  readonly #parts: ReceptionParts
  readonly #wakeups: WakeupDesk
  #finishedAt = -Infinity
  /** What is still to come of a resync that has begun. */
  #rest: readonly WireRecord[] | null = null

  constructor(parts: ReceptionParts) {
    this.#parts = parts
    this.#wakeups = new WakeupDesk(parts.violation)
  }

  /** What came from the client about wakeups. */
  get wakeups(): readonly WakeupNews[] {
    return this.#wakeups.news
  }

  /** Between DS and DE: the client may send nothing. */
  get isResyncing(): boolean {
    return this.#rest !== null
  }

  checkIn(guest: Guest): boolean {
    const { books, send } = this.#parts
    books.arrive(guest)
    return send(checkInRecord(books, guest))
  }

  /** All who live in the room. */
  checkOut(room: string): void {
    for (const guest of this.#parts.books.guestsIn(room)) {
      this.#parts.books.leave(guest.reservation)
      this.#parts.send(checkOutRecord(this.#parts.books, guest))
    }
  }

  /** All who live in the room. */
  move(from: string, to: string): void {
    for (const guest of this.#parts.books.guestsIn(from)) this.#change({ ...guest, room: to }, from)
  }

  rename(room: string, name: string): void {
    for (const guest of this.#parts.books.guestsIn(room)) this.#change({ ...guest, name }, room)
  }

  /** `date` as YYMMDD, `time` as HHMMSS: the client must give them back to the letter. */
  askWakeup(room: string, date: string, time: string): boolean {
    this.#wakeups.ask(room, date, time)
    return this.#parts.send(wakeupRecord('WR', room, date, time))
  }

  /** Without a date and a time: all of the room. */
  cancelWakeup(room: string, date = '', time = ''): boolean {
    return this.#parts.send(wakeupRecord('WC', room, date, time))
  }

  takeWakeup(record: WireRecord, connection: number): void {
    this.#wakeups.take(record, connection)
  }

  /** Asked for again within a day of a whole one, it is not needed, and passed over. */
  takeResync(): void {
    const since = this.#parts.now() - this.#finishedAt
    this.resyncsAsked += 1
    if (since < ONE_DAY) return this.#parts.violation(`DR came ${since} ms after a whole resync`)
    if (this.resyncManner === 'unheard') return
    this.#beginResync()
    if (this.resyncManner === 'whole') this.finishResync()
  }

  finishResync(): void {
    const { send, now } = this.#parts
    if (!this.#rest) return
    for (const record of this.#rest) send(record)
    this.#rest = null
    if (!send({ id: 'DE', fields: dateAndTime(now()) })) return
    this.resyncsFinished += 1
    this.#finishedAt = now()
  }

  /** The connection is another one: whoever wants the rest has to ask again. */
  linkIsOver(): void {
    this.#rest = null
  }

  #beginResync() {
    const { send, now, books } = this.#parts
    const house = houseRecords(books)
    const half = Math.ceil(house.length / 2)
    send({ id: 'DS', fields: dateAndTime(now()) })
    for (const record of house.slice(0, half)) send(record)
    this.#rest = house.slice(half)
  }

  #change(guest: Guest, oldRoom: string) {
    this.#parts.books.arrive(guest)
    this.#parts.send(changeRecord(this.#parts.books, guest, oldRoom))
  }
}

const wakeupRecord = (id: string, room: string, date: string, time: string): WireRecord => ({
  id,
  fields: [
    ['RN', room],
    ['DA', date],
    ['TI', time],
  ],
})
