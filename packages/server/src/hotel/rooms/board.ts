import type { Instant } from '../../kernel/clock.ts'
import { pickShared, type TenantId } from '../accounts/tenancy.ts'
import { type CustomRoom, type Mailbox, type Place, placeOf, type Room } from './room.ts'
import type { RoomMark } from './room-mark.ts'
import type { RoomStatus, StatusType } from './room-status.ts'
import { type Guest, type HotelLanguages, languageOfRoom } from './stay.ts'

/** The wakeup calls that a room waits for. */
export interface WaitingCalls {
  readonly tenant: TenantId
  readonly room: string
  readonly calls: number
  /** When the room is rung next. */
  readonly next: Instant
}

/** What is kept of rooms, kind by kind: of all of a house, or of one room. */
export interface BoardFacts {
  readonly mailboxes: readonly Mailbox[]
  readonly customRooms: readonly CustomRoom[]
  readonly guests: readonly Guest[]
  readonly statuses: readonly RoomStatus[]
  readonly types: readonly StatusType[]
  readonly marks: readonly RoomMark[]
  readonly calls: readonly WaitingCalls[]
}

/** A room with all that those who go through the house want to see of it. */
export interface RoomOnBoard extends Room, Place {
  readonly name: string
  readonly extension: string
  readonly vip: boolean
  readonly language: string
  readonly guests: readonly Guest[]
  readonly status: RoomStatus | null
  readonly condition: string | null
  readonly marks: readonly RoomMark[]
  readonly next: Instant | null
  readonly pending: number
}

/** Every room of either list once, by number and then tenant. */
export function boardOf(facts: BoardFacts, languages: HotelLanguages): RoomOnBoard[] {
  const all = {
    mailboxes: byRoom(facts.mailboxes, ({ number }) => number),
    customRooms: byRoom(facts.customRooms, ({ number }) => number),
    guests: byRoom(facts.guests, ({ room }) => room),
    statuses: byRoom(facts.statuses, ({ room }) => room),
    marks: byRoom(facts.marks, ({ room }) => room),
    calls: byRoom(facts.calls, ({ room }) => room),
    types: grouped(facts.types, ({ id }) => id),
  }
  const others = facts.customRooms.filter(({ tenant, number }) => !all.mailboxes.has(keyOf(tenant, number)))
  const rooms: readonly Room[] = [...facts.mailboxes, ...others]
  return rooms.toSorted(byNumber).map((room) => onBoard(room, all, languages))
}

type Grouped = { readonly [K in keyof BoardFacts]: ReadonlyMap<string, BoardFacts[K]> }

function onBoard({ tenant, number }: Room, all: Grouped, languages: HotelLanguages): RoomOnBoard {
  const key = keyOf(tenant, number)
  const mailbox = all.mailboxes.get(key)?.[0]
  const status = all.statuses.get(key)?.[0] ?? null
  const waiting = all.calls.get(key)?.[0]
  const guests = all.guests.get(key) ?? []
  const { floor, section } = placeOf(number, [mailbox, all.customRooms.get(key)?.[0]])
  return {
    tenant,
    number,
    floor,
    section,
    name: mailbox?.name ?? '',
    extension: mailbox?.extension ?? '',
    vip: (mailbox?.vip ?? false) || guests.some(({ vip }) => vip),
    language: languageOfRoom(guests, mailbox, languages),
    guests,
    status,
    condition: status && conditionOf(status, all.types.get(status.status) ?? []),
    marks: all.marks.get(key) ?? [],
    next: waiting?.next ?? null,
    pending: waiting?.calls ?? 0,
  }
}

const keyOf = (tenant: TenantId, number: string) => `${tenant}/${number}`

const byRoom = <T extends { readonly tenant: TenantId }>(all: readonly T[], numberOf: (one: T) => string) =>
  grouped(all, (one) => keyOf(one.tenant, numberOf(one)))

function grouped<T>(all: readonly T[], keyIn: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyIn(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const byNumber = (one: Room, other: Room) =>
  one.number < other.number || (one.number === other.number && one.tenant < other.tenant) ? -1 : 1

/** The words of a report stay; what they mean is what their type means today. */
const conditionOf = ({ tenant }: RoomStatus, types: readonly StatusType[]) =>
  pickShared(types, tenant)?.condition ?? null
