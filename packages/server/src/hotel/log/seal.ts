import { hash } from 'node:crypto'
import { type Instant, minutes } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/record.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import type { Source } from '../wakeups/wakeup.ts'
import { isPast, PURGED, type RowsEnd } from './retention.ts'

/** A row of the log, as far as its seal is concerned: all of it. */
export interface LogRow {
  readonly id: number
  readonly at: Instant
  readonly tenant: TenantId
  readonly kind: string
  readonly room: string
  readonly actor: string
  readonly source: Source
  readonly wakeup: string | null
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** One link of the chain over a tenant's log. */
export interface Seal {
  readonly tenant: TenantId
  /** 1, 2, 3 ...: the order in which rows of all tenants were sealed, without a gap. */
  readonly number: number
  readonly activity: number
  readonly at: Instant
  readonly kind: string
  /** Of the row itself. */
  readonly digest: string
  /** Of this seal and the hash before it in the same chain. */
  readonly hash: string
}

/** How far a chain reaches. */
export type Head = Pick<Seal, 'number' | 'hash'>

/** Before the first seal of a chain. */
export const BEGINNING: Head = { number: 0, hash: '0'.repeat(64) }

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

/** Where sealing goes on: after the last number given out, with the last hash of each tenant's chain. */
export interface Ends {
  readonly number: number
  readonly hashes: ReadonlyMap<TenantId, string>
}

/** Seals rows one after the other, in the order given, each in the chain of its tenant. */
export function sealRows(rows: readonly LogRow[], ends: Ends): Seal[] {
  const hashes = new Map(ends.hashes)
  return rows.map((row, index) => {
    const { id: activity, tenant, at, kind } = row
    const unbound = { tenant, number: ends.number + 1 + index, activity, at, kind, digest: digestOf(row) }
    const hash = bind(unbound, hashes.get(tenant) ?? BEGINNING.hash)
    hashes.set(tenant, hash)
    return { ...unbound, hash }
  })
}

/** Time and kind too: a removed row must not be passed off as one whose time was over. */
const bind = (
  { tenant, number, activity, at, kind, digest }: Omit<Seal, 'hash'>,
  hashBefore: string,
): string => fingerprint([hashBefore, tenant, number, activity, at, kind, digest])

/** Whether a seal comes from the hash before it in its chain. */
export const followsFrom = (seal: Seal, hashBefore: string): boolean => bind(seal, hashBefore) === seal.hash

/** Whether a row is as it was when it was sealed. */
export const isAsSealed = (row: LogRow, { digest }: Pick<Seal, 'digest'>): boolean => digestOf(row) === digest

const fingerprint = (value: readonly unknown[]) => hash('sha256', canonical(value), 'hex')

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  // Sorted by UTF-16 code units, as RFC 8785 3.2.3 has it.
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** A seal and its row; null where the row is gone. */
export interface ChainLink {
  readonly seal: Seal
  readonly row: LogRow | null
}

/** Where a chain does not hold. */
export interface Break {
  readonly kind: 'seal-wrong' | 'row-changed' | 'row-removed'
  readonly seal: Seal
}

/** Rows are logged at most this long after the event. */
const PROMPT = minutes(10)

/** Follows a tenant's chain from a place that is known, until its end or the first place where it breaks. */
export class ChainCheck {
  readonly #end: RowsEnd
  #head: Head
  #last: Seal | null = null
  /** Missing before their time, unless a later row tells of it. */
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

  /** Rows dated well before the row sealed before them: the clock was set back, or they were inserted. */
  get backdated(): readonly Seal[] {
    return this.#backdated
  }

  /** The first place where the chain does not hold, once all of it was looked at. */
  get firstBreak(): Break | null {
    const [removed] = this.#gone
    return removed ? { kind: 'row-removed', seal: removed } : this.#broken
  }

  /** Looks at the next link. After the first break, later links prove nothing. One that may be late is not backdated. */
  add({ seal, row }: ChainLink, isLate = false): void {
    this.#broken ??= breakAt(this.#head, seal, row)
    if (this.#broken) return
    if (!row) this.#miss(seal)
    else if (row.kind === PURGED) this.#excuse(toldBy(row))
    if (!isLate && this.#last && seal.at < this.#last.at - PROMPT) this.#backdated.push(seal)
    this.#head = seal
    // What came late says nothing of the time at which the next was written.
    if (!isLate) this.#last = seal
  }

  #miss(seal: Seal) {
    if (!isPast(seal, this.#end)) this.#gone.push(seal)
  }

  #excuse(end: RowsEnd) {
    if (this.#gone.length > 0) this.#gone = this.#gone.filter((seal) => !isPast(seal, end))
  }
}

function breakAt(head: Head, seal: Seal, row: LogRow | null): Break | null {
  if (seal.number <= head.number || !followsFrom(seal, head.hash)) return { kind: 'seal-wrong', seal }
  if (row && !isAsSealed(row, seal)) return { kind: 'row-changed', seal }
  return null
}

/** The purge says how far it went: retention rules changed since then do not make it a break. */
function toldBy({ detail, at }: LogRow): RowsEnd {
  const before = isRecord(detail['before']) ? detail['before'] : {}
  const until = (end: unknown) => (typeof end === 'number' ? Math.min(end, at) : Number.NEGATIVE_INFINITY)
  return { charges: until(before['charges']), log: until(before['log']) }
}
