import {
  DeliveryReport,
  InventoryReport,
  InventoryReportQuery,
  Report as ReportReply,
  ReportQuery,
  WakeupReport,
} from '@reveille/contract'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor } from '../../actions/actor.ts'
import { CHARGE_GROUPS } from '../../actions/reports/charge-report.ts'
import type { Report, ReportSpan } from '../../actions/reports/report.ts'
import type { ReportActions } from '../../actions/reports/reports.ts'
import type { Settings } from '../../actions/settings.ts'
import { Failure } from '../../kernel/failure.ts'
import { type Answer, JSON_HEADER } from '../answers/answer.ts'
import { csvHead, csvRow } from '../answers/csv.ts'
import { nextUrl, wantsCsv } from '../answers/list-answer.ts'
import type { Routes } from '../route.ts'
import { spanOf } from '../requests/span.ts'

export function reportRoutes({ route }: Routes, reports: ReportActions, settings: Settings) {
  const at = (name: string, summary: string) =>
    ({
      method: 'GET',
      url: `/rest/report/${name}`,
      tag: 'Review',
      summary: `${summary}, as JSON or CSV. For review only`,
      needs: ['administrator'],
    }) as const
  const span = (query: ReportQuery, actor: Actor) => spanOf(query, settings.zoneOf(actor.scope))
  const report = (
    name: string,
    summary: string,
    make: (actor: Actor, span: ReportSpan) => Promise<Report>,
    reply: TSchema = ReportReply,
  ) =>
    route({
      ...at(name, summary),
      query: ReportQuery,
      reply,
      answer: async ({ actor, query, request }) =>
        shown(await make(actor, span(query, actor)), query, request),
    })

  report('wakeup', 'Wakeup calls by day: outcomes, and how many were in time', reports.wakeups, WakeupReport)
  route({
    ...at('inventory', 'Charges by day, room and category, and what each connector answered'),
    query: InventoryReportQuery,
    reply: InventoryReport,
    answer: async ({ actor, query, request }) =>
      shown(await reports.inventory(actor, span(query, actor), groupsOf(query.by)), query, request),
  })
  report(
    'delivery',
    'Messages by day and destination: accepted, delivered, refused, waiting, uncertain, dead',
    reports.deliveries,
    DeliveryReport,
  )
  report('roomstatus', 'Room status changes by day, room and status', reports.roomStatus)
}

const groupsOf = (by: string | undefined) =>
  CHARGE_GROUPS.filter((group) => by === undefined || by.split(',').includes(group))

/** Totals are always of the whole; of the rows, the page that is asked for. */
function shown({ columns, rows, totals }: Report, query: ReportQuery, request: FastifyRequest): Answer {
  const start = positionOf(query.after)
  const end = query.limit === undefined ? rows.length : start + query.limit
  const page = rows.slice(start, end)
  const next = end < rows.length ? nextUrl(request.url, String(end)) : undefined
  if (!wantsCsv(request.headers.accept))
    return { kind: 'text', type: JSON_HEADER, text: JSON.stringify({ report: page, totals }), next }
  const text = csvHead(columns) + page.map((row) => csvRow(columns, row)).join('')
  return { kind: 'text', type: 'text/csv; charset=utf-8', text, next }
}

function positionOf(after = '0'): number {
  if (/^\d{1,9}$/.test(after)) return Number(after)
  throw new Failure('parameter.invalid', 'after must be taken from the Link header of a page', {
    field: 'after',
  })
}
