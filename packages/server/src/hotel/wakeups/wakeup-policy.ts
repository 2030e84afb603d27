import { parseDuration } from '../time/duration.ts'

/** Who rings: the system, the desk, or the system when the desk has not. */
export type Method = 'automatic' | 'manual' | 'backup'

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

type Written = Readonly<Record<string, unknown>>

/** A tenant says only what differs; of a group, such as `snooze`, too. */
export function policyOf(site: Written, tenant: Written | null | undefined): WakeupPolicy {
  const written: Written = { ...site, ...tenant }
  const group = (name: string): Written => ({ ...(site[name] as Written), ...(tenant?.[name] as Written) })
  const snooze = group('snooze')
  const escalation = group('escalation')
  const method = written.method as Method
  return {
    attempts: Number(written.attempts),
    retryDelayMs: ms(written.retryDelay),
    ringMs: ms(written.ringTime),
    graceMs: ms(written.grace),
    confirm: written.confirm === true,
    snooze: { limit: Number(snooze.limit ?? 0), delayMs: ms(snooze.delay ?? '5m') },
    method,
    vipMethod: (written.vipMethod as Method | undefined) ?? method,
    backupAfterMs: ms(written.backupAfter),
    escalation: {
      extension: (escalation.extension as string | undefined) ?? null,
      email: (escalation.email as string | undefined) ?? null,
      push: escalation.push === true,
    },
  }
}

// Settings were checked before they were stored.
const ms = (written: unknown): number => parseDuration(String(written)) ?? 0
