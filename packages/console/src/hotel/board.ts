import type { BoardRecord } from '@reveille/contract'
import { instantOf } from '../kernel/clock.ts'
import { isStatus, keyOfRoom, type Reported } from './room-status.ts'

/** What a status means in common words; a hotel may also report what means none of these. */
export const CONDITIONS = [
  'dirty',
  'in_progress',
  'pickup',
  'clean',
  'inspected',
  'out_of_order',
  'out_of_service',
  'other',
  'unreported',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** A room as it is shown: with what was reported here and is not stored yet. */
export interface ShownRoom {
  readonly key: string
  readonly record: BoardRecord
  readonly status: Reported | null
  readonly condition: Condition
  /** Since when; null where nothing was reported. */
  readonly since: number | null
  readonly by: string
  /** It was changed here, and the server does not know yet. */
  readonly isHeld: boolean
}

interface Held {
  readonly status: Reported
  readonly at: string
  readonly who: string
}

export const conditionOf = (status: Reported | null): Condition =>
  status === null ? 'unreported' : (CONDITIONS.find((one) => one === status.condition) ?? 'other')

export function shownRoom(record: BoardRecord, held: Held | undefined): ShownRoom {
  const isTakenBack = held !== undefined && !isStatus(held.status)
  const status = isTakenBack ? null : (held?.status ?? record.status)
  const since = isTakenBack ? null : (held?.at ?? record.status?.changed ?? null)
  return {
    key: keyOfRoom(record),
    record,
    status,
    condition: conditionOf(status),
    since: since === null ? null : instantOf(since),
    by: held?.who ?? record.status?.user ?? '',
    isHeld: held !== undefined,
  }
}

/** Marks end by themselves. */
export const marksAt = ({ marks }: BoardRecord, now: number): BoardRecord['marks'] =>
  marks.filter(({ until }) => until === null || instantOf(until) > now)

export const isDnd = (record: BoardRecord, now: number): boolean =>
  marksAt(record, now).some(({ mark }) => mark === 'dnd')

const HOUR = 3_600_000

/** How many hours a room may stay so, by condition. */
export interface Limits {
  readonly dirty: number
  readonly in_progress: number
}
export const USUAL_LIMITS: Limits = { dirty: 4, in_progress: 1 }

export const limitOf = (condition: Condition, limits: Limits): number =>
  condition === 'dirty' || condition === 'in_progress' ? limits[condition] * HOUR : Number.POSITIVE_INFINITY

export const isLate = ({ condition, since }: ShownRoom, limits: Limits, now: number): boolean =>
  since !== null && now - since >= limitOf(condition, limits)

/** Somebody stays in a room that is reported unfit for anybody, or ready for the next since they came. */
export function isOdd({ record, condition, since }: ShownRoom): boolean {
  if (!record.occupied) return false
  if (condition === 'out_of_order' || condition === 'out_of_service') return true
  if (condition !== 'inspected' || since === null) return false
  return record.occupiedSince !== null && instantOf(record.occupiedSince) < since
}

export interface BoardFilter {
  readonly state: Condition | null
  readonly floor: string | null
  readonly occupied: boolean
  readonly dnd: boolean
  readonly late: boolean
  readonly odd: boolean
}

export const isSought = (room: ShownRoom, filter: BoardFilter, limits: Limits, now: number): boolean =>
  (filter.state === null || room.condition === filter.state) &&
  (filter.floor === null || room.record.floor === filter.floor) &&
  (!filter.occupied || room.record.occupied) &&
  (!filter.dnd || isDnd(room.record, now)) &&
  (!filter.late || isLate(room, limits, now)) &&
  (!filter.odd || isOdd(room))

export const GROUPINGS = ['floor', 'section', 'state'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Rooms that stand together, under one head. */
export interface RoomGroup {
  /** The floor, the section or the condition; empty where it has none. */
  readonly name: string
  readonly rooms: readonly ShownRoom[]
}

const natural = new Intl.Collator('en', { numeric: true })

/** As they lie along the corridor. */
export const byNumber = (one: BoardRecord, other: BoardRecord): number =>
  natural.compare(one.number, other.number) || natural.compare(one.tenant, other.tenant)

const nameIn = (grouping: Grouping, { record, condition }: ShownRoom): string =>
  grouping === 'state' ? condition : record[grouping]

/** What has no floor stands last. */
function byName(grouping: Grouping, one: string, other: string): number {
  if (grouping === 'state')
    return CONDITIONS.findIndex((is) => is === one) - CONDITIONS.findIndex((is) => is === other)
  if (one === '' || other === '') return one === other ? 0 : one === '' ? 1 : -1
  return natural.compare(one, other)
}

/** The rooms must come by number. */
export function groupsOf(rooms: readonly ShownRoom[], grouping: Grouping): readonly RoomGroup[] {
  const groups = new Map<string, ShownRoom[]>()
  for (const room of rooms) {
    const name = nameIn(grouping, room)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [room])
    else group.push(room)
  }
  return [...groups]
    .toSorted(([one], [other]) => byName(grouping, one, other))
    .map(([name, those]) => ({ name, rooms: those }))
}

/** Groups from one look to the next: one of which no room has changed is the same. */
export class KeptGroups {
  #before: ReadonlyMap<string, RoomGroup> = new Map()

  of(groups: readonly RoomGroup[]): readonly RoomGroup[] {
    const kept = groups.map((group) => {
      const old = this.#before.get(group.name)
      const isSame =
        old?.rooms.length === group.rooms.length && old.rooms.every((room, at) => room === group.rooms[at])
      return isSame ? old : group
    })
    this.#before = new Map(kept.map((group) => [group.name, group]))
    return kept
  }
}

export type Counts = Readonly<Partial<Record<Condition, number>>>

export function roomCounts(rooms: readonly ShownRoom[]): Counts {
  const counts: Partial<Record<Condition, number>> = {}
  for (const { condition } of rooms) counts[condition] = (counts[condition] ?? 0) + 1
  return counts
}

/** Whom a report of several rooms concerns: those who do not want to be disturbed only if somebody says so. */
export function partedByDnd(
  rooms: readonly ShownRoom[],
  isIncluded: boolean,
  now: number,
): { readonly meant: readonly ShownRoom[]; readonly leftOut: readonly ShownRoom[] } {
  const leftOut = isIncluded ? [] : rooms.filter(({ record }) => isDnd(record, now))
  return { meant: rooms.filter((room) => !leftOut.includes(room)), leftOut }
}

/** The room whose number begins with what was typed, from where somebody is on. */
export function typedRoom(rooms: readonly ShownRoom[], typed: string): ShownRoom | undefined {
  const wanted = typed.toLowerCase()
  return (
    rooms.find(({ record }) => record.number.toLowerCase() === wanted) ??
    rooms.find(({ record }) => record.number.toLowerCase().startsWith(wanted))
  )
}
