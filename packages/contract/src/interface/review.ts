import { Type } from 'typebox'
import { EventQuery, EventStream, LastEventId } from '../events.ts'
import { InventoryReport } from '../charge-report.ts'
import { DeliveryReport, DeliveryReportQuery } from '../delivery-report.ts'
import { LogEntry, LogQuery } from '../log.ts'
import {
  InventoryReportQuery,
  ReportQuery,
  RoomStatusReport,
  TurnRoundReport,
  WakeupReport,
  WakeupReportQuery,
} from '../report.ts'
import type { Entries } from './entry.ts'

const CSV = 'text/csv'
const shared = {
  method: 'GET',
  needs: [],
  oneOf: ['review', 'administrator'],
  tag: 'Review',
  otherType: CSV,
} as const
const DAYS = 'A day is one by the clocks of the tenant. `totals` are of the whole span, also on a page of it.'

export const event = {
  follow: {
    id: 'event.follow',
    method: 'GET',
    path: '/rest/events',
    needs: [],
    tag: 'Review',
    summary: 'What happens, while it happens: server-sent events, resumed by Last-Event-ID',
    description:
      'One event for each row of the log that the account may see. A new stream begins now; nothing is told twice, and nothing is left out that the log still keeps. `caught-up` follows when everything so far was told, and `still-here` when nothing happens. A session may have 4 streams open, an account 200, the house 500: one more is 429.',
    query: EventQuery,
    headers: Type.Object({ 'Last-Event-ID': Type.Optional(LastEventId) }),
    reply: EventStream,
    replyType: 'text/event-stream',
  },
} as const satisfies Entries

export const log = {
  list: {
    ...shared,
    id: 'log.list',
    path: '/rest/log',
    summary: 'What happened, as JSON or CSV',
    description:
      'By time, or with `order=desc` the newest first. `kind=wakeup` means every kind of that noun.',
    query: LogQuery,
    reply: Type.Object({ log: Type.Array(LogEntry) }),
  },
} as const satisfies Entries

export const report = {
  wakeups: {
    ...shared,
    id: 'report.wakeups',
    path: '/rest/report/wakeup',
    summary:
      'Wakeup calls by day or hour: outcomes, and how many were in time, as JSON or CSV. For review only',
    description: `${DAYS} A call that was never dialled is not in time. By hour, it also tells how many were dialled how late.`,
    query: WakeupReportQuery,
    reply: WakeupReport,
  },
  inventory: {
    ...shared,
    id: 'report.inventory',
    path: '/rest/report/inventory',
    summary:
      'Charges by day, room and category, and what each connector answered, as JSON or CSV. For review only',
    description: `${DAYS} A charge counts with the price of the moment it was accepted.`,
    query: InventoryReportQuery,
    reply: InventoryReport,
  },
  deliveries: {
    ...shared,
    id: 'report.deliveries',
    path: '/rest/report/delivery',
    summary:
      'Messages by day and destination: accepted, delivered, refused, waiting, uncertain, dead, in doubt, as JSON or CSV. For review only',
    description: `${DAYS} What is being sent at this moment counts as waiting. Doubts are counted beside these states.`,
    query: DeliveryReportQuery,
    reply: DeliveryReport,
  },
  roomStatus: {
    ...shared,
    id: 'report.roomStatus',
    path: '/rest/report/roomstatus',
    summary: 'Room status changes by day, room and status, as JSON or CSV. For review only',
    description: `${DAYS} A status counts under the description of the moment it was reported.`,
    query: ReportQuery,
    reply: RoomStatusReport,
  },
  turnRound: {
    ...shared,
    id: 'report.turnRound',
    path: '/rest/report/turnround',
    summary: 'How long dirty rooms took to be clean, by day, as JSON or CSV. For review only',
    description: `${DAYS} From the first report of a status with the condition dirty to the next with clean or inspected, by the conditions that the status types have now. A room that was dirty before the span is not counted.`,
    query: ReportQuery,
    reply: TurnRoundReport,
  },
} as const satisfies Entries
