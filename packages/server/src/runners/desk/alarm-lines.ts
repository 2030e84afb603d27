import type { Alarm } from '../../hotel/desk/alarm.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Log } from '../../kernel/log.ts'
import { ITSELF } from '../../logbook/record.ts'
import type { Activity } from '../../store/stores/activity-store.ts'

const isRaised = rowOf('alarm.raised')
const isOver = rowOf('alarm.over')
const isAcknowledged = rowOf('alarm.acknowledged')

/**
 * Writes into the server's own log which alarms were raised and which are over. It goes by the rows of the hotel's log once
 * they are sealed: what a transaction took back was never an alarm.
 */
export const alarmLines = (log: Log) => (rows: readonly Activity[]) => {
  for (const row of rows)
    if (isRaised(row)) log.warn({ event: 'alarm.raised', ...factsOf(row) }, row.text)
    else if (isOver(row)) log.info({ event: 'alarm.over', ...factsOf(row) }, row.text)
    else if (isAcknowledged(row)) log.info({ event: 'alarm.acknowledged', ...factsOf(row) }, row.text)
}

/** One that cannot be written into the hotel's log yet; its row is told here too, once it can be. */
export const alarmLine =
  (log: Log) =>
  ({ id, kind, tenant, room, text }: Alarm): void =>
    log.warn({ event: 'alarm.raised', alarm: id, kind, tenant, room, actor: ITSELF.name }, text)

interface AlarmRow extends Pick<Activity, 'tenant' | 'room' | 'actor'> {
  readonly detail: { readonly alarm: string; readonly kind: string }
}

const factsOf = ({ tenant, room, actor, detail: { alarm, kind } }: AlarmRow) => ({
  alarm,
  kind,
  tenant,
  room,
  actor,
})
