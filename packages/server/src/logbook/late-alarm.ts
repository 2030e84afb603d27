import { type Alarm, tellingOf } from '../hotel/desk/alarm.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Stores } from '../store/stores/stores.ts'
import { type AlarmNote, noteAlarm } from './alarm-note.ts'
import { acknowledgeAlarm, type Acknowledgement, mendAlarms } from './end-alarm.ts'

/** An alarm that could not be written when it was raised, what the desk was told of it, and who acknowledged it. */
export interface LateAlarm {
  alarm: Alarm
  readonly notes: { readonly note: AlarmNote; readonly at: Instant }[]
  acknowledged: { readonly how: Acknowledgement; readonly at: Instant } | null
  /** It has mended itself. */
  over: { readonly text: string; readonly at: Instant } | null
}

/** If the same alarm was raised meanwhile, that one gets what was told and acknowledged. Gives the id of it. */
export async function writeLateAlarm(
  stores: Stores,
  { alarm, notes, acknowledged, over }: LateAlarm,
): Promise<string> {
  const telling = tellingOf(alarm)
  const raised = await stores.alarms.openAbout(alarm.kind, alarm.subject)
  // It was in the database before, and has ended meanwhile.
  if (!raised && (await stores.alarms.get(alarm.id))) return alarm.id
  const open: Alarm = raised ? { ...raised, ...telling } : { ...alarm, state: 'open' }
  if (raised) await stores.alarms.update(raised, telling)
  else {
    await stores.alarms.insert(open)
    await noteAlarm(stores, open, { kind: 'alarm.raised', text: alarm.text }, alarm.raisedAt)
  }
  for (const { note, at } of notes) await noteAlarm(stores, open, note, at)
  if (acknowledged)
    await acknowledgeAlarm(stores, open, { ...acknowledged.how, calls: alarm.calls }, acknowledged.at)
  if (over && !acknowledged) await mendAlarms(stores, [alarm.kind], alarm.subject, over.text, over.at)
  return open.id
}
