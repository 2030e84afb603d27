import type { MenuName } from '../hotel/menus/menu.ts'
import type { Word } from '../hotel/wakeups/announcement.ts'
import type { CallResult } from '../hotel/wakeups/call-result.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import type { Instant } from '../kernel/clock.ts'

/** Speech that is ready to be played; only the adapter knows its format. */
export interface Speech {
  readonly durationMs: number
  /** When each mark among its words passes, in milliseconds. */
  readonly marks?: readonly number[]
}

/** What another process needs to hang up a call that this one began: plain JSON. */
export type CallHandle = Readonly<Record<string, unknown>>

export interface CallOrder {
  readonly extension: string
  readonly ringMs: number
  readonly announcement: Speech
  /** Whether signs of a machine are looked for. */
  readonly hearsMachines: boolean
  /** How often it is said; after that the call is hung up. */
  readonly rounds: number
  /** Asked as the last thing before it leaves: who was stopped until now may have lost the house meanwhile. */
  mayLeave?(): boolean
  /**
   * What is said to a key, before hanging up; null goes on as if nothing had been pressed. `saidMs`: how much has been
   * said by then, over all rounds.
   */
  reply(key: string, saidMs: number): Speech | null
}

/** What the caller of `prepare` is told during the call. */
export interface CallSteps {
  /** It has left: from now on the phone may ring. */
  dialled(): void
  /** The phone was picked up. Awaited before the answer is acknowledged; the handle can hang up the call. */
  answered(handle: CallHandle): Promise<void>
  /** The announcement was heard for so long that the answer counts for good. */
  heard(): void
  /** Everything that the exchange says on the way, as it is said. */
  progress(status: number, reason: string): void
  key(key: string): void
  /** What of the audio went and came, once a call is over that was answered. */
  audio?(audio: CallAudio): void
}

/** In packets, and between which addresses: where one side hears nothing, they tell why. */
export interface CallAudio {
  /** Where we asked for it, host and port. */
  readonly announced: string
  /** Where the other side asked for it. */
  readonly wanted: string
  /** What the sound was written in, by its name: PCMU. */
  readonly codec: string
  readonly sent: number
  readonly received: number
  readonly lost: number
}

/** A call that is ready but not sent yet, so that its handle can be stored before. */
export interface PreparedCall {
  readonly handle: CallHandle
  /** Always resolves, once. A call that could not be prepared has ended already. */
  readonly ended: Promise<CallResult>
  /** Puts it on the wire, and waits for nothing. */
  dial(): void
  /** Stops the call at any stage, even before dialling; the line is free again once it has ended. */
  hangUp(): void
}

/** A line that carries one call and is then free again. */
export interface HeldLine {
  readonly name: string
  /** Where its calls are sent, host and port: lines may share it. */
  readonly exchange: string
  prepare(order: CallOrder, steps: CallSteps): Promise<PreparedCall>
  /** Not needed after all, and nothing was prepared on it. */
  release(): void
}

/** Which lines will do. */
export interface LineWish {
  /** Also one that rests after trouble. */
  readonly evenResting?: boolean
  /** Also one that is judged dead and has carried nothing since, where nothing better is there. So unless said. */
  readonly evenDead?: boolean
  /** Since when it is wanted: after a while also one that is judged dead, though others are only taken. */
  readonly wantedAt?: Instant
  /** This one and no other, by the name that no other tenant's line has: it is to be tried. */
  readonly only?: string
  /** Rather not the line of this name: it has failed this room. */
  readonly avoid?: string
  /** Only one at an exchange of which this is true. */
  readonly mayUse?: (exchange: string) => boolean
  /** Only one that is left when a call of each of these tenants has one. */
  readonly besides?: readonly TenantId[]
}

export interface LineCapacity {
  /** Calls that can be up at once. */
  readonly lines: number
  /** Exchanges that they lead to. */
  readonly exchanges: number
}

/** Which tenants' guests have a call that waits for a line, or falls due before an instant: one entry for each call. */
export type GuestsDue = (before: Instant) => readonly TenantId[]

/** The port to the telephone. */
export interface Caller {
  /** A free and working line for calls of this tenant, or null. It stays taken until its call has ended. */
  take(tenant: TenantId, wish?: LineWish): HeldLine | null
  /** Calls to the desk leave lines to the calls that this names. */
  guestsFirst(due: GuestsDue): void
  /** Told when a line has become free, or works again. */
  onFree(listener: () => void): void
  /** Told when an exchange that was away is back: what waited for a line because of it need not wait any longer. */
  onBack(listener: () => void): void
  /** Cancels or hangs up a call left over by an earlier process. Says what was found. */
  abandon(handle: CallHandle): Promise<string>
}

/**
 * For calls to the desk about trouble. None of them takes a line from a guest's call that is due: a call to the desk
 * stands in the queue as one that falls due a minute after it was wanted. Who is to be woken by then has a line before
 * it; who is to be woken later has one after it, so that it does not wait for ever either.
 */
export interface DeskCaller {
  /** A line that no guest's call needs by then, even one that rests, which carries no guest's call; or null. */
  spare(tenant: TenantId, only?: string): HeldLine | null
  /** The next line of that kind. Null when the telephony stops meanwhile. */
  next(tenant: TenantId): Promise<HeldLine | null>
}

/** Somebody rings a line that a menu answers on. It has the line until it has ended. */
export interface InboundCall {
  readonly menu: MenuName
  /** The line that was rung, and whose it is. */
  readonly line: string
  readonly tenant: TenantId
  /** Who calls, by the word of the exchange. */
  readonly caller: {
    /** What the phone says of itself. */
    readonly from: string
    /** What the exchange says of it; null where it says nothing. */
    readonly asserted: string | null
    readonly isAnonymous: boolean
    /** The call was meant for another phone, which was forwarded to us. */
    readonly isForwarded: boolean
  }
  /** Names it on both sides of the wire. */
  readonly callId: string
  /** Ours: no two calls have the same, even where the exchange names them alike. */
  readonly tag: string
  readonly address: string
  /** Resolves when nobody is there any more. */
  readonly ended: Promise<void>
  /** Resolves when a guest is to be woken over its line in a moment: it is cut off then, unless it has ended. */
  readonly lineNeeded: Promise<void>
  /** Busy: nobody has time for it. */
  refuse(): void
  /** Picks up; keys are told as they come. */
  answer(onKey: (key: string) => void): Promise<void>
  /** In the place of what is being said; resolves when it was said, or cut short. */
  say(speech: Speech): Promise<void>
  /** Falls silent at once. */
  quiet(): void
  hangUp(): void
  /** Connects them with another phone; false where the exchange does not, and they are still here. */
  transfer(extension: string): Promise<boolean>
}

/** The port to the voice. */
export interface Voice {
  /** Done ahead, so that calls leave on time. */
  prepare(words: readonly Word[], language: string | null): Promise<Speech>
}
