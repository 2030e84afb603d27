import { WEBHOOK_EVENTS } from '@reveille/contract'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  type QueueKey,
  REPLACED,
} from '../../hotel/deliveries/delivery.ts'
import { postingIn } from '../../hotel/deliveries/delivery-money.ts'
import { type Alert, type DeliveryHealth, NO_HABIT } from '../../hotel/deliveries/retry.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import { toDelivery } from './delivery-store.ts'
import { ofThose } from './whose.ts'
import { toFlag, type Json, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { insertRows, runTemplate } from '../engine/template.ts'

/** How a destination fares, and what was said and done about it. */
export interface QueueRecord extends QueueKey {
  readonly health: DeliveryHealth
  /** What the desk was told last. */
  readonly told: Alert | null
  /** Disabled by the system itself, when and why. */
  readonly disabledAt: Instant | null
  readonly disabledWhy: string
}

export interface NewAttempt extends DeliveryAttempt {
  readonly tenant: TenantId
  readonly delivery: string
  readonly number: number
}

const isOfEvent = sql<SqlBool>`kind in (${sql.join(WEBHOOK_EVENTS.map((kind) => sql.lit(kind)))})`
const roomKey = sql<string>`tenant || '/' || case when ${isOfEvent} then '' else room end`

/** For messages named by id: keeps SQLite from looking them up by state, which a million others may share. */
const isIn = (state: DeliveryState) => sql<SqlBool>`coalesce(state, '') = ${state}`

/** What a delivery queue needs. Changes that an operator has made to a message meanwhile are never overwritten. */
export function queueStore(db: Kysely<Schema>, dialect: Dialect) {
  const waiting = ({ purpose, owner, destination }: QueueKey) =>
    db
      .selectFrom('delivery')
      .where('owner', '=', owner)
      .where('purpose', '=', purpose)
      .where('destination', '=', destination)
      .where('state', '=', 'waiting')

  return {
    async get({ purpose, owner, destination }: QueueKey): Promise<QueueRecord | undefined> {
      const query = db.selectFrom('destination').selectAll().where('tenant', '=', owner)
      const row = await query
        .where('purpose', '=', purpose)
        .where('name', '=', destination)
        .executeTakeFirst()
      return row && toQueue(row)
    },

    async save({ purpose, owner, destination, health, told, disabledAt, disabledWhy }: QueueRecord) {
      await db
        .updateTable('destination')
        .set({
          failures: health.failures,
          failing_since: health.failingSince,
          unanswered: health.unanswered,
          probes: health.probes,
          probe_at: health.probeAt,
          told: told ?? '',
          disabled_at: disabledAt,
          disabled_why: disabledWhy,
        })
        .where('tenant', '=', owner)
        .where('purpose', '=', purpose)
        .where('name', '=', destination)
        .execute()
    },

    /** What waits, in its order, but for some rooms. */
    async next(queue: QueueKey, but: readonly string[], limit: number): Promise<Delivery[]> {
      const { purpose, owner, destination } = queue
      const values = { purpose, owner, destination, but: JSON.stringify(but), limit }
      const found = await runTemplate(db, 'queue.next', values, (wanted) =>
        waiting(wanted)
          .selectAll()
          .where((eb) => eb.not(dialect.oneOf(roomKey, wanted.but)))
          .orderBy('sequence')
          .limit(wanted.limit),
      )
      return found.rows.map(toDelivery)
    },

    /** From now on they may have been sent, each with its memo; says which of them still waited. */
    async take(ready: readonly Pick<Delivery, 'id' | 'memo'>[]): Promise<Set<string>> {
      if (ready.length === 0) return new Set()
      const ids = JSON.stringify(ready.map(({ id }) => id))
      const memos = objectOf(ready, ({ memo }) => memo && toJson(memo))
      const postings = objectOf(ready, ({ memo }) => postingIn(memo)?.toString() ?? null)
      const taken = await runTemplate(db, 'queue.take', { ids, memos, postings }, (wanted) =>
        db
          .updateTable('delivery')
          .set({
            state: 'sending',
            memo: dialect.entryOf(wanted.memos, 'delivery.id'),
            posting: sql`cast(${dialect.entryOf(wanted.postings, 'delivery.id')} as integer)`,
          })
          .where(dialect.oneOf('id', wanted.ids))
          .where(isIn('waiting'))
          .returning('id'),
      )
      return new Set(taken.rows.map(({ id }) => id))
    },

    /** They were not sent after all: what is known of an earlier time still holds. Or that is not known, as the note says. */
    async release(ids: readonly string[], note: string | null = null) {
      if (ids.length === 0) return
      await runTemplate(db, 'queue.release', { ids: JSON.stringify(ids), note }, (wanted) =>
        db
          .updateTable('delivery')
          .set((eb) => ({
            state: 'waiting',
            note: eb.fn.coalesce(eb.cast<string | null>(eb.val(wanted.note), 'text'), 'note'),
          }))
          .where(dialect.oneOf('id', wanted.ids))
          .where(isIn('sending')),
      )
    },

    /** Of all that are being sent, those that are not among these. */
    async releaseOthers({ purpose, owner, destination }: QueueKey, ids: readonly string[]) {
      await db
        .updateTable('delivery')
        .set({ state: 'waiting' })
        .where('owner', '=', owner)
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .where('state', '=', 'sending')
        .where((eb) => eb.not(dialect.oneOf('id', JSON.stringify(ids))))
        .execute()
    },

    /** What the connector must find again of one that is not sent now. */
    async remember(id: string, memo: Json) {
      await db
        .updateTable('delivery')
        .set({ memo: toJson(memo), posting: postingIn(memo) })
        .where('id', '=', id)
        .execute()
    },

    /** Each at its next attempt: says which of them were being sent until now. */
    async delivered(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const done = await runTemplate(db, 'queue.delivered', { ids: JSON.stringify(ids) }, (wanted) =>
        db
          .updateTable('delivery')
          .set((eb) => ({ state: 'delivered', attempts: eb('attempts', '+', 1), triggered_by: '', note: '' }))
          .where(dialect.oneOf('id', wanted.ids))
          .where(isIn('sending'))
          .returning('id'),
      )
      return new Set(done.rows.map(({ id }) => id))
    },

    /** They have failed at this attempt and are sent again in a moment: says which of them were being sent until now. */
    async retried(ids: readonly string[], attempts: number, nextAt: Instant): Promise<Set<string>> {
      const values = { ids: JSON.stringify(ids), attempts, next_at: nextAt }
      const tried = await runTemplate(db, 'queue.retried', values, ({ ids: listed, ...set }) =>
        db
          .updateTable('delivery')
          .set((eb) => ({ ...set, quick: eb('quick', '+', 1), triggered_by: '', note: '' }))
          .where(dialect.oneOf('id', listed))
          .where(isIn('sending'))
          // As in `settle`.
          .where('attempts', '<', set.attempts)
          .returning('id'),
      )
      return new Set(tried.rows.map(({ id }) => id))
    },

    /** What became of a message that was being sent: says whether it was until now. */
    async settle(one: Delivery): Promise<boolean> {
      const values = {
        tenant: one.tenant,
        id: one.id,
        state: one.state,
        attempts: one.attempts,
        next_at: one.nextAt,
        quick: one.quick,
        doubts: one.doubts,
        triggered_by: one.trigger,
        note: one.note,
        told: toFlag(one.told),
      }
      const done = await runTemplate(db, 'queue.settle', values, ({ tenant, id, ...set }) =>
        db
          .updateTable('delivery')
          .set(set)
          .where('tenant', '=', tenant)
          .where('id', '=', id)
          .where('state', '=', 'sending')
          // A commit reported as failed may have written this already, and the message was taken up again.
          .where('attempts', '<', set.attempts),
      )
      return (done.numAffectedRows ?? 0n) > 0n
    },

    async addAttempts(attempts: readonly NewAttempt[]) {
      const rows = attempts.map(({ trigger, ...attempt }) => ({ ...attempt, actor: trigger }))
      await insertRows(db, 'delivery_attempt', rows)
    },

    /** The answer to one that was written down without any. */
    async answerAttempt({ trigger, ...attempt }: NewAttempt) {
      const { status, text } = attempt
      await db
        .insertInto('delivery_attempt')
        .values({ ...attempt, actor: trigger })
        .onConflict((conflict) =>
          conflict.columns(['tenant', 'delivery', 'number']).doUpdateSet({ status, text }),
        )
        .execute()
    },

    /** Of all that wait for a room, only the latest is left; says which were replaced by it. */
    async collapse(queue: QueueKey): Promise<Pick<Delivery, 'id' | 'tenant' | 'room'>[]> {
      const latest = waiting(queue)
        .where('kind', 'not in', WEBHOOK_EVENTS)
        .select((eb) => eb.fn.max('sequence').as('sequence'))
        .groupBy(['tenant', 'room'])
      return db
        .updateTable('delivery')
        .set({ state: 'dead', note: REPLACED })
        .where('owner', '=', queue.owner)
        .where('purpose', '=', queue.purpose)
        .where('destination', '=', queue.destination)
        .where('state', '=', 'waiting')
        .where('kind', 'not in', WEBHOOK_EVENTS)
        .where('sequence', 'not in', latest)
        .returning(['id', 'tenant', 'room'])
        .execute()
    },

    /** Messages that may have arrived, whether an operator decides or they are sent again; oldest first. */
    async doubted({ purpose, owner, destination }: QueueKey): Promise<Delivery[]> {
      const query = db
        .selectFrom('delivery')
        .selectAll()
        .where('owner', '=', owner)
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .where('state', 'in', ['waiting', 'uncertain'])
        .where('doubts', '>', 0)
      return (await query.orderBy('sequence').execute()).map(toDelivery)
    },

    /** What the process or queue before us was sending when it ended: to one destination, or to those of these tenants. */
    async interrupted(of: QueueKey | Whose): Promise<Delivery[]> {
      const all = db.selectFrom('delivery').selectAll().where('state', '=', 'sending')
      const query =
        of !== null && 'destination' in of
          ? all
              .where('owner', '=', of.owner)
              .where('purpose', '=', of.purpose)
              .where('destination', '=', of.destination)
          : all.where(ofThose(dialect, 'owner', of))
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toDelivery)
    },
  }
}

/** JSON, by id: of those that have any. */
const objectOf = <One extends { readonly id: string }>(
  all: readonly One[],
  text: (one: One) => string | null,
) =>
  toJson(
    Object.fromEntries(
      all.flatMap((one) => [text(one)].flatMap((value) => (value ? [[one.id, value]] : []))),
    ),
  )

const toQueue = (row: Selectable<Schema['destination']>): QueueRecord => ({
  purpose: row.purpose,
  owner: row.tenant,
  destination: row.name,
  health: {
    failures: row.failures,
    failingSince: row.failing_since,
    probes: row.probes,
    probeAt: row.probe_at,
    unanswered: row.unanswered,
    habit: NO_HABIT,
  },
  told: row.told === '' ? null : row.told,
  disabledAt: row.disabled_at,
  disabledWhy: row.disabled_why,
})
