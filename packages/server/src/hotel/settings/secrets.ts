import type { WakeupChange, WakeupSettings } from '@reveille/contract'

/** Fields that are written and never shown, wherever among the settings they stand. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'secret',
  'previousSecret',
  'token',
  'authKey',
  'passwordHash',
])

/** The same without its secrets, for people to see. */
export function shownSettings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownSettings)
  if (typeof value !== 'object' || value === null) return value
  const shown = Object.entries(value).filter(([name]) => !SECRET_FIELDS.has(name))
  return Object.fromEntries(shown.map(([name, one]: [string, unknown]) => [name, shownSettings(one)]))
}

type Escalation = NonNullable<WakeupSettings['escalation']>
type Step = Omit<NonNullable<WakeupChange['escalation']>, 'chain'>

/** Settings that come back as they were shown have no secrets: a server that is told already keeps its own. */
export function withKeptSecrets(before: WakeupSettings | undefined, given: WakeupChange): WakeupChange {
  if (!given.escalation) return given
  const known = before?.escalation ? stepsOf(before.escalation).map(({ webhook }) => webhook) : []
  const kept = <S extends Step>(step: S): S => {
    const secret = known.find((webhook) => webhook?.url === step.webhook?.url)?.secret
    if (!step.webhook || step.webhook.secret !== undefined || secret === undefined) return step
    return { ...step, webhook: { ...step.webhook, secret } }
  }
  const { chain, ...first } = given.escalation
  return { ...given, escalation: { ...kept(first), ...(chain ? { chain: chain.map(kept) } : {}) } }
}

const stepsOf = ({ chain = [], ...first }: Escalation): Step[] => [first, ...chain]
