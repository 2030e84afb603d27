import { type AlarmNews, raise, repeated } from '../hotel/desk/alarm.ts'
import { isCounted } from '../hotel/desk/alarm-about.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Stores } from '../store/stores/stores.ts'
import { type AlarmNote, noteAlarm } from './alarm-note.ts'

/** The desk must know. */
export async function raiseAlarm(
  stores: Stores,
  ids: Ids,
  news: AlarmNews,
  now: Instant,
  how: Partial<Pick<AlarmNote<'alarm.raised'>, 'detail' | 'by' | 'text'>> = {},
): Promise<void> {
  const alarm = raise({ id: ids.uuid(), ...news }, now)
  await stores.alarms.insert(alarm)
  await noteAlarm(stores, alarm, { text: news.text, ...how, kind: 'alarm.raised' }, now)
}

/** One alarm for each thing: repetitions are counted in the text of the open one. */
export async function raiseOrRepeat(stores: Stores, ids: Ids, news: AlarmNews, now: Instant): Promise<void> {
  const open = await stores.alarms.openAbout(news.kind, news.subject)
  const again = open && repeated(open, news)
  // If the open one ends at this moment, a new one is raised.
  if (!again || !(await stores.alarms.update(open, again))) return raiseAlarm(stores, ids, news, now)
  const { text, times } = again
  if (isCounted(times))
    await noteAlarm(stores, again, { kind: 'alarm.repeated', text, detail: { times } }, now)
}

/** Each repetition is news of its own: the desk and the log get it at once. */
export async function raiseOrAdd(stores: Stores, ids: Ids, news: AlarmNews, now: Instant): Promise<void> {
  const open = await stores.alarms.openAbout(news.kind, news.subject)
  const added = { text: `${open?.text}. ${news.text}`, nextAt: now }
  if (!open || !(await stores.alarms.update(open, added))) return raiseAlarm(stores, ids, news, now)
  await noteAlarm(stores, open, { kind: 'alarm.raised', text: news.text }, now)
}
