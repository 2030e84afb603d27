import { type Kysely, type Selectable, sql } from 'kysely'
import type { Weekday } from '../hotel/local-time.ts'
import type { Scope } from '../hotel/tenancy.ts'
import type { Source, Wakeup, WakeupState } from '../hotel/wakeup.ts'
import type { Outcome, WakeupList } from '../hotel/wakeup-outcome.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Dialect } from './dialect.ts'
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

export interface WakeupClaim {
  readonly before: Instant
  readonly now: Instant
  readonly until: Instant
  /** Who claims. */
  readonly lease: string
  readonly limit: number
}

/** The row of a call that somebody changes, and that nobody holds from then on. */
const changeOf = (call: Wakeup) => ({ ...toRow(call), ...FREE })

const FREE = { lease: null, lease_until: null }

export type WakeupStore = ReturnType<typeof wakeupStore>

export function wakeupStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('wakeup').selectAll()

  const claimable = (before: Instant, now: Instant) =>
    db
      .selectFrom('wakeup')
      .select('id')
      .where('list', '=', 'pending')
      .where('next_at', '<', before)
      .where('state', '=', 'pending')
      .where('follows', 'is', null)
      .where((eb) => eb.or([eb('lease', 'is', null), eb('lease_until', '<', now)]))

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

    /** The finished occurrences of a series, by time, then id. */
    async ofSeries(series: string): Promise<Wakeup[]> {
      const query = all().where('series', '=', series).orderBy('scheduled_at').orderBy('id')
      return (await query.execute()).map(toWakeup)
    },

    async insert(call: Wakeup) {
      await runTemplate(db, 'wakeup.insert', toRow(call), (row) => db.insertInto('wakeup').values(row))
    },

    /** Takes the call out of the hands of whoever holds it. */
    async update(call: Wakeup) {
      await runTemplate(db, 'wakeup.update', changeOf(call), ({ id, ...set }) =>
        db.updateTable('wakeup').set(set).where('id', '=', id),
      )
    },

    /** The same, unless it was changed or dialled anew since: says whether it was done. */
    async updateDialled(call: Wakeup, dials: number): Promise<boolean> {
      const values = { ...changeOf(call), dialled: dials }
      const changed = await runTemplate(db, 'wakeup.updateDialled', values, ({ id, dialled, ...set }) =>
        db
          .updateTable('wakeup')
          .set(set)
          .where('id', '=', id)
          .where('state', '=', 'calling')
          .where('dials', '=', dialled),
      )
      return (changed.numAffectedRows ?? 0n) > 0n
    },

    /** The same, while nobody else has changed it since it was claimed: says whether it was done. */
    async updateHeld(call: Wakeup, lease: string): Promise<boolean> {
      const changed = await db
        .updateTable('wakeup')
        .set({ ...toRow(call), ...FREE })
        .where('id', '=', call.id)
        .where('state', '=', 'pending')
        .where('lease', '=', lease)
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },

    /** Pending calls to be looked at before an instant, that nobody holds, for one to hold until `until`. */
    async claim({ before, now, until, lease, limit }: WakeupClaim): Promise<Wakeup[]> {
      const due = claimable(before, now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit)
        .$call((query) => dialect.skipClaimed(query))
      const claimed = await db
        .updateTable('wakeup')
        .set({ lease, lease_until: until })
        .where('id', 'in', due)
        .returningAll()
        .execute()
      return claimed.map(toWakeup)
    },

    async isClaimable(before: Instant, now: Instant): Promise<boolean> {
      return (await claimable(before, now).limit(1).executeTakeFirst()) !== undefined
    },

    /** Those of the calls that are still as they were when they were claimed; nobody changes them meanwhile. */
    async hold(ids: readonly string[], lease: string): Promise<Wakeup[]> {
      if (ids.length === 0) return []
      const held = await runTemplate(db, 'wakeup.hold', { list: JSON.stringify(ids), lease }, (values) =>
        db
          .selectFrom('wakeup')
          .selectAll()
          .where(dialect.oneOf('id', values.list))
          .where('lease', '=', values.lease)
          .where('state', '=', 'pending')
          .$call((query) => dialect.hold(query)),
      )
      return held.rows.map(toWakeup)
    },

    /** The rooms of those that are still as they were when they were claimed ring since then; says whose. */
    async dial(ids: readonly string[], lease: string, at: Instant): Promise<string[]> {
      if (ids.length === 0) return []
      const wanted = { list: JSON.stringify(ids), lease, at }
      const dialled = await runTemplate(db, 'wakeup.dial', wanted, (values) =>
        db
          .updateTable('wakeup')
          .set((eb) => ({
            state: 'calling',
            dials: eb('dials', '+', 1),
            attempts: eb('attempts', '+', 1),
            tries: eb('tries', '+', 1),
            dialled_at: eb.fn.coalesce('dialled_at', eb.cast<number>(eb.val(values.at), 'bigint')),
          }))
          .where(dialect.oneOf('id', values.list))
          .where('lease', '=', values.lease)
          .where('state', '=', 'pending')
          .returning('id'),
      )
      return dialled.rows.map(({ id }) => id)
    },

    /** The ids of calls to be looked at before an instant that carry this lease. */
    async heldBy(lease: string, before: Instant): Promise<string[]> {
      const pending = db.selectFrom('wakeup').select('id').where('list', '=', 'pending')
      const query = pending.where('next_at', '<', before)
      const rows = await query.where('state', '=', 'pending').where('lease', '=', lease).execute()
      return rows.map(({ id }) => id)
    },

    /** Those that carry this lease, or any other than this, are in nobody's hands from now on. */
    async free(ids: readonly string[], lease: string, whose: '=' | '!=' = '=') {
      if (ids.length === 0) return
      const named = dialect.oneOf('id', JSON.stringify(ids))
      await db.updateTable('wakeup').set(FREE).where(named).where('lease', whose, lease).execute()
    },

    /** Calls to be looked at before an instant that carry another lease: the process that held them is gone. */
    async abandoned(lease: string, before: Instant): Promise<string[]> {
      const query = db
        .selectFrom('wakeup')
        .select('id')
        .where('list', '=', 'pending')
        .where('next_at', '<', before)
        .where('lease', '!=', lease)
      return (await query.execute()).map(({ id }) => id)
    },

    /**
     * Pending calls of those among these rooms that have several from one instant on and before another, by time,
     * then id. Most rooms have one.
     */
    async crowded(tenant: string, rooms: readonly string[], from: Instant, before: Instant) {
      const pending = () =>
        db
          .selectFrom('wakeup')
          .where('tenant', '=', tenant)
          .where('scheduled_at', '>=', from)
          .where('scheduled_at', '<', before)
          .where('list', '=', 'pending')
      const several = await pending()
        .select('room')
        .where(dialect.oneOf('room', JSON.stringify(rooms)))
        .groupBy('room')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .execute()
      if (several.length === 0) return []
      const crowd = pending()
        .selectAll()
        .where(dialect.oneOf('room', JSON.stringify(several.map(({ room }) => room))))
      return (await crowd.orderBy('scheduled_at').orderBy('id').execute()).map(toWakeup)
    },

    /** These calls ring with another one from now on. */
    async follow(ids: readonly string[], leader: string) {
      if (ids.length === 0) return
      await db
        .updateTable('wakeup')
        .set({ follows: leader, ...FREE })
        .where('id', 'in', ids)
        .where('list', '=', 'pending')
        .where('state', '=', 'pending')
        .execute()
    },

    /** Finished ones that were for an earlier time, at most so many; says how many went. */
    async purge(before: Instant, limit: number): Promise<number> {
      const old = db
        .selectFrom('wakeup')
        .select('id')
        .where('list', 'in', ['answered', 'failed'])
        .where('scheduled_at', '<', before)
        .limit(limit)
      const gone = await db.deleteFrom('wakeup').where('id', 'in', old).executeTakeFirst()
      return Number(gone.numDeletedRows)
    },

    /** Nobody changes them until this transaction ends; those that are still to be settled. */
    async lock(ids: readonly string[]): Promise<Wakeup[]> {
      if (ids.length === 0) return []
      const query = all().where('id', 'in', ids).where('list', '=', 'pending').orderBy('id')
      return (await dialect.hold(query).execute()).map(toWakeup)
    },

    /** Calls that follow one which does not ring for them any more, however that came about. */
    async orphans(): Promise<string[]> {
      const some = db.selectFrom('wakeup').select(['id', 'list', 'scheduled_at', 'follows'])
      // Asked for by nothing else, so that no planner looks through all that is pending.
      const led = (await some.where('follows', '>', '').execute()).filter(({ list }) => list === 'pending')
      if (led.length === 0) return []
      const named = JSON.stringify(led.map(({ follows }) => follows))
      const leaders = await some.where(dialect.oneOf('id', named)).execute()
      const ringAt = new Map(
        leaders.filter(({ list }) => list === 'pending').map((one) => [one.id, minuteOf(one)]),
      )
      // A series may have moved on to another day.
      return led.filter((one) => ringAt.get(one.follows ?? '') !== minuteOf(one)).map(({ id }) => id)
    },

    /** They ring by themselves from now on. */
    async lead(ids: readonly string[]) {
      if (ids.length > 0)
        await db.updateTable('wakeup').set({ follows: null }).where('id', 'in', ids).execute()
    },

    /** Those that wait for its end; what a series led on another day is over, and not among them. */
    async followersOf(id: string): Promise<Wakeup[]> {
      const query = all().where('follows', '=', id).where('list', '=', 'pending')
      return (await query.orderBy('id').execute()).map(toWakeup)
    },

    /** From a minute on, how many calls fall into each. */
    async countByMinute(from: Instant): Promise<[minute: Instant, calls: number][]> {
      const minute = sql<number>`next_at / 60000`
      const rows = await db
        .selectFrom('wakeup')
        .select((eb) => [minute.as('minute'), eb.fn.countAll<number>().as('n')])
        .where('list', '=', 'pending')
        .where('next_at', '>=', from)
        .groupBy(minute)
        .execute()
      return rows.map((row) => [row.minute * 60_000, row.n])
    },

    /** How many calls are to be rung from an instant on, and before another one. */
    async countDue(scope: Scope, from: Instant, before: Instant): Promise<number> {
      let query = db
        .selectFrom('wakeup')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('list', '=', 'pending')
        .where('next_at', '>=', from)
        .where('next_at', '<', before)
      if (scope !== null) query = query.where('tenant', '=', scope)
      return (await query.executeTakeFirstOrThrow()).n
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
    dueAt: row.due_at,
    nextAt: row.next_at,
    dials: row.dials,
    tries: row.tries,
    lineTroubles: row.line_troubles,
    dialledAt: row.dialled_at,
    occurrence: row.occurrence,
    follows: row.follows,
  }
}

const minuteOf = ({ scheduled_at }: { scheduled_at: Instant }) => Math.floor(scheduled_at / 60_000)

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
  due_at: call.dueAt,
  next_at: call.nextAt,
  dials: call.dials,
  tries: call.tries,
  line_troubles: call.lineTroubles,
  dialled_at: call.dialledAt,
  occurrence: call.occurrence,
  follows: call.follows,
})
