import type { WakeupChange, WakeupSettings } from '@reveille/contract'
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

export const telephonyWrittenOver = (before: Partial<Telephony> = {}, given: Telephony): Telephony => ({
  ...before,
  ...given,
  ...(given.virtual ? { virtual: { ...before.virtual, ...given.virtual } } : {}),
  ...(given.audioPorts ? { audioPorts: { ...before.audioPorts, ...given.audioPorts } } : {}),
})
