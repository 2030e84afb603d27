import type { Kysely } from 'kysely'
import type { PinPurpose } from '../../hotel/accounts/pin-rule.ts'
import type { Schema } from '../engine/schema.ts'

/** PINs of accounts, as hashes that the key file is part of: one for each purpose, which fits no other. */
export function pinStore(db: Kysely<Schema>) {
  return {
    async get(purpose: PinPurpose, account: string): Promise<string | undefined> {
      const query = db.selectFrom('pin').select('hash').where('account', '=', account)
      return (await query.where('purpose', '=', purpose).executeTakeFirst())?.hash
    },

    async set(purpose: PinPurpose, account: string, hash: string) {
      await db
        .insertInto('pin')
        .values({ account, purpose, hash })
        .onConflict((conflict) => conflict.columns(['account', 'purpose']).doUpdateSet({ hash }))
        .execute()
    },

    /** Says whether there was one. */
    async remove(purpose: PinPurpose, account: string): Promise<boolean> {
      const query = db.deleteFrom('pin').where('account', '=', account).where('purpose', '=', purpose)
      return (await query.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
