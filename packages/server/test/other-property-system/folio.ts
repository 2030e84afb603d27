import type { ArticleCount } from './posting-rules.ts'
import type { WireRecord } from './records.ts'

/** A `PS` that came, on a folio or not. */
export interface Posting {
  /** Its place among all records that ever came. */
  readonly order: number
  readonly connection: number
  readonly arrivedAt: number
  readonly room: string
  readonly type: string
  /** `P#`. */
  readonly number: string | undefined
  readonly date: string
  readonly time: string
  readonly articles: readonly ArticleCount[]
  /** What it costs, in minor units: `TA`, or articles at the prices of this hotel. */
  readonly total: number
  readonly outlet: string | undefined
  /** `CT`. */
  readonly text: string | undefined
  /** `X1`. */
  readonly item: string | undefined
  /** `ID`. */
  readonly user: string | undefined
  readonly workstation: string | undefined
  /** `G#`. */
  readonly reservation: string | undefined
  /** Every field that the client has described, in the order that they came. */
  readonly record: WireRecord
  /** Whether it is a line on a folio. */
  readonly booked: boolean
  /** The `AS` of the answers that left for it, in order; an answer without one is ''. */
  readonly answers: readonly string[]
}

export interface Guest {
  readonly reservation: string
  readonly room: string
  readonly name: string
  readonly language?: string
  /** The day of departure, YYMMDD. */
  readonly departure?: string
  readonly noPost?: boolean
}

/** The hotel's books: who lives where, and what was posted. They outlast every connection. */
export class Books {
  readonly #rooms: Set<string>
  readonly #postings: { -readonly [Name in keyof Posting]: Posting[Name] }[] = []
  #guests: readonly Guest[] = []

  constructor(rooms: readonly string[]) {
    this.#rooms = new Set(rooms)
  }

  get rooms(): readonly string[] {
    return [...this.#rooms]
  }

  get postings(): readonly Posting[] {
    return this.#postings
  }

  guestsIn(room: string): readonly Guest[] {
    return this.#guests.filter((guest) => guest.room === room)
  }

  arrive(guest: Guest): void {
    this.#rooms.add(guest.room)
    this.#guests = [...this.#guests.filter((one) => one.reservation !== guest.reservation), guest]
  }

  leave(reservation: string): void {
    this.#guests = this.#guests.filter((guest) => guest.reservation !== reservation)
  }

  /** Why the hotel does not take a posting, as `AS` and `CT`; null when it does. */
  refusal({ room, reservation }: Posting): { readonly status: string; readonly text: string } | null {
    if (!this.#rooms.has(room)) return { status: 'NG', text: 'INVALID ROOM' }
    const guest = this.guestsIn(room).find((one) => [undefined, one.reservation].includes(reservation))
    if (!guest) return { status: 'NG', text: 'GUEST NOT FOUND' }
    return guest.noPost ? { status: 'NP', text: 'NO POST' } : null
  }

  /** Every one counts: FIAS knows no rule by which a second with the same `P#` would be the first again. */
  write(posting: Posting): void {
    this.#postings.push({ ...posting })
  }

  noteAnswer(order: number, status: string): void {
    const posting = this.#postings.findLast((one) => one.order === order)
    if (posting) posting.answers = [...posting.answers, status]
  }

  folio(room: string): readonly Posting[] {
    return this.#postings.filter((posting) => posting.booked && posting.room === room)
  }

  total(room: string): number {
    return this.folio(room).reduce((sum, { total }) => sum + total, 0)
  }

  byNumber(number: string): readonly Posting[] {
    return this.#postings.filter((posting) => posting.booked && posting.number === number)
  }

  /** The `P#` that stand on folios more than once. */
  doubled(): readonly string[] {
    return numbersWhere(this.#postings, (same) => same.filter(({ booked }) => booked).length > 1)
  }

  /** The `P#` under which two different things were posted, booked or not. */
  reused(): readonly string[] {
    return numbersWhere(this.#postings, (same) => new Set(same.map(contentOf)).size > 1)
  }
}

function numbersWhere(postings: readonly Posting[], holds: (same: readonly Posting[]) => boolean) {
  const byNumber = new Map<string, Posting[]>()
  for (const posting of postings)
    if (posting.number !== undefined)
      byNumber.set(posting.number, [...(byNumber.get(posting.number) ?? []), posting])
  return [...byNumber].filter(([, same]) => holds(same)).map(([number]) => number)
}

/** The order of fields says nothing, but that of those which repeat does. */
const contentOf = ({ record }: Posting) =>
  JSON.stringify(record.fields.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
