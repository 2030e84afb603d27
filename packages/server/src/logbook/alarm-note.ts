import { type Alarm, type Telling, tellingOf, wakeupOf } from '../hotel/desk/alarm.ts'
import type { ALARM_ROWS } from '../hotel/log/alarm-rows.ts'
import type { LogDetails } from '../hotel/log/details.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Stores } from '../store/stores/stores.ts'
import { type Doer, ITSELF, record } from './record.ts'

type AlarmRow = keyof typeof ALARM_ROWS

/** What the log says of an alarm, besides which alarm it is. */
export type AlarmNote<K extends AlarmRow = AlarmRow> = {
  readonly [P in K]: {
    readonly kind: P
    readonly text: string
    readonly detail?: Omit<LogDetails[P], 'alarm' | 'kind'>
    readonly by?: Doer
  }
}[K]

export const noteAlarm = (
  stores: Stores,
  alarm: Alarm,
  { kind, text, detail, by = ITSELF }: AlarmNote,
  now: Instant,
): Promise<void> =>
  record(stores, by, now, {
    kind,
    tenant: alarm.tenant,
    room: alarm.room,
    wakeup: wakeupOf(alarm),
    text,
    detail: { ...detail, alarm: alarm.id, kind: alarm.kind },
  })

/** It was told, or is told later: the alarm stays open. */
export async function tellAlarm(
  stores: Stores,
  open: Alarm,
  telling: Telling,
  note: AlarmNote | undefined,
  now: Instant,
): Promise<void> {
  const isStillOpen = await stores.alarms.update(open, tellingOf(telling))
  if (note && isStillOpen) await noteAlarm(stores, open, note, now)
}
