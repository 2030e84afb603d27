import { toldAs } from '../../hotel/wakeups/wakeup.ts'
import type { DeskOfOutage } from './lasting-book.ts'
import type { OutageAlarms } from './outage-alarms.ts'
import { byHandNews, failedNews, LINE_FOUND, noLineNews } from './wakeup-alarms.ts'

/** What the desk must hear of calls before it can be written, and what is over before that. */
export const deskOfOutage = ({ raise, end }: Pick<OutageAlarms, 'raise' | 'end'>): DeskOfOutage => ({
  failed: (call, verdict) => raise(failedNews(call, verdict)),
  noLine: (call) => raise(noLineNews(call)),
  lineFound: (call) => end(noLineNews(call), LINE_FOUND),
  byHand: (call, rings) => raise(byHandNews(call, rings)),
  taken: (call, text) => end({ kind: 'wakeup.by-hand', subject: toldAs(call) }, text),
})
