import type { LiveNews } from '../actions/log/events.ts'
import { NO_TENANT } from '../hotel/accounts/tenancy.ts'
import type { Alarm } from '../hotel/desk/alarm.ts'
import type { Clock } from '../kernel/clock.ts'
import type { OutageAlarms } from '../runners/wakeups/outage-alarms.ts'
import type { Outage } from '../runners/wakeups/outage-journal.ts'

interface Parts {
  readonly alarms: Pick<OutageAlarms, 'onRaised'>
  readonly outage: Pick<Outage, 'onOver'>
  readonly clock: Clock
  tell(news: LiveNews): void
}

/** Whoever follows events hears of an outage while it lasts, and of the alarms that cannot be written yet. */
export function tellLive({ alarms, outage, clock, tell }: Parts) {
  let isTold = false
  alarms.onRaised((alarm) => {
    if (alarm.kind === 'database.away') {
      isTold = true
      tell(outageNews('outage.began', alarm.raisedAt, alarm.text, alarm.detail))
    }
    tell(alarmNews(alarm))
  })
  outage.onOver(() => {
    if (isTold) tell(outageNews('outage.over', clock.now(), 'The database is written again', {}))
    isTold = false
  })
}

const outageNews = (
  kind: 'outage.began' | 'outage.over',
  at: number,
  text: string,
  detail: LiveNews['detail'],
): LiveNews => ({ tenant: NO_TENANT, room: '', kind, at, text, detail })

const alarmNews = ({ id, tenant, room, raisedAt, text, kind }: Alarm): LiveNews => ({
  tenant,
  room,
  kind: 'alarm.raised',
  at: raisedAt,
  text,
  detail: { alarm: id, kind },
})
