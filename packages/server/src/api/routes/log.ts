import { INTERFACE, type LogEntry } from '@reveille/contract'
import type { Activity, ActivityActions } from '../../actions/log/activity.ts'
import type { Settings } from '../../actions/settings.ts'
import { cursorOf, parseNumberCursor } from '../requests/cursor.ts'
import { logEntry } from '../answers/log-entry.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { Routes } from '../route.ts'
import { spanOf } from '../requests/span.ts'

export function logRoutes({ route }: Routes, activity: ActivityActions, settings: Settings) {
  const listing: Listing<Activity, LogEntry, { log: LogEntry[] }> = {
    columns: ['id', 'at', 'kind', 'room', 'actor', 'source', 'wakeup', 'text', 'detail'],
    render: (one) => logEntry(one, settings),
    reply: (rows) => ({ log: rows }),
    cursor: (one) => cursorOf(one.at, one.id),
  }

  route(INTERFACE.log.list, ({ actor, query, request }) => {
    const { room, kind, actor: by } = query
    const after = parseNumberCursor(query.after)
    const filter = { room, kind, actor: by, after, ...spanOf(query, settings.zoneOf(actor.scope)) }
    return listAnswer(listing, {
      url: request.url,
      accept: request.headers.accept,
      csv: settings.current().reports,
      limit: query.limit,
      pages: (limit) => activity.pages(actor, { ...filter, limit }),
    })
  })
}
