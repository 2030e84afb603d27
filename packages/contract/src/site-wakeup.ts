import { type Static, type TSchema, Type } from 'typebox'
import { sectionChangeForm } from './change.ts'
import { Escalation, ShownEscalation, StoredEscalation } from './site-escalation.ts'
import { choice, flag, language, shaped, tenantRef } from './site-text.ts'

export const WAKEUP_METHODS = ['automatic', 'manual', 'backup'] as const
export const MACHINE_RULES = ['off', 'note', 'count'] as const

const Snooze = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        description: 'How often a guest may snooze; 0 means never. Default: 0',
      }),
    ),
    delay: Type.Optional(shaped('duration', 'How long a snooze lasts. Default: 5m')),
  },
  { additionalProperties: false, description: 'Key 1 puts the call off, any other key confirms' },
)

export const WakeupSettings = Type.Object(
  {
    attempts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'How often a room is rung. Default: 3' }),
    ),
    retryDelay: Type.Optional(shaped('duration', 'Time between two attempts. Default: 5m')),
    ringTime: Type.Optional(
      shaped(
        'duration',
        "How long it rings; keep it shorter than the exchange's own forwarding. Default: 24s",
      ),
    ),
    grace: Type.Optional(
      shaped('duration', 'How long a call that could not be placed is still worth placing. Default: 10m'),
    ),
    confirm: Type.Optional(flag('A call counts only when the guest presses a key. Default: false')),
    machines: Type.Optional(
      choice(
        MACHINE_RULES,
        'A machine that answers, such as a mailbox: off it is not looked for, note it is told in the log and the call counts as any other, count the guest was not woken and is rung again. Default: count',
      ),
    ),
    snooze: Type.Optional(Snooze),
    method: Type.Optional(
      choice(
        WAKEUP_METHODS,
        'Who calls: automatic the system, manual the desk, backup the system when the desk has not. Default: automatic',
      ),
    ),
    vipMethod: Type.Optional(choice(WAKEUP_METHODS, 'The same for VIP rooms. Default: as method')),
    backupAfter: Type.Optional(
      shaped('duration', 'With backup: how long the desk has before the system rings. Default: 3m'),
    ),
    escalation: Type.Optional(Escalation),
    nightCheck: Type.Optional(
      shaped('clock', "When the next morning's calls and lines are checked, hotel time. Default: never", {
        examples: ['03:00'],
      }),
    ),
  },
  { additionalProperties: false, description: 'How wake-up calls are carried out' },
)
export type WakeupSettings = Static<typeof WakeupSettings>

const withOther = <E extends TSchema>(escalation: E) =>
  Type.Object(
    { ...WakeupSettings.properties, escalation: Type.Optional(escalation) },
    { additionalProperties: false, description: 'How wake-up calls are carried out' },
  )
export const WakeupChange = sectionChangeForm(WakeupSettings)
export const StoredWakeupSettings = withOther(StoredEscalation)
export const ShownWakeupSettings = withOther(ShownEscalation)

export const Prompt = Type.Object(
  {
    id: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Id of the announcement; 0 is the standard one',
    }),
    description: shaped('line', 'What the announcement is called', { minLength: 1 }),
    text: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'What is spoken when no audio is recorded' }),
    ),
    language: Type.Optional(language("Language of the text. Default: the site's")),
    tenant: Type.Optional(tenantRef('announcement')),
  },
  { additionalProperties: false, description: 'An announcement for wake-up calls' },
)
export type Prompt = Static<typeof Prompt>
