import { instantOf } from '../../kernel/clock.ts'
import type { Glance } from '../../kernel/glance.ts'
import { callState, type CallState, isActive, isUnwoken, urgencyOf } from './call-state.ts'
import type { LiveCall } from './live-call.ts'

/** One line of the list: a call, or equal calls of one minute. */
export interface CallRow {
  readonly key: string
  /** Its minute, as an instant. */
  readonly at: number
  readonly state: CallState
  readonly isVip: boolean
  /** Somebody may have to act: it is larger. */
  readonly isLarge: boolean
  readonly calls: readonly [LiveCall, ...LiveCall[]]
}

export interface LineNeeds {
  readonly isVip: (call: LiveCall) => boolean
  /** Whether it stands in the list at all. */
  readonly isWanted: (call: LiveCall) => boolean
}

/** Whether a line of one call stays where it is. */
export type IsKept = (call: LiveCall) => boolean

const MINUTE = 60_000
/** So many large ones at most, or the list would be nothing else: the rest is folded, save who was not woken. */
const MOST_LARGE = 8

interface Seen {
  readonly call: LiveCall
  /** Under which equal calls of its minute stand together. */
  readonly group: string
  readonly at: number
  readonly state: CallState
}

const seen = new WeakMap<LiveCall, Seen>()

/** Reckoned once for each record: there may be thousands, and one changes. */
export function seenAs(call: LiveCall): Seen {
  const known = seen.get(call)
  if (known !== undefined) return known
  const at = Math.floor(instantOf(call.scheduled) / MINUTE) * MINUTE
  const state = callState(call)
  const fresh = { call, at, state, group: `${at} ${state}` }
  seen.set(call, fresh)
  return fresh
}

/** By what it goes while it has no line of its own. */
interface Placed extends Seen {
  readonly base: string
}

/** Before anything was heard. */
const NEVER = -1

const ownKey = ({ at, call }: Seen) => `${at} ${call.id}`

/**
 * The lines of the list, by minute, kept from one look to the next: of thousands of calls a rush changes a handful at a
 * time, and only their lines are made anew. Within a minute those that are folded stand first, so that they do not move.
 */
export class CallLines {
  readonly #needs: LineNeeds
  readonly #known = new Map<string, LiveCall>()
  #heard: readonly number[] = []
  readonly #placed = new Map<string, Placed>()
  readonly #groups = new Map<string, Map<string, Placed>>()
  readonly #active = new Set<Placed>()
  readonly #unwoken = new Set<Placed>()
  /** Those that have a line of their own. */
  #own: ReadonlyMap<string, Placed> = new Map()
  readonly #rows = new Map<string, CallRow>()
  readonly #touched = new Set<string>()
  #ordered: readonly CallRow[] = []

  constructor(needs: LineNeeds) {
    this.#needs = needs
  }

  /**
   * Of a call that several tell of, the first one counts. What has a line of its own keeps it as long as that is kept:
   * nothing jumps away below somebody.
   */
  of(tellers: readonly Glance<LiveCall>[], isKept: IsKept): readonly CallRow[] {
    this.#hear(tellers)
    const large = largest(this.#active)
    const isOther = [this.#single(large, isKept), this.#fold()].includes(true)
    if (isOther) this.#ordered = [...this.#rows.values()].toSorted(inOrder)
    return this.#ordered
  }

  #hear(tellers: readonly Glance<LiveCall>[]): void {
    const changed = tellers.map((one, at) => one.changedSince(this.#heard[at] ?? NEVER))
    this.#heard = tellers.map(({ version }) => version)
    const all = changed.includes(null)
      ? [...this.#known.keys(), ...tellers.flatMap((one) => one.keys())]
      : changed.flatMap((ids) => ids ?? [])
    for (const id of all) this.#look(id, tellers)
  }

  #look(id: string, tellers: readonly Glance<LiveCall>[]): void {
    const call = tellers.find((one) => one.get(id) !== undefined)?.get(id)
    if (call === this.#known.get(id)) return
    this.#take(id)
    if (call === undefined) this.#known.delete(id)
    else this.#put(id, call)
  }

  #put(id: string, call: LiveCall): void {
    this.#known.set(id, call)
    if (!this.#needs.isWanted(call)) return
    const seen = seenAs(call)
    const base = seen.state === 'waits' && this.#needs.isVip(call) ? `${seen.group} vip` : seen.group
    const placed = { ...seen, base }
    this.#placed.set(id, placed)
    if (isActive(seen.state)) this.#active.add(placed)
    if (isUnwoken(seen.state)) this.#unwoken.add(placed)
    const group = this.#groups.get(base) ?? new Map<string, Placed>()
    this.#groups.set(base, group.set(id, placed))
    this.#touched.add(base)
  }

  #take(id: string): void {
    const placed = this.#placed.get(id)
    if (placed === undefined) return
    this.#placed.delete(id)
    this.#active.delete(placed)
    this.#unwoken.delete(placed)
    this.#groups.get(placed.base)?.delete(id)
    this.#touched.add(placed.base)
  }

  /** Lines of one call; the answer is whether any is another. */
  #single(large: ReadonlySet<Placed>, isKept: IsKept): boolean {
    const before = this.#own
    const kept = [...before.keys()]
      .flatMap((id) => this.#placed.get(id) ?? [])
      .filter(({ call }) => isKept(call))
    const own = new Map([...large, ...this.#unwoken, ...kept].map((one) => [one.call.id, one]))
    this.#own = own
    let isOther = false
    for (const [id, one] of before) {
      if (own.get(id) === one) continue
      isOther = this.#rows.delete(ownKey(one)) || isOther
      this.#touched.add(one.base)
    }
    for (const [id, one] of own) {
      if (before.get(id) !== one) this.#touched.add(one.base)
      const row = this.#rows.get(ownKey(one))
      if (row?.isLarge === large.has(one)) continue
      this.#rows.set(ownKey(one), this.#rowOf(ownKey(one), [one], large.has(one)))
      isOther = true
    }
    return isOther
  }

  /** Lines of equal calls, of those groups that have changed. */
  #fold(): boolean {
    const isOther = this.#touched.size > 0
    for (const base of this.#touched) {
      const all = [...(this.#groups.get(base)?.values() ?? [])].filter(({ call }) => !this.#own.has(call.id))
      if (all.length === 0) this.#rows.delete(base)
      else this.#rows.set(base, this.#rowOf(base, all, false))
    }
    this.#touched.clear()
    return isOther
  }

  #rowOf(key: string, group: readonly Placed[], isLarge: boolean): CallRow {
    const [first, ...rest] = group.toSorted((a, b) => byRoom(a.call, b.call))
    if (first === undefined) throw new Error('A line without a call')
    return {
      key,
      at: first.at,
      state: first.state,
      isVip: this.#needs.isVip(first.call),
      isLarge,
      calls: [first.call, ...rest.map(({ call }) => call)],
    }
  }
}

function largest(active: ReadonlySet<Placed>): ReadonlySet<Placed> {
  const first = [...active].toSorted((a, b) => urgencyOf(a.state) - urgencyOf(b.state) || a.at - b.at)
  return new Set(first.slice(0, MOST_LARGE))
}

const order = new Intl.Collator('en', { numeric: true })

const numbers = new Map<string, number>()

/** Reckoned once for each room: thousands are put in order before the first line is seen. */
function numberOf(room: string): number {
  const known = numbers.get(room)
  if (known !== undefined) return known
  const number = /^\d+$/.test(room) ? Number(room) : Number.NaN
  numbers.set(room, number)
  return number
}

/** 9 before 10; what is no number stands as people would put it. */
export function byRoom(a: LiveCall, b: LiveCall): number {
  const apart = numberOf(a.room) - numberOf(b.room)
  if (apart !== 0 && !Number.isNaN(apart)) return apart
  return order.compare(a.room, b.room) || (a.id < b.id ? -1 : 1)
}

const isAlone = ({ key, calls: [first] }: CallRow) => key.endsWith(first.id)

const inOrder = (a: CallRow, b: CallRow): number =>
  a.at - b.at ||
  Number(isAlone(a)) - Number(isAlone(b)) ||
  (isAlone(a) ? byRoom(a.calls[0], b.calls[0]) : urgencyOf(a.state) - urgencyOf(b.state)) ||
  (a.key < b.key ? -1 : 1)
