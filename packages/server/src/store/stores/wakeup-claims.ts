import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { runTemplate } from '../engine/template.ts'
import { ofThose } from './whose.ts'
import { changeOf, FREE, toWakeup } from './wakeup-row.ts'

export interface WakeupClaim {
  readonly before: Instant
  readonly now: Instant
  readonly until: Instant
  /** Who claims. */
  readonly claimer: string
  /** Which claim of the claimer's it is: a call that is claimed, changed and claimed again is not the same. */
  readonly claim: number
  readonly limit: number
  /** Whose calls; all if not said. */
  readonly whose?: Whose
}

/** A call under a lease. It is another lease each time that the call is claimed, and any change of the call ends it. */
export interface ClaimedWakeup extends Wakeup {
  readonly lease: string
}

export type Claimed = Pick<ClaimedWakeup, 'id' | 'lease'>

/** Written out, as in the index of what is due: a planner does not know what a parameter will be. */
const isPending = sql<SqlBool>`list = 'pending'`

/** Calls under a lease: the process that rings claims, dials and frees them. */
export function wakeupClaims(db: Kysely<Schema>, dialect: Dialect) {
  const isOf = (claimer: string) => sql<boolean>`lease like ${`${claimer}/%`}`
  const isNotOf = (claimer: string) => sql<boolean>`lease not like ${`${claimer}/%`}`

  const claimable = (before: Instant, now: Instant, whose: Whose) =>
    db
      .selectFrom('wakeup')
      .select('id')
      .where(isPending)
      .where('next_at', '<', before)
      .where('state', '=', 'pending')
      .where('follows', 'is', null)
      .where(ofThose(dialect, 'tenant', whose))
      .where((eb) => eb.or([eb('lease', 'is', null), eb('lease_until', '<', now)]))

  return {
    /** Claims pending calls to be looked at before an instant that no process holds, until `until`. */
    async claim({
      before,
      now,
      until,
      claimer,
      claim,
      limit,
      whose = null,
    }: WakeupClaim): Promise<ClaimedWakeup[]> {
      const due = claimable(before, now, whose)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit)
        .$call((query) => dialect.skipClaimed(query))
      const claimed = await db
        .updateTable('wakeup')
        .set({ lease: sql<string>`cast(${`${claimer}/${claim}/`} as text) || id`, lease_until: until })
        .where('id', 'in', due)
        .returningAll()
        .execute()
      return claimed.map(toClaimed)
    },

    /** Pending calls to be looked at before an instant, whoever holds them; without a lease where nobody does. */
    async ahead(before: Instant, limit: number, whose: Whose = null): Promise<ClaimedWakeup[]> {
      const query = db
        .selectFrom('wakeup')
        .selectAll()
        .where(isPending)
        .where('next_at', '<', before)
        .where('state', '=', 'pending')
        .where('follows', 'is', null)
        .where(ofThose(dialect, 'tenant', whose))
      return (await query.orderBy('next_at').orderBy('id').limit(limit).execute()).map(toClaimed)
    },

    async isClaimable(before: Instant, now: Instant, whose: Whose = null): Promise<boolean> {
      return (await claimable(before, now, whose).limit(1).executeTakeFirst()) !== undefined
    },

    /** Those of the calls that are unchanged since they were claimed, locked until this transaction ends. */
    async hold(calls: readonly Claimed[]): Promise<ClaimedWakeup[]> {
      if (calls.length === 0) return []
      const held = await runTemplate(db, 'wakeup.hold', listsOf(calls), (lists) =>
        db
          .selectFrom('wakeup')
          .selectAll()
          .where(dialect.oneOf('id', lists.ids))
          .where(dialect.oneOf('lease', lists.leases))
          .where('state', '=', 'pending')
          .$call((query) => dialect.hold(query)),
      )
      return held.rows.map(toClaimed)
    },

    /** The same without locking them. */
    async held(calls: readonly Claimed[]): Promise<string[]> {
      const found = await runTemplate(db, 'wakeup.held', listsOf(calls), (lists) =>
        db
          .selectFrom('wakeup')
          .select('id')
          .where(dialect.oneOf('id', lists.ids))
          .where(dialect.oneOf('lease', lists.leases))
          .where('state', '=', 'pending'),
      )
      return found.rows.map(({ id }) => id)
    },

    /** Those of these calls that ring as they were dialled: nobody has settled, changed or removed them. */
    async stillRinging(calls: readonly Pick<Wakeup, 'id' | 'dials'>[]): Promise<string[]> {
      const ids = JSON.stringify(calls.map(({ id }) => id))
      const found = await runTemplate(db, 'wakeup.stillRinging', { ids }, (lists) =>
        db
          .selectFrom('wakeup')
          .select(['id', 'dials'])
          .where(dialect.oneOf('id', lists.ids))
          .where('state', '=', 'calling'),
      )
      const dials = new Map(found.rows.map((row) => [row.id, row.dials]))
      return calls.filter((call) => dials.get(call.id) === call.dials).map(({ id }) => id)
    },

    /** Marks those that are unchanged since they were claimed as ringing since then; says which. */
    async dial(calls: readonly Claimed[], at: Instant): Promise<string[]> {
      if (calls.length === 0) return []
      const wanted = { ...listsOf(calls), at }
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
          .where(dialect.oneOf('id', values.ids))
          .where(dialect.oneOf('lease', values.leases))
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
    async updateHeld(call: Wakeup, { lease }: Claimed): Promise<boolean> {
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

    /** The ids of calls to be looked at before an instant that carry a lease of this claimer's. */
    async heldBy(claimer: string, before: Instant): Promise<string[]> {
      const pending = db.selectFrom('wakeup').select('id').where('list', '=', 'pending')
      const query = pending.where('next_at', '<', before)
      const rows = await query.where('state', '=', 'pending').where(isOf(claimer)).execute()
      return rows.map(({ id }) => id)
    },

    /** Gives a call that is as it was this lease, unless another process has claimed it. */
    async takeUp({ tenant, id, dials, room, scheduledAt, lease }: ClaimedWakeup) {
      await db
        .updateTable('wakeup')
        .set({ lease })
        .where('tenant', '=', tenant)
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('dials', '=', dials)
        .where('room', '=', room)
        .where('scheduled_at', '=', scheduledAt)
        .where((eb) => eb.or([eb('lease', 'is', null), isOf(claimerOf({ id, lease }))]))
        .execute()
    },

    /** Ends these claims. */
    async free(calls: readonly Claimed[]) {
      if (calls.length === 0) return
      const { ids, leases } = listsOf(calls)
      const named = db.updateTable('wakeup').set(FREE).where(dialect.oneOf('id', ids))
      await named.where(dialect.oneOf('lease', leases)).execute()
    },

    /** Ends the claims on those that carry a lease of this claimer's, or of any other. */
    async freeThose(ids: readonly string[], claimer: string, whose: 'own' | 'of others') {
      if (ids.length === 0) return
      const named = db
        .updateTable('wakeup')
        .set(FREE)
        .where(dialect.oneOf('id', JSON.stringify(ids)))
      await named.where((whose === 'own' ? isOf : isNotOf)(claimer)).execute()
    },

    /** Calls to be looked at before an instant that carry another's lease: the process that held them is gone. */
    async abandoned(claimer: string, before: Instant, whose: Whose = null): Promise<string[]> {
      const query = db
        .selectFrom('wakeup')
        .select('id')
        .where(isPending)
        .where('next_at', '<', before)
        .where(ofThose(dialect, 'tenant', whose))
        .where(isNotOf(claimer))
      return (await query.execute()).map(({ id }) => id)
    },
  }
}

/** Whose lease it is. */
export const claimerOf = ({ lease }: Claimed): string => lease.slice(0, lease.indexOf('/'))

const toClaimed = (row: Selectable<Schema['wakeup']>): ClaimedWakeup => ({
  ...toWakeup(row),
  lease: row.lease ?? '',
})

const listsOf = (calls: readonly Claimed[]) => ({
  ids: JSON.stringify(calls.map(({ id }) => id)),
  leases: JSON.stringify(calls.map(({ lease }) => lease)),
})
