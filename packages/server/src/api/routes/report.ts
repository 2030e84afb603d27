import { Report as ReportReply, ReportQuery } from '@reveille/contract'
import type { Actor } from '../../actions/actor.ts'
import type { Report, ReportActions, ReportSpan } from '../../actions/reports.ts'
import type { Settings } from '../../actions/settings.ts'
import { type Answer, json } from '../answer.ts'
import { csvHead, csvRow } from '../csv.ts'
import { wantsCsv } from '../list-answer.ts'
import type { Routes } from '../route.ts'
import { spanOf } from '../span.ts'

export function reportRoutes({ route }: Routes, reports: ReportActions, settings: Settings) {
  const report = (name: string, summary: string, make: (actor: Actor, span: ReportSpan) => Promise<Report>) =>
    route({
      method: 'GET',
      url: `/rest/report/${name}`,
      tag: 'Review',
      summary: `${summary}, as JSON or CSV. For review only`,
      needs: ['administrator'],
      query: ReportQuery,
      reply: ReportReply,
      answer: async ({ actor, query, request }) =>
        shown(await make(actor, spanOf(query, settings.zoneOf(actor.scope))), request.headers.accept),
    })
  report('wakeup', 'Wakeup calls by day and outcome', reports.wakeups)
  report('inventory', 'Charges by day, room and category', reports.inventory)
  report('roomstatus', 'Room status changes by day, room and status', reports.roomStatus)
}

function shown({ columns, rows, totals }: Report, accept: string | undefined): Answer {
  if (!wantsCsv(accept)) return json({ report: rows, totals })
  const text = csvHead(columns) + rows.map((row) => csvRow(columns, row)).join('')
  return { kind: 'text', type: 'text/csv; charset=utf-8', text }
}
