import { type Instant, minutes } from '../../kernel/clock.ts'
import { answeredBy } from './answered-by.ts'
import { isAnsweredForGood } from './answered-for-good.ts'
import type { Answered, CallResult } from './call-result.ts'
import { type Proof, provenBy, unproven, type Verdict, verdictOf } from './proof.ts'
import type { WakeupPolicy } from './wakeup-policy.ts'
import type { Outcome } from './wakeup-outcome.ts'

/** What a call that is being carried out has behind it. */
export interface CallSoFar {
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
  | (Verdict & { readonly do: 'settle' })
  /** The guest was not reached: rung again then. */
  | { readonly do: 'retry'; readonly at: Instant; readonly after: Outcome; readonly proof: Proof | null }
  | { readonly do: 'snooze'; readonly at: Instant }
  /** It was the line, not the guest: this attempt does not count. */
  | { readonly do: 'wait-for-line'; readonly at: Instant }

export const SNOOZE_KEY = '1' as const

/** No line for so long: the desk is told. */
export const DESK_KNOWS_AFTER = minutes(2)

/** A call is tried again on another line at once, then at growing distances: a sick exchange is not hammered. */
const LINE_WAITS_MS = [0, 5_000, 10_000, 20_000, 30_000]

/** What is done after a room was rung. `startedAt` is when this attempt was dialled. */
export function afterCall(
  call: CallSoFar,
  result: CallResult,
  policy: WakeupPolicy,
  startedAt: Instant,
  now: Instant,
): Decision {
  if (result.kind === 'line-trouble' && !result.rang) return afterLineTrouble(call, policy, now)
  if (isLost(call, result) && now <= graceEnd(call, policy)) return { do: 'wait-for-line', at: now }
  if (result.kind === 'answered' && wantsSnooze(call, result, policy))
    return { do: 'snooze', at: now + policy.snooze.delayMs }
  return settledOrRetried(
    call,
    verdictOf(result, needsKey(call, policy), policy.machines),
    policy,
    startedAt,
    now,
  )
}

/**
 * The exchange, or the way to it, was gone while the phone rang: the guest was hardly rung, and is rung again at once. Only
 * once in a row: some exchanges forget every call that they are to cancel, and a guest must not be rung without end.
 */
const isLost = ({ lineTroubles }: CallSoFar, result: CallResult): boolean =>
  result.kind === 'line-trouble' && result.rang && result.status === null && lineTroubles === 0

function settledOrRetried(
  call: CallSoFar,
  verdict: Verdict,
  policy: WakeupPolicy,
  startedAt: Instant,
  now: Instant,
): Decision {
  if (verdict.outcome === 'complete' || call.tries >= policy.attempts) return { do: 'settle', ...verdict }
  // A clock that was set back while it rang must not put the next attempt off by as much.
  const dialledAt = Math.min(startedAt, now)
  const at = Math.max(now, dialledAt + policy.retryDelayMs)
  return { do: 'retry', at, after: verdict.outcome, proof: verdict.proof }
}

/** Nothing rang: the guest knows nothing of it. */
function afterLineTrouble(call: CallSoFar, policy: WakeupPolicy, now: Instant): Decision {
  const wait = LINE_WAITS_MS[Math.min(call.lineTroubles, LINE_WAITS_MS.length - 1)] ?? 0
  const at = now + wait
  return at > graceEnd(call, policy) ? { do: 'settle', ...unproven('no-line') } : { do: 'wait-for-line', at }
}

/** The first key decides; once the limit is reached, the snooze key confirms like any other. */
const wantsSnooze = (call: CallSoFar, { keys }: Pick<Answered, 'keys'>, policy: WakeupPolicy): boolean =>
  keys.startsWith(SNOOZE_KEY) && maySnooze(call, policy)

export const maySnooze = (call: Pick<CallSoFar, 'snoozes'>, { snooze }: WakeupPolicy): boolean =>
  call.snoozes < snooze.limit

/** The guest has used every snooze: this call says that it is the last. */
export const isFinalCall = (call: Pick<CallSoFar, 'snoozes'>, { snooze }: WakeupPolicy): boolean =>
  snooze.limit > 0 && call.snoozes >= snooze.limit

export const needsKey = (call: Pick<CallSoFar, 'confirm'>, policy: WakeupPolicy): boolean =>
  call.confirm || policy.confirm

/** An attempt that a crash or a stop cut off. What spoke for a machine is not known after a crash. */
export interface Interrupted
  extends Pick<Answered, 'keys' | 'heardMs'>, Partial<Pick<Answered, 'machineSigns'>> {
  readonly answered: boolean
}

/**
 * A guest who answered for good is never rung again for it, unless they asked for that. Without a key, a call that
 * wanted one counts as diverted, and the desk is told. A phone that only rang, or was picked up just then, is rung
 * again within the grace time, and the attempt that was cut off does not count. A machine has woken nobody.
 */
export function afterInterruption(
  call: CallSoFar,
  attempt: Interrupted,
  policy: WakeupPolicy,
  now: Instant,
): Decision {
  const snoozeMs = attempt.answered && wantsSnooze(call, attempt, policy) ? policy.snooze.delayMs : null
  if (attempt.answered && isMachine(attempt, policy))
    return settledOrRetried(call, provenBy('elsewhere'), policy, call.dueAt, now)
  if (attempt.answered && isAnsweredForGood(attempt) && snoozeMs === null)
    return { do: 'settle', ...cutOffVerdict(call, attempt, policy) }
  if (now > graceEnd(call, policy) + (snoozeMs ?? 0)) return { do: 'settle', ...unproven('missed') }
  return snoozeMs === null ? { do: 'wait-for-line', at: now } : { do: 'snooze', at: now + snoozeMs }
}

const isMachine = ({ keys, machineSigns = [] }: Interrupted, { machines }: WakeupPolicy): boolean =>
  machines === 'count' && answeredBy({ keys, machineSigns }) === 'machine'

function cutOffVerdict(call: CallSoFar, { keys }: Interrupted, policy: WakeupPolicy): Verdict {
  if (keys !== '') return provenBy('key')
  return provenBy(needsKey(call, policy) ? 'no-key' : 'heard')
}

const graceEnd = (call: CallSoFar, policy: WakeupPolicy): Instant =>
  lineWantedAt(call, policy) + policy.graceMs

/** As a backup for the desk, we make the first attempt only after its time; `beforeCall` knows the rooms. */
export function lineWantedAt(
  { dueAt, tries, snoozes }: Pick<CallSoFar, 'dueAt' | 'tries' | 'snoozes'>,
  { method, vipMethod, backupAfterMs }: WakeupPolicy,
): Instant {
  const first = tries <= 1 && snoozes === 0
  return dueAt + (first && (method === 'backup' || vipMethod === 'backup') ? backupAfterMs : 0)
}
