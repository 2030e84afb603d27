import { hash } from 'node:crypto'
import { type Instant, minutes } from '../../kernel/clock.ts'
import { isPast, PURGED, type RowsEnd } from './retention.ts'

/** A row of the log, as far as its seal is concerned: all of it. */
export interface LogRow {
  readonly id: number
  readonly at: Instant
  readonly tenant: string
  readonly kind: string
  readonly room: string
  readonly actor: string
  readonly source: string
  readonly wakeup: string | null
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** One link of the chain over the log. */
export interface Seal {
  /** 1, 2, 3 ...: the order in which rows were sealed, without a gap. */
  readonly number: number
  readonly activity: number
  readonly at: Instant
  readonly kind: string
  /** Of the row itself. */
  readonly digest: string
  /** Of this seal and the hash before it. */
  readonly hash: string
}

/** How far the chain reaches. */
export type Head = Pick<Seal, 'number' | 'hash'>

/** Before the first seal. */
const BEGINNING: Head = { number: 0, hash: '0'.repeat(64) }

/** Where the installation remembers the last seal that was dropped from the beginning of the chain. */
export const ANCHOR = 'sealAnchor'

export const anchorText = ({ number, hash }: Head) => `${number} ${hash}`

/** Where the chain begins that is still kept. */
export function chainStart(remembered: Readonly<Record<string, string>>): Head {
  const [, number, hash] = /^(\d{1,15}) (\w{64})$/.exec(remembered[ANCHOR] ?? '') ?? []
  return hash === undefined ? BEGINNING : { number: Number(number), hash }
}

/** Every field in a fixed order, in the one spelling that RFC 8785 gives to JSON. */
export const digestOf = (row: LogRow): string =>
  fingerprint([
    row.id,
    row.at,
    row.tenant,
    row.kind,
    row.room,
    row.actor,
    row.source,
    row.wakeup,
    row.text,
    row.detail,
  ])

/** Seals rows one after the other, in the order given. */
export function sealRows(rows: readonly LogRow[], head: Head): Seal[] {
  let last = head
  return rows.map((row) => {
    const { id: activity, at, kind } = row
    const unbound = { number: last.number + 1, activity, at, kind, digest: digestOf(row) }
    const seal = { ...unbound, hash: bind(unbound, last) }
    last = seal
    return seal
  })
}

/** Time and kind too: a row that was taken away must not be passed off as one whose time was over. */
const bind = ({ number, activity, at, kind, digest }: Omit<Seal, 'hash'>, before: Head): string =>
  fingerprint([before.hash, number, activity, at, kind, digest])

const fingerprint = (value: readonly unknown[]) => hash('sha256', canonical(value), 'hex')

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = value as Readonly<Record<string, unknown>>
  // Sorted by UTF-16 code units, as RFC 8785 3.2.3 has it.
  const names = Object.keys(members).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`).join(',')}}`
}

/** A seal and its row; null where the row is gone. */
export interface Link {
  readonly seal: Seal
  readonly row: LogRow | null
}

/** Where the chain does not hold. */
export type Break =
  | { readonly kind: 'seals-missing'; readonly from: number; readonly to: number }
  | { readonly kind: 'seal-wrong' | 'row-changed' | 'row-removed'; readonly seal: Seal }

/** Nobody writes into the log what happened longer ago than this. */
const PROMPT = minutes(10)

/** Follows the chain from a place that is known, page by page, until its end or the first place where it breaks. */
export class ChainCheck {
  readonly #end: RowsEnd
  #head: Head
  #last: Seal | null = null
  /** Gone before their time, unless a later row of the log tells of it. */
  #gone: Seal[] = []
  readonly #backdated: Seal[] = []
  #broken: Break | null = null

  constructor(start: Head, end: RowsEnd) {
    this.#head = start
    this.#end = end
  }

  /** How far the chain holds. */
  get head(): Head {
    return this.#head
  }

  /** Rows with a time well before that of the row sealed before them: the clock was set back, or they were put in. */
  get backdated(): readonly Seal[] {
    return this.#backdated
  }

  /** The first place where the chain does not hold, once all of it was looked at. */
  get firstBreak(): Break | null {
    const [removed] = this.#gone
    return removed ? { kind: 'row-removed', seal: removed } : this.#broken
  }

  /** Looks at the next links; says whether there is any use in going on. */
  add(links: readonly Link[]): boolean {
    for (const { seal, row } of links) {
      this.#broken ??= breakAt(this.#head, seal, row)
      if (this.#broken) return false
      if (!row) this.#miss(seal)
      else if (row.kind === PURGED) this.#excuse(toldBy(row))
      if (this.#last && seal.at < this.#last.at - PROMPT) this.#backdated.push(seal)
      this.#head = this.#last = seal
    }
    return true
  }

  #miss(seal: Seal) {
    if (!isPast(seal, this.#end)) this.#gone.push(seal)
  }

  #excuse(end: RowsEnd) {
    if (this.#gone.length > 0) this.#gone = this.#gone.filter((seal) => !isPast(seal, end))
  }
}

function breakAt(head: Head, seal: Seal, row: LogRow | null): Break | null {
  if (seal.number !== head.number + 1)
    return { kind: 'seals-missing', from: head.number + 1, to: seal.number - 1 }
  if (bind(seal, head) !== seal.hash) return { kind: 'seal-wrong', seal }
  if (row && digestOf(row) !== seal.digest) return { kind: 'row-changed', seal }
  return null
}

/** Housekeeping tells how far it went: rules of retention that have changed since do not make a fault of it. */
function toldBy({ detail, at }: LogRow): RowsEnd {
  const before = (detail['before'] ?? {}) as Partial<RowsEnd>
  const until = (end: unknown) => (typeof end === 'number' ? Math.min(end, at) : Number.NEGATIVE_INFINITY)
  return { charges: until(before.charges), log: until(before.log) }
}
