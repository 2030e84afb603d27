import { instantOf } from '../../kernel/clock.ts'
import { callState, type CallState, isActive, urgencyOf } from './call-state.ts'
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

export interface RowNeeds {
  readonly isVip: (call: LiveCall) => boolean
  /** Calls that have a line of their own, and keep it while somebody points at the list: nothing jumps away. */
  readonly held: ReadonlySet<string>
  /** As it was: a line that has not changed is the same. */
  readonly before: ReadonlyMap<string, CallRow>
}

const MINUTE = 60_000
/** So many large ones at most: the rest is folded, or the list would be nothing else. */
const MOST_LARGE = 8

interface Seen {
  readonly call: LiveCall
  readonly at: number
  readonly state: CallState
}

const seen = new WeakMap<LiveCall, Seen>()

/** Reckoned once for each record: there may be thousands, and one changes. */
export function seenAs(call: LiveCall): Seen {
  const known = seen.get(call)
  if (known !== undefined) return known
  const at = Math.floor(instantOf(call.scheduled) / MINUTE) * MINUTE
  const fresh = { call, at, state: callState(call) }
  seen.set(call, fresh)
  return fresh
}

/** The lines of the list, by minute. Within a minute those that are folded stand first, so that they do not move. */
export function rowsOf(calls: Iterable<LiveCall>, needs: RowNeeds): readonly CallRow[] {
  const all = Array.from(calls, seenAs)
  const large = largest(all)
  const groups = new Map<string, Seen[]>()
  for (const one of all) {
    const key = keyOf(one, needs, large)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups].map(([key, group]) => rowOf(key, group, needs, large)).toSorted(inOrder)
}

function largest(all: readonly Seen[]): ReadonlySet<LiveCall> {
  const active = all.filter(({ state }) => isActive(state))
  const first = active.toSorted((a, b) => urgencyOf(a.state) - urgencyOf(b.state) || a.at - b.at)
  return new Set(first.slice(0, MOST_LARGE).map(({ call }) => call))
}

const keyOf = ({ call, at, state }: Seen, { isVip, held }: RowNeeds, large: ReadonlySet<LiveCall>): string =>
  large.has(call) || held.has(call.id)
    ? `${at} ${call.id}`
    : `${at} ${state}${isVip(call) && state === 'waits' ? ' vip' : ''}`

function rowOf(
  key: string,
  group: readonly Seen[],
  { isVip, before }: RowNeeds,
  large: ReadonlySet<LiveCall>,
): CallRow {
  const [first, ...rest] = group.toSorted((a, b) => byRoom(a.call, b.call))
  if (first === undefined) throw new Error('A line without a call')
  const row: CallRow = {
    key,
    at: first.at,
    state: first.state,
    isVip: isVip(first.call),
    isLarge: large.has(first.call),
    calls: [first.call, ...rest.map(({ call }) => call)],
  }
  const known = before.get(key)
  return known !== undefined && isSame(known, row) ? known : row
}

const isSame = (a: CallRow, b: CallRow): boolean =>
  a.isLarge === b.isLarge &&
  a.isVip === b.isVip &&
  a.calls.length === b.calls.length &&
  a.calls.every((call, at) => call === b.calls[at])

export const byRoom = (a: LiveCall, b: LiveCall): number =>
  a.room.localeCompare(b.room, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1)

const isAlone = ({ key, calls: [first] }: CallRow) => key.endsWith(first.id)

const inOrder = (a: CallRow, b: CallRow): number =>
  a.at - b.at ||
  Number(isAlone(a)) - Number(isAlone(b)) ||
  (isAlone(a) ? byRoom(a.calls[0], b.calls[0]) : urgencyOf(a.state) - urgencyOf(b.state)) ||
  (a.key < b.key ? -1 : 1)

/** Those that need a line of their own, now. */
export const alone = (rows: readonly CallRow[]): ReadonlySet<string> =>
  new Set(rows.filter(isAlone).map(({ calls: [first] }) => first.id))
