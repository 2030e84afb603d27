import type { LogEntry } from '@reveille/contract'

/** What of the log is looked at; every field stands in the address. */
export interface LogFilter {
  readonly kind: string
  readonly room: string
  readonly actor: string
  readonly q: string
  readonly start: string
  readonly end: string
  readonly wakeup: string
}

export const LOG_FIELDS = ['kind', 'room', 'actor', 'q', 'start', 'end', 'wakeup'] as const

/** A day in the address as the interface writes it: 20261115. */
const compact = (day: string) => day.replaceAll('-', '')

/** What is asked of the server: only what is set. The end is a day that still counts. */
export function logQuery(filter: LogFilter, dayAfter: (day: string) => string) {
  const { start, end, ...others } = filter
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  return {
    ...given,
    ...(start === '' ? {} : { start: compact(start) }),
    ...(end === '' ? {} : { end: compact(dayAfter(end)) }),
  }
}

/** Rows that are new before those that are there; nothing twice. */
export function joined(fresh: readonly LogEntry[], there: readonly LogEntry[]): readonly LogEntry[] {
  const known = new Set(there.map(({ id }) => id))
  return [...fresh.filter(({ id }) => !known.has(id)), ...there]
}

/** The facts of a row, one by one; what lies deeper stays JSON. */
export const factsOf = ({ detail }: Pick<LogEntry, 'detail'>): readonly (readonly [string, string])[] =>
  Object.entries(detail).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
