import { INTERFACE, type ReportQuery } from '@reveille/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actions/actor.ts'
import { chargeGroupsOf } from '../../actions/reports/charge-report.ts'
import { type Report, reportAsCsv } from '../../actions/reports/report.ts'
import type { ReportActions } from '../../actions/reports/reports.ts'
import type { Settings } from '../../actions/settings.ts'
import type { CsvStyle } from '../../kernel/csv.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Answer } from '../answers/answer.ts'
import { nextUrl, wantsCsv } from '../answers/list-answer.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

interface ReportCall {
  readonly actor: Actor
  readonly query: ReportQuery
  readonly request: FastifyRequest
}

export function reportRoutes({ route }: Routes, reports: ReportActions, settings: Settings) {
  const { wakeups, inventory, deliveries, roomStatus, turnRound } = INTERFACE.report
  const span = ({ actor, query }: ReportCall) => spanOf(query, settings.zoneOf(actor.scope))

  const style = () => settings.current().reports

  route(wakeups, async (call) =>
    shown(await reports.wakeups(call.actor, span(call), call.query.by), call, style()),
  )
  route(inventory, async (call) =>
    shown(await reports.inventory(call.actor, span(call), chargeGroupsOf(call.query.by)), call, style()),
  )
  route(deliveries, async (call) =>
    shown(await reports.deliveries(call.actor, { ...span(call), doubts: call.query.doubts }), call, style()),
  )
  route(roomStatus, async (call) => shown(await reports.roomStatus(call.actor, span(call)), call, style()))
  route(turnRound, async (call) => shown(await reports.turnRound(call.actor, span(call)), call, style()))
}

type Figures = Readonly<Record<string, unknown>>

/** Totals cover all rows; the rows are only the requested page. */
function shown<Row extends Figures, Totals>(
  report: Report<Row, Totals>,
  { query, request }: ReportCall,
  style: CsvStyle,
): Answer<{ report: Row[]; totals: Totals }> {
  const { rows, totals } = report
  const start = positionOf(query.after)
  const end = query.limit === undefined ? rows.length : start + query.limit
  const page = rows.slice(start, end)
  const next = end < rows.length ? nextUrl(request.url, String(end)) : undefined
  if (!wantsCsv(request.headers.accept)) return { kind: 'json', value: { report: page, totals }, next }
  const text = reportAsCsv(report, page, style)
  return { kind: 'text', type: 'text/csv; charset=utf-8', text, next }
}

function positionOf(after = '0'): number {
  if (/^\d{1,9}$/.test(after)) return Number(after)
  throw new Failure('parameter.invalid', 'after must be taken from the Link header of a page', {
    field: 'after',
  })
}
