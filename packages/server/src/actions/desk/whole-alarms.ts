import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { rungAgainOf } from '../wakeups/again.ts'

/** An alarm, and how what it tells of stands now. */
export interface WholeAlarm {
  readonly alarm: Alarm
  /** The call that has failed, where it tells of one that is still kept. */
  readonly call: Wakeup | null
  /** The room was rung once more since. */
  readonly again: Wakeup | null
}

export async function wholeAlarms(
  stores: Pick<Stores, 'wakeups'>,
  alarms: readonly Alarm[],
): Promise<WholeAlarm[]> {
  const failed = alarms.filter(({ kind }) => kind === 'wakeup.failed')
  const calls = failed.length === 0 ? [] : await stores.wakeups.named(failed.map(({ subject }) => subject))
  const again = await rungAgainOf(stores, calls)
  const byId = new Map(calls.map((call) => [call.id, call]))
  return alarms.map((alarm) => ({
    alarm,
    call: byId.get(alarm.subject) ?? null,
    again: again.get(alarm.subject) ?? null,
  }))
}
