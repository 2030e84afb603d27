import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import type { Day } from '../time/calendar.ts'
import type { Mailbox } from './room.ts'

/** Someone who stays in a room. A room without guests is vacant. */
export interface Guest {
  readonly id: string
  readonly tenant: TenantId
  readonly room: string
  readonly name: string
  readonly language: string | null
  readonly vip: boolean
  readonly arrivedAt: Instant
  /** The property system that told of the guest, and its number of the reservation; empty for any other guest. */
  readonly system: string
  readonly reservation: string
  /** The day they leave, where a property system has told; null where nobody knows. */
  readonly departs: Day | null
  /** The room they moved from last; empty for a guest who has not moved. */
  readonly cameFrom: string
}

/**
 * Which of the languages spoken here a tag means: `en-US` of `en-us`, `de` of `de`, `DE` or `de-CH`; null for one that no
 * announcements are in.
 */
export function spokenLanguage(tag: string, spoken: readonly string[]): string | null {
  const wanted = tag.toLowerCase().replaceAll('_', '-')
  const [main] = wanted.split('-')
  const named = (name: string | undefined) => spoken.find((one) => one.toLowerCase() === name)
  return named(wanted) ?? named(main) ?? null
}

/** The language of a hotel, and all that its announcements can be in. */
export interface HotelLanguages {
  readonly language: string
  readonly spoken: readonly string[]
}

/**
 * What a room is woken in: the first of the guests' own languages that is spoken here, the room's, the hotel's. A property
 * system may tell of any language, and one may be gone since a guest came.
 */
export function languageOfRoom(
  guests: readonly Pick<Guest, 'language'>[],
  room: Pick<Mailbox, 'language'> | undefined,
  { language: hotel, spoken }: HotelLanguages,
): string {
  const wanted = [...guests, ...(room ? [room] : [])].flatMap(({ language }) => language ?? [])
  return wanted.map((tag) => spokenLanguage(tag, spoken)).find((tag) => tag !== null) ?? hotel
}

/** A room is treated as its most important guest. */
export const isVipRoom = (
  room: Pick<Mailbox, 'vip'> | undefined,
  guests: readonly Pick<Guest, 'vip'>[],
): boolean => room?.vip === true || guests.some(({ vip }) => vip)

/** When the first of them came; null where nobody stays. */
export const occupiedSince = (guests: readonly Pick<Guest, 'arrivedAt'>[]): Instant | null =>
  guests.length === 0 ? null : Math.min(...guests.map(({ arrivedAt }) => arrivedAt))

/** Whether name and room have all of these words, or parts of them. */
export function isSoughtBy(words: string, { name, room }: Pick<Guest, 'name' | 'room'>): boolean {
  const text = `${name} ${room}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** By room, sharers as they came. */
export const byRoomAndArrival = (one: Guest, other: Guest) =>
  one.room === other.room ? one.arrivedAt - other.arrivedAt : one.room < other.room ? -1 : 1

/** A move takes guests and their calls along, so it must lead into an empty room. */
export function moveGuests(
  guests: readonly Guest[],
  to: { number: string; guests: readonly Guest[] },
): Guest[] {
  if (guests.length === 0) throw new Failure('guest.none', 'Nobody is checked in to this room')
  if (to.guests.length > 0)
    throw new Failure('room.occupied', `Room ${to.number} is occupied; a move must lead into an empty room`)
  return guests.map((guest) => ({ ...guest, room: to.number, cameFrom: guest.room }))
}
