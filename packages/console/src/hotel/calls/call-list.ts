import type { CallRow } from './call-rows.ts'
import { isActive, isUnwoken, type Tally, tallyOf } from './call-state.ts'
import type { LiveCall } from './live-call.ts'

/** What stands in the list, from top to bottom. */
export type CallItem =
  | { readonly kind: 'row'; readonly key: string; readonly row: CallRow; readonly isInner: boolean }
  /** Where the present lies; `day`: what follows is of this day. */
  | { readonly kind: 'now'; readonly key: 'now'; readonly day: number | null }
  | { readonly kind: 'day'; readonly key: string; readonly day: number }
  /** What went well a while ago is one line. */
  | {
      readonly kind: 'earlier'
      readonly key: 'earlier'
      readonly tally: Tally
      readonly isOpen: boolean
    }

export interface ListNeeds {
  /** Null: another day is looked at. */
  readonly now: number | null
  readonly dateOf: (at: number) => string
  readonly opened: ReadonlySet<string>
  /** Null: nothing is folded. */
  readonly earlier: 'open' | 'folded' | null
}

const EARLIER_MS = 30 * 60_000
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 2

export function itemsOf(rows: readonly CallRow[], needs: ListNeeds): readonly CallItem[] {
  const { now, earlier } = needs
  const old = now === null || earlier === null ? [] : rows.filter((row) => isOld(row, now))
  if (old.length < LEAST_FOLDED) return withRules(rows, needs)
  const tally = tallyOf(old.flatMap(({ calls, state }) => calls.map(() => state)))
  const isOpen = earlier === 'open'
  const rest = isOpen ? rows : rows.filter((row) => !old.includes(row))
  return [{ kind: 'earlier', key: 'earlier', tally, isOpen }, ...withRules(rest, needs)]
}

const isOld = ({ at, state }: CallRow, now: number) =>
  at < now - EARLIER_MS && !isActive(state) && !isUnwoken(state)

function withRules(rows: readonly CallRow[], { now, dateOf, opened }: ListNeeds): readonly CallItem[] {
  const items: CallItem[] = []
  let before: CallRow | null = null
  let isNowSet = now === null
  for (const row of rows) {
    const isOtherDay = before !== null && dateOf(before.at) !== dateOf(row.at)
    if (!isNowSet && now !== null && row.at > now) {
      isNowSet = true
      items.push({ kind: 'now', key: 'now', day: dateOf(now) === dateOf(row.at) ? null : row.at })
    } else if (isOtherDay) items.push({ kind: 'day', key: dateOf(row.at), day: row.at })
    items.push(...itemsOfRow(row, opened))
    before = row
  }
  if (!isNowSet && before !== null) items.push({ kind: 'now', key: 'now', day: null })
  return items
}

/** A line of several opens to its rooms. */
function itemsOfRow(row: CallRow, opened: ReadonlySet<string>): readonly CallItem[] {
  const own: CallItem = { kind: 'row', key: row.key, row, isInner: false }
  if (row.calls.length === 1 || !opened.has(row.key)) return [own]
  const inner = row.calls.map((call): CallItem => {
    const inside = innerRow(row, call)
    return { kind: 'row', key: inside.key, row: inside, isInner: true }
  })
  return [own, ...inner]
}

const innerRows = new WeakMap<LiveCall, CallRow>()

/** The same as long as its call is: of a hundred in an open line one changes, and only that one is drawn anew. */
function innerRow(row: CallRow, call: LiveCall): CallRow {
  const key = `${row.key} ${call.id}`
  const known = innerRows.get(call)
  if (known?.key === key && known.isVip === row.isVip) return known
  const fresh: CallRow = { ...row, key, isLarge: false, calls: [call] }
  innerRows.set(call, fresh)
  return fresh
}
