import type { Alarm, AlarmKind } from '../hotel/desk/alarm.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Stores } from '../store/stores/stores.ts'
import { type AlarmNote, noteAlarm } from './alarm-note.ts'
import { type Doer, ITSELF } from './record.ts'

/** The cause is gone or was dealt with: open alarms of these kinds about this thing are over. */
export async function mendAlarms(
  stores: Stores,
  kinds: readonly AlarmKind[],
  subject: string,
  text: string,
  now: Instant,
): Promise<void> {
  for (const kind of kinds) {
    const open = await stores.alarms.openAbout(kind, subject)
    if (!open) continue
    const end = { state: 'over', endedBy: ITSELF.name, endedAt: now } as const
    // Another transaction may end it at this moment, and logs that itself.
    if (!(await stores.alarms.update(open, end))) continue
    await noteAlarm(stores, open, { kind: 'alarm.over', text }, now)
  }
}

/** How a person acknowledged an alarm. */
export interface Acknowledgement {
  /** A name, or where at the desk it was. */
  readonly name: string
  /** `Acknowledged by`, or where. */
  readonly text: string
  readonly by?: Doer
  readonly note?: string
  /** They have reached the guest. */
  readonly isReached?: boolean
  /** How often the desk was rung by then, where that was at the telephone. */
  readonly calls?: number
  readonly detail?: AlarmNote<'alarm.acknowledged'>['detail']
}

/** Says whether it was still open. */
export async function acknowledgeAlarm(
  stores: Stores,
  open: Alarm,
  { name, text, by = ITSELF, note = '', calls = open.calls, detail = {} }: Acknowledgement,
  now: Instant,
): Promise<boolean> {
  const end = { state: 'acknowledged', endedBy: name, endedAt: now, note, calls } as const
  if (!(await stores.alarms.update(open, end))) return false
  const said = note === '' ? detail : { ...detail, note }
  await noteAlarm(stores, open, { kind: 'alarm.acknowledged', text, by, detail: said }, now)
  return true
}

/** The actor who decides about a thing knows of its alarms. */
export async function acknowledgeAll(
  stores: Stores,
  by: Doer,
  kinds: readonly AlarmKind[],
  subject: string,
  now: Instant,
): Promise<void> {
  for (const kind of kinds) {
    const open = await stores.alarms.openAbout(kind, subject)
    if (open) await acknowledgeAlarm(stores, open, personally(by), now)
  }
}

export const personally = (by: Doer) => ({ name: by.name, text: `Acknowledged by ${by.name}`, by })
