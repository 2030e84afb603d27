import { INTERFACE, type ReportQuery } from '@reveille/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actions/actor.ts'
import { CHARGE_GROUPS } from '../../actions/reports/charge-report.ts'
import type { Report } from '../../actions/reports/report.ts'
import type { ReportActions } from '../../actions/reports/reports.ts'
import type { Settings } from '../../actions/settings.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Answer } from '../answers/answer.ts'
import { csvHead, csvRow } from '../answers/csv.ts'
import { nextUrl, wantsCsv } from '../answers/list-answer.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

interface ReportCall {
  readonly actor: Actor
  readonly query: ReportQuery
  readonly request: FastifyRequest
}

export function reportRoutes({ route }: Routes, reports: ReportActions, settings: Settings) {
  const { wakeups, inventory, deliveries, roomStatus } = INTERFACE.report
  const span = ({ actor, query }: ReportCall) => spanOf(query, settings.zoneOf(actor.scope))

  route(wakeups, async (call) => shown(await reports.wakeups(call.actor, span(call)), call))
  route(inventory, async (call) =>
    shown(await reports.inventory(call.actor, span(call), groupsOf(call.query.by)), call),
  )
  route(deliveries, async (call) => shown(await reports.deliveries(call.actor, span(call)), call))
  route(roomStatus, async (call) => shown(await reports.roomStatus(call.actor, span(call)), call))
}

const groupsOf = (by = 'day,room,category') => CHARGE_GROUPS.filter((group) => by.split(',').includes(group))

type Figures = Readonly<Record<string, unknown>>

/** Totals cover all rows; the rows are only the requested page. */
function shown<Row extends Figures, Totals>(
  { columns, rows, totals }: Report<Row, Totals>,
  { query, request }: ReportCall,
): Answer<{ report: Row[]; totals: Totals }> {
  const start = positionOf(query.after)
  const end = query.limit === undefined ? rows.length : start + query.limit
  const page = rows.slice(start, end)
  const next = end < rows.length ? nextUrl(request.url, String(end)) : undefined
  if (!wantsCsv(request.headers.accept)) return { kind: 'json', value: { report: page, totals }, next }
  const text = csvHead(columns) + page.map((row) => csvRow(columns, row)).join('')
  return { kind: 'text', type: 'text/csv; charset=utf-8', text, next }
}

function positionOf(after = '0'): number {
  if (/^\d{1,9}$/.test(after)) return Number(after)
  throw new Failure('parameter.invalid', 'after must be taken from the Link header of a page', {
    field: 'after',
  })
}
