import type { LogEntry } from '@reveille/contract'
import { type HouseEvent, textOf } from './house-event.ts'
import { may } from './permissions.ts'

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

/** Rows that are new before those that are there; nothing twice. One that was read too early for its seal gets it. */
export function joined(fresh: readonly LogEntry[], there: readonly LogEntry[]): readonly LogEntry[] {
  const known = new Set(there.map(({ id }) => id))
  const again = new Map(fresh.map((row) => [row.id, row]))
  return [
    ...fresh.filter(({ id }) => !known.has(id)),
    ...there.map((row) => (row.seal === undefined ? (again.get(row.id) ?? row) : row)),
  ]
}

/** The facts of a row, one by one; what lies deeper stays JSON. */
export const factsOf = ({ detail }: Pick<LogEntry, 'detail'>): readonly (readonly [string, string])[] =>
  Object.entries(detail).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

/** Whether a row that was just written belongs to what is looked at; with words nobody can tell before it is read. */
export function isLookedAt(
  { kind, room, actor }: LogFilter,
  event: Pick<HouseEvent, 'kind' | 'room' | 'actor'>,
): boolean {
  const isOfKind = kind === '' || kind.split(',').some((one) => isOneOf(one, event.kind))
  return isOfKind && (room === '' || room === event.room) && (actor === '' || actor === event.actor)
}

const isOneOf = (wanted: string, kind: string) => kind === wanted || kind.startsWith(`${wanted}.`)

/** Only then is it known how many rows are new. */
export const isCountable = ({ q, wakeup }: LogFilter): boolean => q === '' && wakeup === ''

/** Where a row leads: to the call, the room and the message that it tells of, for who may go there. */
export function leadsTo(
  row: Pick<LogEntry, 'wakeup' | 'room' | 'tenant' | 'detail'>,
  permissions: readonly string[],
): readonly { readonly what: 'call' | 'room' | 'delivery'; readonly href: string }[] {
  const delivery = may(permissions, ['review', 'administrator']) ? textOf(row.detail['delivery']) : ''
  const places = [
    { what: 'call', path: '/wakeup', id: row.wakeup ?? '', whose: '' },
    { what: 'room', path: '/room', id: row.room, whose: row.tenant },
    { what: 'delivery', path: '/delivery', id: delivery, whose: '' },
  ] as const
  return places
    .filter(({ id }) => id !== '')
    .map(({ what, path, id, whose }) => ({
      what,
      href: `${path}/${encodeURIComponent(id)}${whose === '' ? '' : `?${new URLSearchParams({ tenant: whose })}`}`,
    }))
}

/** The minute of a row, as the interface is asked for it: 202611150700. */
export const minuteOf = (moment: string): string => moment.replaceAll(/[-T:]/g, '').slice(0, 12)
