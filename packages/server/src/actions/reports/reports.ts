import { dayOf } from '../../hotel/time/local-time.ts'
import type { LogKind } from '../../hotel/log/details.ts'
import { rowOf } from '../../hotel/log/row.ts'
import { NO_STATUS } from '../../hotel/rooms/room-status.ts'
import { CHARGED, VOIDED } from '../../hotel/log/retention.ts'
import type { MailPlan } from '../../hotel/settings/sections.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { DeliveryFilter } from '../../store/stores/delivery-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { type ChargeGroup, chargeReport } from './charge-report.ts'
import { deliveriesIn, reconciliation } from './delivery-report.ts'
import { pages } from '../pages.ts'
import { entry, type Report, type ReportSpan, sorted } from './report.ts'
import { turnRoundReport } from './turn-round-report.ts'
import { type WakeupGroup, wakeupReport } from './wakeup-report.ts'
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
    /** By day, or by hour of the day: how many calls, how they ended, and how many of them were dialled in time. */
    wakeups: (actor: Actor, span: ReportSpan, by: WakeupGroup = 'day') =>
      wakeupReport({ stores: database.read, zoneOf: (tenant) => settings.zoneOf(tenant) }, actor, span, by),

    /** By day: how long dirty rooms took to be clean. */
    turnRound: async (actor: Actor, span: ReportSpan) =>
      turnRoundReport(
        activities(actor, ['room.status.changed'], span),
        await database.read.roomStatus.types.list(null),
        dayIn,
      ),

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
          if (status.id === NO_STATUS.id) continue
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

type StatusSum = {
  day: string
  room: string
  tenant: string
  status: string
  description: string
  changes: number
}
