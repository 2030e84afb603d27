import { INTERFACE, type LogEntry } from '@reveille/contract'
import type { ActivityActions, ReadRow } from '../../actions/log/activity.ts'
import type { Settings } from '../../actions/settings.ts'
import { cursorOf, parseNumberCursor } from '../requests/cursor.ts'
import { logEntry } from '../answers/log-entry.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { Routes } from '../route.ts'
import { searchOf } from '../requests/list-query.ts'
import { spanOf } from '../requests/span.ts'

export function logRoutes({ route }: Routes, activity: ActivityActions, settings: Settings) {
  const listing: Listing<ReadRow, LogEntry, { log: LogEntry[] }> = {
    columns: ['id', 'at', 'kind', 'room', 'actor', 'source', 'wakeup', 'text', 'detail', 'tenant'],
    render: (one) => ({ ...logEntry(one, settings), ...(one.seal === null ? {} : { seal: one.seal }) }),
    reply: (rows) => ({ log: rows }),
    cursor: (one) => cursorOf(one.at, one.id),
  }

  route(INTERFACE.log.list, ({ actor, query, request }) => {
    const { room, actor: by } = query
    const after = parseNumberCursor(query.after)
    const span = spanOf(query, settings.zoneOf(actor.scope))
    const filter = { room, actor: by, after, ...searchOf(query), ...span }
    return listAnswer(listing, {
      url: request.url,
      accept: request.headers.accept,
      csv: settings.current().reports,
      limit: query.limit,
      pages: (limit) => activity.pages(actor, { ...filter, limit }),
    })
  })
}
