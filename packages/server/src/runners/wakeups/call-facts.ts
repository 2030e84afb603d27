import type { CallHandle } from '../../calls/caller.ts'
import type { Interrupted } from '../../hotel/wakeups/after-call.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { Dialling, WakeupNote } from './wakeup-notes.ts'

/** A call that rings. */
export interface Rung {
  readonly call: ClaimedWakeup
  /** What happened to it and is not yet in the log. */
  readonly notes: readonly WakeupNote[]
  /** Since when it rings, unless that is in the book. */
  readonly unnoted: Instant | null
}

/** A call with a line of its own, about to be dialled. */
export interface Arming extends Dialling {
  readonly call: ClaimedWakeup
  /** Null when it could not be made ready: then it is not dialled at its moment, and another line is looked for. */
  readonly handle: CallHandle | null
}

export interface AnswerFacts {
  readonly rung: Rung
  readonly handle: CallHandle
}

export interface EndFacts {
  readonly rung: Rung
  readonly result: CallResult
  readonly startedAt: Instant
  /** Somebody has decided about the call while it rang: it does not go on. */
  readonly isRecalled: boolean
  /** Set when we hang up because we stop: how far the call had come, for the next process to go on from. */
  readonly cutOff: Interrupted | null
}

/** An attempt that was cut off. */
export interface Interruption {
  readonly attempt: Attempt
  /** As it was dialled; null when it is over, or changed. */
  readonly call: ClaimedWakeup | null
}
