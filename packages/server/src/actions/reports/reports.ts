import { countInTime, type InTime, NONE_IN_TIME, sharesInTime } from '../../hotel/wakeups/in-time.ts'
import {
  type KeyedAnswers,
  countKeyed,
  NO_KEYED_ANSWERS,
  sharesKeyed,
} from '../../hotel/wakeups/keyed-answers.ts'
import { dayOf } from '../../hotel/time/local-time.ts'
import type { LogKind } from '../../hotel/log/details.ts'
import { rowOf } from '../../hotel/log/row.ts'
import { CHARGED, VOIDED } from '../../hotel/log/retention.ts'
import { answeredBy } from '../../hotel/wakeups/answered-by.ts'
import type { MailPlan } from '../../hotel/settings/sections.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { DeliveryFilter } from '../../store/stores/delivery-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type ChargeGroup, chargeReport } from './charge-report.ts'
import { deliveriesIn, reconciliation } from './delivery-report.ts'
import { pages } from '../pages.ts'
import type { Report, ReportSpan } from './report.ts'
import type { Settings } from '../settings.ts'

export type ReportActions = ReturnType<typeof reportActions>

/**
 * Reports for review. They are added up row by row while the list is read page by page, so that a report over
 * a million rows never holds up the rest of the house for longer than one page takes.
 */
export function reportActions({ database, settings }: { database: HotelDatabase; settings: Settings }) {
  const activities = (actor: Actor, kinds: readonly LogKind[], span: ReportSpan) =>
    pages({}, (limit, last: Activity | undefined) =>
      database.read.activity.page({ ...span, kinds, scope: actor.scope, limit, after: last }),
    )
  const dayIn = (at: Instant, tenant: string) => dayOf(at, settings.zoneOf(tenant))

  return {
    /** By day: how many calls, how they ended, and how many of them were dialled in time. */
    async wakeups(actor: Actor, span: ReportSpan): Promise<Report<WakeupRow, Omit<WakeupRow, 'day'>>> {
      const rows = new Map<string, WakeupDay>()
      const total = emptyDay('')
      const read = (limit: number, last: Wakeup | undefined) =>
        database.read.wakeups.page({ ...span, scope: actor.scope, limit, after: last })
      for await (const page of pages({}, read)) {
        const machines = await answeredByMachines(database.read, page)
        for (const call of page) {
          const day = dayIn(call.scheduledAt, call.tenant)
          for (const sum of [entry(rows, day, () => emptyDay(day)), total])
            countCall(sum, call, machines.has(call.id))
        }
      }
      const { day: _, ...totals } = withShares(total)
      return { columns: ['day', ...Object.keys(totals)], rows: sorted(rows).map(withShares), totals }
    },

    /** By day, room and category, or by some of these. */
    inventory: (actor: Actor, span: ReportSpan, groups: readonly ChargeGroup[]) =>
      chargeReport(
        {
          charges: activities(actor, [CHARGED, VOIDED], span),
          deliveries: deliveriesIn(database, actor, span),
        },
        groups,
        dayIn,
      ),

    /** By day and destination: what was accepted, and what became of it. */
    deliveries: (actor: Actor, asked: ReportSpan & Pick<DeliveryFilter, 'doubts'>) =>
      reconciliation(deliveriesIn(database, actor, asked), (one) => dayIn(one.createdAt, one.tenant)),

    /** By the name that it has in its path. */
    named(name: MailPlan['report'], actor: Actor, span: ReportSpan, groups: readonly ChargeGroup[]) {
      const made = {
        wakeup: () => this.wakeups(actor, span),
        inventory: () => this.inventory(actor, span, groups),
        delivery: () => this.deliveries(actor, span),
        roomstatus: () => this.roomStatus(actor, span),
      }
      return made[name]()
    },

    /** By day, room and status: how often it was reported. */
    async roomStatus(actor: Actor, span: ReportSpan): Promise<Report<StatusSum, { changes: number }>> {
      const rows = new Map<string, StatusSum>()
      let changes = 0
      for await (const page of activities(actor, ['room.status.changed'], span))
        for (const one of page.filter(rowOf('room.status.changed'))) {
          const { status } = one.detail
          const day = dayIn(one.at, one.tenant)
          const key = [day, one.room, one.tenant, status.id].join('\n')
          const { id, description } = status
          const place = { day, room: one.room, tenant: one.tenant }
          entry(rows, key, () => ({ ...place, status: id, description, changes: 0 })).changes++
          changes++
        }
      const columns = ['day', 'room', 'tenant', 'status', 'description', 'changes']
      return { columns, rows: sorted(rows), totals: { changes } }
    },
  }
}

/** Those of these calls that a machine has answered, at least once. */
async function answeredByMachines(
  { attempts }: Pick<Stores, 'attempts'>,
  calls: readonly Wakeup[],
): Promise<ReadonlySet<string>> {
  const made = await attempts.ofWakeups(calls.map(({ id }) => id))
  return new Set(made.filter(wasMachine).map(({ wakeup }) => wakeup))
}

const wasMachine = ({ result }: Attempt) =>
  result !== 'unreadable' && result?.kind === 'answered' && answeredBy(result) === 'machine'

type WakeupDay = { day: string; calls: number; pending: number; answered: number; failed: number } & Record<
  Outcome,
  number
> &
  InTime &
  KeyedAnswers & { machines: number }

type WakeupRow = Omit<WakeupDay, keyof (InTime & KeyedAnswers)> &
  Record<keyof (InTime & KeyedAnswers), number | null>

const NO_OUTCOMES: Readonly<Record<Exclude<Outcome, 'no-database'>, number>> = {
  complete: 0,
  'no-answer': 0,
  busy: 0,
  diverted: 0,
  'no-line': 0,
  unreachable: 0,
  missed: 0,
}

function emptyDay(day: string): WakeupDay {
  return {
    day,
    calls: 0,
    pending: 0,
    answered: 0,
    failed: 0,
    ...NO_OUTCOMES,
    ...NONE_IN_TIME,
    ...NO_KEYED_ANSWERS,
    machines: 0,
    'no-database': 0,
  }
}

function countCall(sum: WakeupDay, call: Wakeup, byMachine: boolean) {
  sum.calls++
  sum[call.list]++
  if (call.outcome !== null) sum[call.outcome]++
  // Missed, with a cause of its own.
  if (call.outcome === 'no-database') sum.missed++
  countInTime(sum, call)
  countKeyed(sum, call)
  if (byMachine) sum.machines++
}

const withShares = (day: WakeupDay): WakeupRow => ({
  ...day,
  ...sharesInTime(day, day.answered + day.failed),
  ...sharesKeyed(day),
})

type StatusSum = {
  day: string
  room: string
  tenant: string
  status: string
  description: string
  changes: number
}

function entry<V>(rows: Map<string, V>, key: string, empty: () => V): V {
  const found = rows.get(key) ?? empty()
  rows.set(key, found)
  return found
}

const sorted = <V>(rows: Map<string, V>): V[] =>
  [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
