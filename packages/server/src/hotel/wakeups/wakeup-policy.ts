import { durationMs } from '../time/duration.ts'
import { type WakeupRules, wakeupRules } from '../settings/sections.ts'
import type { Tenant } from '../site/site.ts'

/** Who rings: the system, the desk, or the system when the desk has not. */
export type Method = WakeupRules['method']

/** How wakeup calls are carried out, in numbers: the site's settings with the tenant's over them. */
export interface WakeupPolicy {
  readonly attempts: number
  readonly retryDelayMs: number
  readonly ringMs: number
  /** How long a call that could not be placed is still worth placing. */
  readonly graceMs: number
  readonly confirm: boolean
  readonly snooze: { readonly limit: number; readonly delayMs: number }
  readonly method: Method
  readonly vipMethod: Method
  readonly backupAfterMs: number
  readonly escalation: Escalation
}

/** How the desk is told. */
export interface Escalation {
  readonly extension: string | null
  readonly email: string | null
  readonly push: boolean
}

/** A tenant sets only what differs, also within a group such as `snooze`. */
export function policyOf(site: WakeupRules, tenant: Tenant['wakeup'] | undefined): WakeupPolicy {
  const rules = wakeupRules(site, tenant ?? {})
  const { attempts, confirm, snooze, method, escalation } = rules
  return {
    attempts,
    retryDelayMs: durationMs(rules.retryDelay),
    ringMs: durationMs(rules.ringTime),
    graceMs: durationMs(rules.grace),
    confirm,
    snooze: { limit: snooze.limit, delayMs: durationMs(snooze.delay) },
    method,
    vipMethod: rules.vipMethod ?? method,
    backupAfterMs: durationMs(rules.backupAfter),
    escalation: {
      extension: escalation.extension ?? null,
      email: escalation.email ?? null,
      push: escalation.push,
    },
  }
}
