import type { Kysely, Selectable } from 'kysely'
import type { Session } from '../../hotel/accounts/session.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

/** Screens where somebody has signed in. Each fact is written by itself, so that none undoes another. */
export function sessionStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('session').selectAll()
  const one = (token: string) => db.updateTable('session').where('token', '=', token)
  const gone = async (removed: Promise<{ numDeletedRows: bigint }>) => Number((await removed).numDeletedRows)
  return {
    async get(token: string): Promise<Session | undefined> {
      const row = await all().where('token', '=', token).executeTakeFirst()
      return row && toSession(row)
    },

    /** Those of these tokens that there still are. */
    async those(tokens: readonly string[]): Promise<Session[]> {
      if (tokens.length === 0) return []
      return (
        await all()
          .where(dialect.oneOf('token', JSON.stringify(tokens)))
          .execute()
      ).map(toSession)
    },

    async byId(id: string): Promise<Session | undefined> {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && toSession(row)
    },

    /** By account, the latest sign-in first. */
    async list(scope: Scope): Promise<Session[]> {
      const query = all().orderBy('account').orderBy('made_at', 'desc').orderBy('id')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toSession)
    },

    /** Of one account, the latest sign-in first. */
    async ofAccount(account: string): Promise<Session[]> {
      const query = all().where('account', '=', account).orderBy('made_at', 'desc').orderBy('id')
      return (await query.execute()).map(toSession)
    },

    async insert(session: Session) {
      await db.insertInto('session').values(toRow(session)).execute()
    },

    async touch(token: string, seenAt: Instant) {
      await one(token).set({ seen_at: seenAt }).where('seen_at', '<', seenAt).execute()
    },

    async lock(token: string, lockedAt: Instant) {
      await one(token).set({ locked_at: lockedAt }).where('locked_at', 'is', null).execute()
    },

    async unlock(token: string, seenAt: Instant) {
      await one(token).set({ locked_at: null, pin_tries: 0, seen_at: seenAt }).execute()
    },

    /** One more PIN is tried; false when there were so many already. */
    async tryPin(token: string, most: number): Promise<boolean> {
      const tried = await one(token)
        .set((row) => ({ pin_tries: row('pin_tries', '+', 1) }))
        .where('pin_tries', '<', most)
        .executeTakeFirst()
      return tried.numUpdatedRows > 0n
    },

    async remove(token: string) {
      await db.deleteFrom('session').where('token', '=', token).execute()
    },

    removeOf: (account: string) =>
      gone(db.deleteFrom('session').where('account', '=', account).executeTakeFirstOrThrow()),

    /** Those that have ended by themselves. */
    purge: (now: Instant) =>
      gone(db.deleteFrom('session').where('ends_at', '<=', now).executeTakeFirstOrThrow()),
  }
}

const toSession = (row: Selectable<Schema['session']>): Session => ({
  id: row.id,
  token: row.token,
  account: row.account,
  tenant: row.tenant,
  kind: row.kind,
  madeAt: row.made_at,
  seenAt: row.seen_at,
  lockedAt: row.locked_at,
  endsAt: row.ends_at,
  pinTries: row.pin_tries,
  address: row.address,
  agent: row.agent,
})

const toRow = (session: Session) => ({
  id: session.id,
  token: session.token,
  account: session.account,
  tenant: session.tenant,
  kind: session.kind,
  made_at: session.madeAt,
  seen_at: session.seenAt,
  locked_at: session.lockedAt,
  ends_at: session.endsAt,
  pin_tries: session.pinTries,
  address: session.address,
  agent: session.agent,
})
