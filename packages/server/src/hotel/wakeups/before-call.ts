import type { Instant } from '../../kernel/clock.ts'
import type { WakeupPolicy } from './wakeup-policy.ts'
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
}

export type FirstStep =
  | { readonly do: 'ring' }
  | { readonly do: 'wait'; readonly until: Instant }
  | { readonly do: 'settle'; readonly outcome: Outcome }

/** Whether a call that is due is rung, left to the desk for a while, or is too late. */
export function beforeCall(call: Due, policy: WakeupPolicy, now: Instant): FirstStep {
  const method = call.vip ? policy.vipMethod : policy.method
  if (method === 'manual') return manualStep(call.dueAt + policy.graceMs, now)
  const ringAt = call.dueAt + (method === 'backup' && call.attempts === 0 ? policy.backupAfterMs : 0)
  if (now < ringAt) return { do: 'wait', until: ringAt }
  if (now <= ringAt + policy.graceMs) return { do: 'ring' }
  return { do: 'settle', outcome: call.awaited || call.lineTroubles > 0 ? 'no-line' : 'missed' }
}

/** Only the desk rings: a call that it has not marked by then was missed, and it is told. */
const manualStep = (until: Instant, now: Instant): FirstStep =>
  now < until ? { do: 'wait', until } : { do: 'settle', outcome: 'missed' }

/** Who goes first when more are due than lines: VIPs, then by time, then by who asked first. */
export const byPrecedence = (a: Precedence, b: Precedence): number =>
  Number(b.vip) - Number(a.vip) || a.dueAt - b.dueAt || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

export interface Precedence {
  readonly id: string
  readonly vip: boolean
  readonly dueAt: Instant
  readonly createdAt: Instant
}
