import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Answered, CallResult } from './call-result.ts'
import type { Conduct } from './wakeup-policy.ts'
import type { Outcome } from './wakeup-outcome.ts'

/** What a call that is being conducted has behind it. */
export interface Progress {
  /** When the present attempt was due; its grace time counts from here. */
  readonly dueAt: Instant
  /** Attempts of the present set: a snooze begins a new one. */
  readonly tries: number
  readonly snoozes: number
  readonly confirm: boolean
  /** How often in a row no line could carry it. */
  readonly lineTroubles: number
}

export type Decision =
  | { readonly do: 'settle'; readonly outcome: Outcome }
  /** The guest was not reached: rung again then. */
  | { readonly do: 'retry'; readonly at: Instant; readonly after: Outcome }
  | { readonly do: 'snooze'; readonly at: Instant }
  /** It was the line, not the guest: this attempt does not count. */
  | { readonly do: 'wait-for-line'; readonly at: Instant }

/** Heard for so long, the announcement counts as heard. */
const HEARD_ENOUGH_MS = 3_000
export const SNOOZE_KEY = '1' as const

/** No line for so long: the desk is told. */
export const DESK_KNOWS_AFTER = minutes(2)

/** A call is tried again on another line at once, then at growing distances: a sick exchange is not hammered. */
const LINE_WAITS_MS = [0, 5_000, 10_000, 20_000, 30_000]

/** What is done after a room was rung. `startedAt` is when this attempt was dialled. */
export function afterCall(
  call: Progress,
  result: CallResult,
  conduct: Conduct,
  startedAt: Instant,
  now: Instant,
): Decision {
  if (result.kind === 'line-trouble') return afterLineTrouble(call, conduct, now)
  if (result.kind === 'answered' && wantsSnooze(call, result, conduct))
    return { do: 'snooze', at: now + conduct.snooze.delayMs }
  const outcome = outcomeOf(result, needsKey(call, conduct))
  if (outcome === 'complete' || call.tries >= conduct.attempts) return { do: 'settle', outcome }
  // A clock that was set back while it rang must not put the next attempt off by as much.
  const dialledAt = Math.min(startedAt, now)
  return { do: 'retry', at: Math.max(now, dialledAt + conduct.retryDelayMs), after: outcome }
}

function afterLineTrouble(call: Progress, conduct: Conduct, now: Instant): Decision {
  const wait = LINE_WAITS_MS[Math.min(call.lineTroubles, LINE_WAITS_MS.length - 1)] ?? 0
  const at = now + wait
  return at > graceEnd(call, conduct) ? { do: 'settle', outcome: 'no-line' } : { do: 'wait-for-line', at }
}

/** The first key decides; once the limit is reached, the snooze key confirms like any other. */
const wantsSnooze = (call: Progress, { keys }: Pick<Answered, 'keys'>, conduct: Conduct): boolean =>
  keys.startsWith(SNOOZE_KEY) && maySnooze(call, conduct)

export const maySnooze = (call: Pick<Progress, 'snoozes'>, { snooze }: Conduct): boolean =>
  call.snoozes < snooze.limit

/** The guest has used every snooze: this call says that it is the last. */
export const isFinalCall = (call: Pick<Progress, 'snoozes'>, { snooze }: Conduct): boolean =>
  snooze.limit > 0 && call.snoozes >= snooze.limit

export const needsKey = (call: Pick<Progress, 'confirm'>, conduct: Conduct): boolean =>
  call.confirm || conduct.confirm

/** What one attempt amounts to. Only a key proves that a person was there. */
function outcomeOf(result: CallResult, confirm: boolean): Outcome {
  if (result.kind === 'answered') return answeredOutcome(result, confirm)
  if (result.forwarded) return 'diverted'
  switch (result.kind) {
    case 'no-answer':
    case 'line-trouble':
      return 'no-answer'
    case 'busy':
      return 'busy'
    case 'rejected':
    case 'unreachable':
      return 'unreachable'
  }
}

function answeredOutcome({ keys, forwarded, heardMs }: Answered, confirm: boolean): Outcome {
  if (keys !== '') return 'complete'
  // Somebody else's phone, or a mailbox: neither presses a key.
  if (forwarded || (confirm && heardMs >= HEARD_ENOUGH_MS)) return 'diverted'
  return !confirm && heardMs >= HEARD_ENOUGH_MS ? 'complete' : 'no-answer'
}

/** An attempt that a crash cut off. */
export interface Interrupted {
  readonly answered: boolean
  readonly keys: string
}

/**
 * A guest who answered is never rung again for it, unless they asked for that. Without a key, a call that wanted one
 * counts as answered by somebody unknown, and the desk hears of it. A phone that only rang is rung anew, within the
 * grace time, and the attempt that was cut off does not count.
 */
export function afterInterruption(
  call: Progress,
  attempt: Interrupted,
  conduct: Conduct,
  now: Instant,
): Decision {
  const snoozeMs = attempt.answered && wantsSnooze(call, attempt, conduct) ? conduct.snooze.delayMs : null
  if (attempt.answered && snoozeMs === null)
    return { do: 'settle', outcome: cutOffOutcome(call, attempt, conduct) }
  if (now > graceEnd(call, conduct) + (snoozeMs ?? 0)) return { do: 'settle', outcome: 'missed' }
  return snoozeMs === null ? { do: 'wait-for-line', at: now } : { do: 'snooze', at: now + snoozeMs }
}

const cutOffOutcome = (call: Progress, { keys }: Interrupted, conduct: Conduct): Outcome =>
  needsKey(call, conduct) && keys === '' ? 'diverted' : 'complete'

const graceEnd = (call: Progress, conduct: Conduct): Instant => lineWantedAt(call, conduct) + conduct.graceMs

/** Where the desk has its time before us, the first attempt is ours only after it; in which rooms, `beforeCall` knows. */
export function lineWantedAt(
  { dueAt, tries, snoozes }: Pick<Progress, 'dueAt' | 'tries' | 'snoozes'>,
  { method, vipMethod, backupAfterMs }: Conduct,
): Instant {
  const first = tries <= 1 && snoozes === 0
  return dueAt + (first && (method === 'backup' || vipMethod === 'backup') ? backupAfterMs : 0)
}
