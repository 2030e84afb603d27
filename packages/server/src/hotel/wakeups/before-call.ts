import type { Instant } from '../../kernel/clock.ts'
import type { Method, WakeupPolicy } from './wakeup-policy.ts'
import type { Outcome } from './wakeup-outcome.ts'

/** A call whose moment has come, as far as the clock says. */
export interface Due {
  readonly dueAt: Instant
  readonly attempts: number
  readonly vip: boolean
  /** No line could carry it before. */
  readonly lineTroubles: number
  /** We were running when it fell due: a delay was not because we were down. */
  readonly awaited: boolean
  /** The database was away when it fell due, and without it the call was not known. */
  readonly wasAway: boolean
}

export type FirstStep =
  | { readonly do: 'ring' }
  | { readonly do: 'wait'; readonly until: Instant }
  /** The desk rings it; `rings`: when the system does, if the desk has not. */
  | { readonly do: 'leave-to-desk'; readonly until: Instant; readonly rings: Instant | null }
  | { readonly do: 'settle'; readonly outcome: Outcome }

/** Whether a call that is due is rung, left to the desk for a while, or is too late. */
export function beforeCall(call: Due, policy: WakeupPolicy, now: Instant): FirstStep {
  const method = methodOf(call, policy)
  if (now < call.dueAt) return { do: 'wait', until: call.dueAt }
  if (method === 'manual') return manualStep(call.dueAt + policy.graceMs, now)
  const ringAt = backupAt(call, policy) ?? call.dueAt
  if (now < ringAt) return { do: 'leave-to-desk', until: ringAt, rings: ringAt }
  if (now <= ringAt + policy.graceMs) return { do: 'ring' }
  return { do: 'settle', outcome: tooLate(call) }
}

function tooLate({ wasAway, awaited, lineTroubles }: Due): Outcome {
  if (lineTroubles > 0) return 'no-line'
  if (wasAway) return 'no-database'
  return awaited ? 'no-line' : 'missed'
}

/** Who rings it. */
export const methodOf = ({ vip }: Pick<Due, 'vip'>, policy: WakeupPolicy): Method =>
  vip ? policy.vipMethod : policy.method

/** When the system rings what the desk has not; null: it does not wait for the desk. */
export const backupAt = (
  call: Pick<Due, 'dueAt' | 'attempts' | 'vip'>,
  policy: WakeupPolicy,
): Instant | null =>
  methodOf(call, policy) === 'backup' && call.attempts === 0 ? call.dueAt + policy.backupAfterMs : null

/**
 * Whether the desk may have been told to ring this call. Who rings may have been set otherwise since: but what the desk
 * has, is looked at later than it was due.
 */
export const mayBeWithDesk = (
  { dueAt, nextAt }: { readonly dueAt: Instant; readonly nextAt: Instant },
  { method, vipMethod }: WakeupPolicy,
): boolean => method !== 'automatic' || vipMethod !== 'automatic' || nextAt > dueAt

/** Only the desk rings: a call that it has not marked by then was missed. */
const manualStep = (until: Instant, now: Instant): FirstStep =>
  now < until ? { do: 'leave-to-desk', until, rings: null } : { do: 'settle', outcome: 'missed' }

/** Who goes first when more are due than lines: VIPs, then by time, then by who asked first. */
export const byPrecedence = (a: Precedence, b: Precedence): number =>
  Number(b.vip) - Number(a.vip) || a.dueAt - b.dueAt || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

export interface Precedence {
  readonly id: string
  readonly vip: boolean
  readonly dueAt: Instant
  readonly createdAt: Instant
}
