import type { Kysely, Selectable } from 'kysely'
import type { Weekday } from '../hotel/local-time.ts'
import type { Scope } from '../hotel/tenancy.ts'
import type { Source, Wakeup, WakeupState } from '../hotel/wakeup.ts'
import type { Outcome, WakeupList } from '../hotel/wakeup-outcome.ts'
import type { Instant } from '../kernel/clock.ts'
import { flag } from './row.ts'
import type { Schema } from './schema.ts'
import { runTemplate } from './template.ts'

/** Where a page of a list begins: after this call. */
export interface WakeupCursor {
  readonly scheduledAt: Instant
  readonly id: string
}

export interface WakeupFilter {
  readonly scope: Scope
  readonly list?: WakeupList | undefined
  readonly room?: string | undefined
  /** From this instant on, and before that one. */
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: WakeupCursor | undefined
  readonly limit: number
}

/** The filter as the query has it: what is undefined does not stand in it. */
type PageValues = Readonly<{
  list: WakeupList | undefined
  tenant: string | undefined
  room: string | undefined
  from: Instant | undefined
  before: Instant | undefined
  at: Instant | undefined
  id: string | undefined
  limit: number
}>

export type WakeupStore = ReturnType<typeof wakeupStore>

export function wakeupStore(db: Kysely<Schema>) {
  const all = () => db.selectFrom('wakeup').selectAll()

  const pageQuery = ({ list, tenant, room, from, before, at, id, limit }: PageValues) => {
    let query = all().orderBy('scheduled_at').orderBy('id').limit(limit)
    if (list !== undefined) query = query.where('list', '=', list)
    if (tenant !== undefined) query = query.where('tenant', '=', tenant)
    if (room !== undefined) query = query.where('room', '=', room)
    if (from !== undefined) query = query.where('scheduled_at', '>=', from)
    if (before !== undefined) query = query.where('scheduled_at', '<', before)
    if (at === undefined || id === undefined) return query
    return query.where((eb) => eb(eb.refTuple('scheduled_at', 'id'), '>', eb.tuple(at, id)))
  }

  return {
    async get(id: string): Promise<Wakeup | undefined> {
      const { rows } = await runTemplate(db, 'wakeup.get', { id }, (call) => all().where('id', '=', call.id))
      return rows[0] && toWakeup(rows[0])
    },

    /** By time, then id. */
    async page({ list, scope, room, from, before, after, limit }: WakeupFilter): Promise<Wakeup[]> {
      const tenant = scope ?? undefined
      const values = { list, tenant, room, from, before, at: after?.scheduledAt, id: after?.id, limit }
      return (await runTemplate(db, 'wakeup.page', values, pageQuery)).rows.map(toWakeup)
    },

    /** The pending calls of a room, by time, then id. */
    async pendingOfRoom(tenant: string, room: string): Promise<Wakeup[]> {
      const query = all().where('tenant', '=', tenant).where('room', '=', room).where('list', '=', 'pending')
      return (await query.orderBy('scheduled_at').orderBy('id').execute()).map(toWakeup)
    },

    /** The pending call of this room, instant and repeat, if there is one. */
    async twin(call: Wakeup): Promise<Wakeup | undefined> {
      const { tenant, room, scheduledAt } = call
      const wanted = { tenant, room, scheduledAt, days: call.days.join(',') }
      const { rows } = await runTemplate(db, 'wakeup.twin', wanted, (twin) =>
        all()
          .where('tenant', '=', twin.tenant)
          .where('room', '=', twin.room)
          .where('scheduled_at', '=', twin.scheduledAt)
          .where('list', '=', 'pending')
          .where('days', '=', twin.days),
      )
      return rows[0] && toWakeup(rows[0])
    },

    /** The latest finished occurrence of a series at or after an instant. */
    async latestOccurrence(series: string, from: Instant): Promise<Wakeup | undefined> {
      const row = await all()
        .where('series', '=', series)
        .where('scheduled_at', '>=', from)
        .orderBy('scheduled_at', 'desc')
        .executeTakeFirst()
      return row && toWakeup(row)
    },

    async insert(call: Wakeup) {
      await runTemplate(db, 'wakeup.insert', toRow(call), (row) => db.insertInto('wakeup').values(row))
    },

    async update(call: Wakeup) {
      await db.updateTable('wakeup').set(toRow(call)).where('id', '=', call.id).execute()
    },

    async remove(id: string) {
      await db.deleteFrom('wakeup').where('id', '=', id).execute()
    },

    async isPromptUsed(prompt: number): Promise<boolean> {
      const query = db
        .selectFrom('wakeup')
        .select('id')
        .where('list', '=', 'pending')
        .where('prompt', '=', prompt)
      return (await query.limit(1).executeTakeFirst()) !== undefined
    },

    async countPending(now: Instant): Promise<{ pending: number; overdue: number }> {
      const count = db
        .selectFrom('wakeup')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('list', '=', 'pending')
      const pending = await count.executeTakeFirstOrThrow()
      const overdue = await count.where('scheduled_at', '<', now).executeTakeFirstOrThrow()
      return { pending: pending.n, overdue: overdue.n }
    },
  }
}

function toWakeup(row: Selectable<Schema['wakeup']>): Wakeup {
  return {
    id: row.id,
    tenant: row.tenant,
    room: row.room,
    list: row.list as WakeupList,
    state: row.state as WakeupState,
    outcome: row.outcome as Outcome | null,
    machineOutcome: row.machine_outcome as Outcome | null,
    scheduledAt: row.scheduled_at,
    wall: row.wall,
    zone: row.zone,
    days: row.days === '' ? [] : (row.days.split(',') as Weekday[]),
    until: row.until,
    series: row.series,
    confirm: row.confirm === 1,
    prompt: row.prompt,
    attempts: row.attempts,
    snoozes: row.snoozes,
    actor: row.actor,
    source: row.source as Source,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

const toRow = (call: Wakeup) => ({
  id: call.id,
  tenant: call.tenant,
  room: call.room,
  list: call.list,
  state: call.state,
  outcome: call.outcome,
  machine_outcome: call.machineOutcome,
  scheduled_at: call.scheduledAt,
  wall: call.wall,
  zone: call.zone,
  days: call.days.join(','),
  until: call.until,
  series: call.series,
  confirm: flag(call.confirm),
  prompt: call.prompt,
  attempts: call.attempts,
  snoozes: call.snoozes,
  actor: call.actor,
  source: call.source,
  created_at: call.createdAt,
  settled_at: call.settledAt,
})
