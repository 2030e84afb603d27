import type { Kysely } from 'kysely'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { runTemplate } from '../engine/template.ts'
import { changeOf, FREE, toWakeup } from './wakeup-row.ts'

export interface WakeupClaim {
  readonly before: Instant
  readonly now: Instant
  readonly until: Instant
  /** Who claims. */
  readonly lease: string
  readonly limit: number
}

/** Calls under a lease: the process that rings claims, dials and frees them. */
export function wakeupClaims(db: Kysely<Schema>, dialect: Dialect) {
  const claimable = (before: Instant, now: Instant) =>
    db
      .selectFrom('wakeup')
      .select('id')
      .where('list', '=', 'pending')
      .where('next_at', '<', before)
      .where('state', '=', 'pending')
      .where('follows', 'is', null)
      .where((eb) => eb.or([eb('lease', 'is', null), eb('lease_until', '<', now)]))

  return {
    /** Claims pending calls to be looked at before an instant that no process holds, until `until`. */
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

    /** Those of the calls that are unchanged since they were claimed, locked until this transaction ends. */
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

    /** The same without locking them. */
    async held(ids: readonly string[], lease: string): Promise<string[]> {
      const found = await runTemplate(db, 'wakeup.held', { list: JSON.stringify(ids), lease }, (values) =>
        db
          .selectFrom('wakeup')
          .select('id')
          .where(dialect.oneOf('id', values.list))
          .where('lease', '=', values.lease)
          .where('state', '=', 'pending'),
      )
      return found.rows.map(({ id }) => id)
    },

    /** Marks those that are unchanged since they were claimed as ringing since then; says which. */
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

    /** Counts a dial of a call that was changed meanwhile, unless it is counted already. */
    async countDial({ tenant, id, dials }: Pick<Wakeup, 'tenant' | 'id' | 'dials'>) {
      await db
        .updateTable('wakeup')
        .set({ dials })
        .where('tenant', '=', tenant)
        .where('id', '=', id)
        .where('dials', '=', dials - 1)
        .execute()
    },

    /** Updates a call, unless it was changed or dialled again since; says whether it was done. */
    async updateDialled(call: Wakeup, dials: number): Promise<boolean> {
      const values = { ...changeOf(call), dialled: dials }
      const changed = await runTemplate(
        db,
        'wakeup.updateDialled',
        values,
        ({ tenant, id, dialled, ...set }) =>
          db
            .updateTable('wakeup')
            .set(set)
            .where('tenant', '=', tenant)
            .where('id', '=', id)
            .where('state', '=', 'calling')
            .where('dials', '=', dialled),
      )
      return (changed.numAffectedRows ?? 0n) > 0n
    },

    /** Updates a call, unless it was changed since it was claimed; says whether it was done. */
    async updateHeld(call: Wakeup, lease: string): Promise<boolean> {
      const changed = await db
        .updateTable('wakeup')
        .set(changeOf(call))
        .where('tenant', '=', call.tenant)
        .where('id', '=', call.id)
        .where('state', '=', 'pending')
        .where('lease', '=', lease)
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },

    /** The ids of calls to be looked at before an instant that carry this lease. */
    async heldBy(lease: string, before: Instant): Promise<string[]> {
      const pending = db.selectFrom('wakeup').select('id').where('list', '=', 'pending')
      const query = pending.where('next_at', '<', before)
      const rows = await query.where('state', '=', 'pending').where('lease', '=', lease).execute()
      return rows.map(({ id }) => id)
    },

    /** Ends the claim of those that carry this lease, or with `!=` any other. */
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
  }
}
