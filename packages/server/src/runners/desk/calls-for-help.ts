import { rowOf } from '../../hotel/log/row.ts'
import type { Activity } from '../../store/stores/activity-store.ts'

const isRaised = rowOf('alarm.raised')

/** A guest was just told that the desk will call: it is rung now, and not when it is next looked for news. */
export const isCallForHelp = (rows: readonly Activity[]): boolean =>
  rows.some((row) => isRaised(row) && row.detail.kind === 'guest.needs-help')
