import { type AlarmNews, raise, repeated } from '../hotel/desk/alarm.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Stores } from '../store/stores/stores.ts'
import { type AlarmNote, noteAlarm } from './alarm-note.ts'

/** Somebody at the desk must know. */
export async function raiseAlarm(
  stores: Stores,
  ids: Ids,
  news: AlarmNews,
  now: Instant,
  how: Pick<AlarmNote<'alarm.raised'>, 'detail' | 'by'> = {},
): Promise<void> {
  const alarm = raise({ id: ids.uuid(), ...news }, now)
  await stores.alarms.insert(alarm)
  await noteAlarm(stores, alarm, { ...how, kind: 'alarm.raised', text: news.text }, now)
}

/** One alarm for each thing: what happens to it again is counted in the words of the one that is open. */
export async function raiseOrRepeat(stores: Stores, ids: Ids, news: AlarmNews, now: Instant): Promise<void> {
  const open = await stores.alarms.openAbout(news.kind, news.subject)
  // One that is ended at this moment is not the one that is told of.
  if (open && (await stores.alarms.update(open, repeated(open, news)))) return
  await raiseAlarm(stores, ids, news, now)
}

/** What comes after the first is news of its own: the desk hears of each at once, and so does the log. */
export async function raiseOrAdd(stores: Stores, ids: Ids, news: AlarmNews, now: Instant): Promise<void> {
  const open = await stores.alarms.openAbout(news.kind, news.subject)
  const added = { text: `${open?.text}. ${news.text}`, nextAt: now }
  if (!open || !(await stores.alarms.update(open, added))) return raiseAlarm(stores, ids, news, now)
  await noteAlarm(stores, open, { kind: 'alarm.raised', text: news.text }, now)
}
