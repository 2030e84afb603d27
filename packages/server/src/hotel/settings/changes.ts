import type { TelephonyChange, WakeupChange, WakeupSettings } from '@reveille/contract'
import { Failure } from '../../kernel/failure.ts'
import { withKeptSecrets } from './secrets.ts'
import type { WrittenSections } from './sections.ts'

type Telephony = NonNullable<WrittenSections['telephony']>
type EscalationChange = NonNullable<WakeupChange['escalation']>

/** Settings written over others: what is left out stays as it is, in a group such as `snooze` too. */
export function wakeupWrittenOver(before: WakeupSettings = {}, given: WakeupChange): WakeupSettings {
  const { snooze, escalation, ...others } = withKeptSecrets(before, given)
  return {
    ...before,
    ...others,
    ...(snooze ? { snooze: { ...before.snooze, ...snooze } } : {}),
    ...(escalation ? { escalation: withoutNobody({ ...before.escalation, ...escalation }) } : {}),
  }
}

/** Null takes a way of telling somebody away. */
function withoutNobody(change: EscalationChange): NonNullable<WakeupSettings['escalation']> {
  const { extension, email, webhook, ...others } = change
  return {
    ...others,
    ...(extension ? { extension } : {}),
    ...(email ? { email } : {}),
    ...(webhook ? { webhook } : {}),
  }
}

export function telephonyWrittenOver(before: Partial<Telephony> = {}, given: TelephonyChange): Telephony {
  const mode = given.mode ?? before.mode
  if (mode === undefined)
    throw new Failure('parameter.invalid', 'telephony.mode is missing: sip or virtual; there is none yet')
  return {
    ...before,
    ...given,
    mode,
    ...(given.virtual ? { virtual: { ...before.virtual, ...given.virtual } } : {}),
    ...(given.audioPorts ? { audioPorts: { ...before.audioPorts, ...given.audioPorts } } : {}),
    ...(given.tls ? { tls: { ...before.tls, ...given.tls } } : {}),
  }
}
