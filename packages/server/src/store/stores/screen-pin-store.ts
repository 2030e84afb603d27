import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'

/** The PINs that unlock screens, as hashes that the key file is part of. */
export function screenPinStore(db: Kysely<Schema>) {
  return {
    async get(account: string): Promise<string | undefined> {
      const query = db.selectFrom('screen_pin').select('hash').where('account', '=', account)
      return (await query.executeTakeFirst())?.hash
    },

    async set(account: string, hash: string) {
      await db
        .insertInto('screen_pin')
        .values({ account, hash })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ hash }))
        .execute()
    },

    /** Says whether there was one. */
    async remove(account: string): Promise<boolean> {
      const query = db.deleteFrom('screen_pin').where('account', '=', account)
      return (await query.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
