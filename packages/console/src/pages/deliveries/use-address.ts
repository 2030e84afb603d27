import { useSearchParams } from 'wouter'
import { type DeliveryFilter, type Group, GROUPS } from '../../hotel/delivery.ts'
import { queryWith } from '../../kernel/address.ts'
import { isDate } from '../../kernel/calendar.ts'

/** The lists that can be asked for one by one; without any, what is open is grouped by its state. */
export const CHIPS: readonly Group[] = [...GROUPS, 'takenBack', 'delivered', 'all']

export interface Traced {
  readonly name: string
  readonly tenant: string
}

const traceIn = (query: URLSearchParams): Traced | null => {
  const name = query.get('trace')
  return name === null ? null : { name, tenant: query.get('of') ?? '' }
}

/** What is in the address: which state, lane, room and days, what is opened. */
export function useAddress() {
  const [query, setQuery] = useSearchParams()
  const set = (changes: Readonly<Record<string, string | null>>) =>
    setQuery((before) => queryWith(before, changes))
  const since = query.get('since')
  const filter: DeliveryFilter = {
    lane: query.get('lane'),
    room: query.get('room'),
    since: since !== null && isDate(since) ? since : null,
  }
  const look = (traced: Traced | null) =>
    set({ trace: traced?.name ?? null, of: traced === null || traced.tenant === '' ? null : traced.tenant })
  return {
    look,
    state: CHIPS.find((one) => one === query.get('state')) ?? null,
    filter,
    open: query.get('open'),
    /** A property system by its name, and the house whose own it is; empty for one that all share. */
    trace: traceIn(query),
    set,
  }
}

export type Address = ReturnType<typeof useAddress>
