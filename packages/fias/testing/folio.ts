import { type FiasRecord, valueOf, valuesOf } from '../src/wire/record.ts'

export interface Guest {
  readonly reservation: string
  readonly name: string
  readonly language?: string
  readonly vip?: boolean
  /** The day of departure, YYMMDD. */
  readonly departure?: string
  /** Nothing may be posted for this guest. */
  readonly noPost?: boolean
}

/** A posting that is on the folio. */
export interface Booking {
  readonly room: string
  readonly number: string
  readonly date: string
  readonly time: string
  readonly articles: readonly { readonly article: string; readonly count: string }[]
  /** As it came, in hundredths. */
  readonly amount: string | null
  readonly outlet: string | null
  readonly text: string | null
  readonly itemText: string | null
  /** By the clock of the property system. */
  readonly at: number
  /** The same number, room, date and time is on the folio already: FIAS knows no other mark of a repetition. */
  readonly isDuplicate: boolean
}

/** Who stays where, and what was posted: as much of a property system as a test needs. */
export class Folio {
  readonly #rooms = new Map<string, Guest[]>()
  readonly #bookings: Booking[] = []
  readonly #booked = new Set<string>()
  isNightAudit = false

  get bookings(): readonly Booking[] {
    return this.#bookings
  }

  get duplicates(): readonly Booking[] {
    return this.#bookings.filter(({ isDuplicate }) => isDuplicate)
  }

  get rooms(): ReadonlyMap<string, readonly Guest[]> {
    return this.#rooms
  }

  guestsOf(room: string): readonly Guest[] {
    return this.#rooms.get(room) ?? []
  }

  checkIn(room: string, guest: Guest) {
    this.#rooms.set(room, [...this.guestsOf(room), guest])
  }

  /** The guest who was there, if any. */
  checkOut(room: string, reservation: string): Guest | undefined {
    const staying = this.guestsOf(room)
    this.#rooms.set(
      room,
      staying.filter((guest) => guest.reservation !== reservation),
    )
    return staying.find((guest) => guest.reservation === reservation)
  }

  /** The `AS` that a conforming system gives. */
  judge(posting: FiasRecord): { status: string; text: string } {
    const guests = this.guestsOf(valueOf(posting, 'RN') ?? '')
    if (this.isNightAudit) return { status: 'NA', text: '' }
    if (guests.length === 0) return { status: 'NG', text: 'INVALID ROOM' }
    return guests.every(({ noPost }) => noPost === true)
      ? { status: 'NP', text: '' }
      : { status: 'OK', text: '' }
  }

  book(posting: FiasRecord, at: number): Booking {
    const counts = valuesOf(posting, 'M#')
    const key = KEY.map((id) => valueOf(posting, id) ?? '')
    const [room = '', number = '', date = '', time = ''] = key
    const booking = {
      room,
      number,
      date,
      time,
      articles: valuesOf(posting, 'MA').map((article, index) => ({ article, count: counts[index] ?? '1' })),
      amount: valueOf(posting, 'TA'),
      outlet: valueOf(posting, 'SO'),
      text: valueOf(posting, 'CT'),
      itemText: valueOf(posting, 'X1'),
      at,
      isDuplicate: this.#booked.has(key.join('|')),
    }
    this.#booked.add(key.join('|'))
    this.#bookings.push(booking)
    return booking
  }
}

/** By which a repetition is known. */
const KEY = ['RN', 'P#', 'DA', 'TI'] as const
