import type { Instant } from '../../kernel/clock.ts'
import { ownName, type TenantId } from '../accounts/tenancy.ts'
import type { ClockTime, Day, WallTime } from '../time/calendar.ts'
import type { Outcome } from '../wakeups/wakeup-outcome.ts'

/** A property system that we are linked to; of no tenant, it knows the rooms of all. */
export interface PropertySystem {
  readonly name: string
  readonly tenant: TenantId
}

/** What a guest or a call remembers of the system that told of it. */
export const systemKey = ({ tenant, name }: PropertySystem) => ownName(tenant, name)

/** What it tells of a guest. Null where it says nothing. */
interface GuestFacts {
  readonly room: string
  readonly reservation: string | null
  /** Whether others stay in the room besides this guest. */
  readonly shared: boolean | null
  readonly name: string | null
  readonly language: string | null
  readonly vip: boolean | null
  /** The day of departure. */
  readonly departs: Day | null
}

export type GuestNews =
  | ({ readonly kind: 'check-in'; readonly resync: boolean } & GuestFacts)
  | ({ readonly kind: 'check-out'; readonly resync: boolean } & GuestFacts)
  /** With `from`, a room move: `sharedBefore` tells whether others stay behind. */
  | ({
      readonly kind: 'change'
      readonly from: string | null
      readonly sharedBefore: boolean | null
    } & GuestFacts)

/** All guests are told once more: those that it told of before and now does not are gone. */
export type ResyncNews = 'begun' | 'done' | 'broken off'

/** What a property system knows a call by. Date and time stay exactly as sent; only the connector reads them. */
export interface CallKey {
  readonly room: string
  readonly date: string
  readonly time: string
}

/** When a call is wanted, by the hotel's clock; null for a date or time that does not exist. */
export type RequestedWall = WallTime | null

/** Which calls of a room are cleared; null means any day or time. */
export interface Clearing {
  readonly date: string | null
  readonly time: string | null
  /** The same by the hotel's clock; null for a date or time that does not exist. */
  readonly moment: { readonly day: Day | null; readonly time: ClockTime | null } | null
}

export type CallNews =
  | ({ readonly kind: 'request'; readonly wall: RequestedWall } & CallKey)
  | ({ readonly kind: 'clear'; readonly room: string } & Clearing)

/** Everything that a property system tells, in the order in which it was heard. */
export type PropertyNews =
  | { readonly about: 'call'; readonly news: CallNews }
  | { readonly about: 'guest'; readonly news: GuestNews }
  | { readonly about: 'resync'; readonly news: ResyncNews }
  /** The link is up. */
  | { readonly about: 'link' }

/** Whether something has left for a property system; there is no answer to it. */
export type Said =
  | { readonly kind: 'sent' }
  | { readonly kind: 'not linked' | 'invalid' | 'too soon'; readonly text: string }

/** The last word about a call: how it ended, that it cannot be done at all, or that it was taken back here. */
export type LastWord = Outcome | 'impossible' | 'taken back'

/** A call that a property system asked for or was told of, and what it heard of its end. That is told once. */
export interface PropertyCall extends CallKey {
  readonly id: string
  /** The key of the system. */
  readonly system: string
  readonly tenant: TenantId
  /** Null when no call could be made of it. */
  readonly wakeup: string | null
  readonly askedAt: Instant
  /** `open`: the call is not over. `due`: it is to be told now. `told`: the record has left. */
  readonly state: 'open' | 'due' | 'told'
  readonly word: LastWord | null
  readonly toldAt: Instant | null
  /** When it was to ring, of a call that was made here and told to the system; null for one that it asked for. */
  readonly announcedFor: Instant | null
}
