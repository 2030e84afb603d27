import type { WakeupForm } from '@reveille/contract'
import { addDays } from '../../kernel/calendar.ts'
import { type CallTime, DAYS, roomsOf, type SetEntry, type When } from './entry.ts'

/** What the server is asked for: one time, for as many rooms as want it. */
export interface Ask {
  readonly rooms: readonly string[]
  /** Whose rooms, where a number is there twice. */
  readonly tenant: string | null
  readonly form: Omit<WakeupForm, 'room' | 'rooms'>
  /** A repeat for so many days: its last day is known once the server has said its first. */
  readonly forDays: number | null
}

const compact = (date: string) => date.replaceAll('-', '')

const timeFields = (time: CallTime) => (time.kind === 'in' ? { in: time.minutes } : { time: time.time })

function whenFields(when: When): Ask['form'] {
  if (when.kind === 'next') return {}
  if (when.kind === 'on') return { date: compact(when.date) }
  const { days, from, end } = when
  return {
    ...(from === null ? {} : { date: compact(from) }),
    ...(days.length === DAYS.length ? { daily: true } : { days: days.join(',') }),
    ...untilFields(when.from, end),
  }
}

function untilFields(from: string | null, end: Extract<When, { kind: 'repeat' }>['end']): Ask['form'] {
  if (end === null) return {}
  if (end.kind === 'until') return { until: compact(end.date) }
  return from === null ? {} : { until: lastDay(from, end.days) }
}

/** YYYYMMDD */
const lastDay = (first: string, days: number) => compact(addDays(first, days - 1))

const forDaysOf = (when: When): number | null =>
  when.kind === 'repeat' && when.from === null && when.end?.kind === 'for' ? when.end.days : null

/** The ask with its last day, once its first is known: a moment of the server. */
export const endedAsk = (ask: Ask, first: string): Ask =>
  ask.forDays === null
    ? ask
    : { ...ask, form: { ...ask.form, until: lastDay(first.slice(0, 10), ask.forDays) }, forDays: null }

export const bodyOf = ({ rooms, form }: Ask): WakeupForm => ({ room: rooms.join(','), ...form })

/** Lines that ask for the same time are asked together: forty lines of a list are as many requests as it has times. */
export function asksOf(
  entries: readonly SetEntry[],
  tenantOf: (room: string) => string | null = () => null,
): Ask[] {
  const found = new Map<string, Ask>()
  for (const entry of entries)
    for (const time of entry.times)
      for (const room of roomsOf(entry.rooms)) gather(found, entry, time, room, tenantOf(room))
  return [...found.values()]
}

function gather(
  found: Map<string, Ask>,
  { when, confirm, prompt }: SetEntry,
  time: CallTime,
  room: string,
  tenant: string | null,
): void {
  const form = {
    ...timeFields(time),
    ...whenFields(when),
    ...(confirm ? { confirm } : {}),
    ...(prompt === null ? {} : { prompt: prompt.id }),
  }
  const forDays = forDaysOf(when)
  const key = JSON.stringify([form, forDays, tenant])
  const before = found.get(key)?.rooms ?? []
  if (!before.includes(room)) found.set(key, { rooms: [...before, room], tenant, form, forDays })
}
