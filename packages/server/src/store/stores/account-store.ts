import type { Kysely, Selectable } from 'kysely'
import { type Account, isPermission, type Permission } from '../../hotel/accounts/account.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Dialect } from '../engine/dialect.ts'
import { toFlag, fromJson, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { raiseConfiguration } from './configuration.ts'

export function accountStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('account').selectAll()
  const signOut = (account: string) => db.deleteFrom('session').where('account', '=', account).execute()
  return {
    async get(username: string): Promise<Account | undefined> {
      const row = await all().where('username', '=', username).executeTakeFirst()
      return row && toAccount(row)
    },

    /** The same, and nobody changes it before the transaction is over. */
    async hold(username: string): Promise<Account | undefined> {
      const row = await dialect.hold(all().where('username', '=', username)).executeTakeFirst()
      return row && toAccount(row)
    },

    async list(scope: Scope): Promise<Account[]> {
      const query = all().orderBy('username')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toAccount)
    },

    async insert(account: Account) {
      await db.insertInto('account').values(toRow(account)).execute()
      await raiseConfiguration(db)
    },

    /** Whoever has signed in as this account must do so again. */
    async update(account: Account) {
      await db.updateTable('account').set(toRow(account)).where('username', '=', account.username).execute()
      await signOut(account.username)
      await raiseConfiguration(db)
    },

    async remove(username: string) {
      await db.deleteFrom('account').where('username', '=', username).execute()
      await db.deleteFrom('pin').where('account', '=', username).execute()
      await signOut(username)
      await raiseConfiguration(db)
    },
  }
}

function permissionsFrom(text: string): Permission[] {
  const named = fromJson(text)
  return Array.isArray(named) ? named.filter(isPermission) : []
}

const toAccount = (row: Selectable<Schema['account']>): Account => ({
  username: row.username,
  tenant: row.tenant,
  passwordHash: row.password_hash,
  permissions: permissionsFrom(row.permissions),
  disabled: row.disabled === 1,
})

const toRow = (account: Account) => ({
  username: account.username,
  tenant: account.tenant,
  password_hash: account.passwordHash,
  permissions: toJson(account.permissions),
  disabled: toFlag(account.disabled),
})
