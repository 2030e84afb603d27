import { durationMs } from '../time/duration.ts'
import { type WakeupRules, wakeupRules } from '../settings/sections.ts'
import type { Tenant } from '../site/site.ts'

/** Who rings: the system, the desk, or the system when the desk has not. */
export type Method = WakeupRules['method']

/** What is made of a machine that answers. */
export type MachineRule = WakeupRules['machines']

/** How wakeup calls are carried out, in numbers: the site's settings with the tenant's over them. */
export interface WakeupPolicy {
  readonly attempts: number
  readonly retryDelayMs: number
  readonly ringMs: number
  /** How long a call that could not be placed is still worth placing. */
  readonly graceMs: number
  readonly confirm: boolean
  readonly machines: MachineRule
  readonly snooze: { readonly limit: number; readonly delayMs: number }
  readonly method: Method
  readonly vipMethod: Method
  readonly backupAfterMs: number
  /** Who is told, one step after the other. */
  readonly escalation: readonly EscalationStep[]
}

/** Who is told together what the desk must know, and how long they have before the next are told. */
export interface EscalationStep {
  readonly extension: string | null
  readonly emails: readonly string[]
  readonly webhook: AlarmWebhook | null
  readonly waitMs: number
}

/** A server that is told. */
export type AlarmWebhook = NonNullable<StepSettings['webhook']>

type StepSettings = Omit<NonNullable<WakeupRules['escalation']>, 'chain'>

/** A tenant sets only what differs, also within a group such as `snooze`. */
export function policyOf(site: WakeupRules, tenant: Tenant['wakeup'] | undefined): WakeupPolicy {
  const rules = wakeupRules(site, tenant ?? {})
  const { attempts, confirm, machines, snooze, method, escalation } = rules
  return {
    attempts,
    retryDelayMs: durationMs(rules.retryDelay),
    ringMs: durationMs(rules.ringTime),
    graceMs: durationMs(rules.grace),
    confirm,
    machines,
    snooze: { limit: snooze.limit, delayMs: durationMs(snooze.delay) },
    method,
    vipMethod: rules.vipMethod ?? method,
    backupAfterMs: durationMs(rules.backupAfter),
    escalation: stepsOf(escalation),
  }
}

/** A step that names nobody is left out. */
const stepsOf = ({ chain = [], ...first }: WakeupRules['escalation']): EscalationStep[] =>
  [first, ...chain]
    .map((step) => stepOf({ ...step, wait: step.wait ?? first.wait }))
    .filter(({ extension, emails, webhook }) => extension !== null || emails.length > 0 || webhook !== null)

const stepOf = ({
  extension,
  email = '',
  webhook,
  wait,
}: StepSettings & { wait: string }): EscalationStep => ({
  extension: extension ?? null,
  emails: email.split(/ *, */).filter((address) => address !== ''),
  webhook: webhook ?? null,
  waitMs: durationMs(wait),
})
