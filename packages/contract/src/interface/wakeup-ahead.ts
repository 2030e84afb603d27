import { ForecastQuery, WakeupForecast } from '../forecast.ts'
import type { Entries } from './entry.ts'

/** What the calls to come will be like; nothing is written by any of these. */
export const wakeupAhead = {
  forecast: {
    id: 'wakeup.forecast',
    method: 'GET',
    path: '/rest/wakeup/forecast',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'How the calls to come will go, minute by minute',
    description:
      'Of the next 24 hours, or of the span given, 8 days at most. Calls of other tenants over the same lines are reckoned with and not shown. A series counts on each of its days; calls that are rung a second time are not foreseen.',
    query: ForecastQuery,
    reply: WakeupForecast,
  },
} as const satisfies Entries
