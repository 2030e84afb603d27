import type { Kysely, Selectable } from 'kysely'
import type { Mailbox } from '../hotel/room.ts'
import type { Scope } from '../hotel/tenancy.ts'
import { flag } from './row.ts'
import type { Schema } from './schema.ts'

export type MailboxStore = ReturnType<typeof mailboxStore>

export function mailboxStore(db: Kysely<Schema>) {
  const all = () => db.selectFrom('mailbox').selectAll()
  return {
    /** The mailboxes of this number that are in scope: one, none, or one for each of several tenants. */
    async find(number: string, scope: Scope): Promise<Mailbox[]> {
      const query = all().where('number', '=', number)
      const rows = await (scope === null ? query : query.where('tenant', '=', scope)).execute()
      return rows.map(toMailbox)
    },

    async list(scope: Scope): Promise<Mailbox[]> {
      const query = all().orderBy('number').orderBy('tenant')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toMailbox)
    },

    async insert(mailbox: Mailbox) {
      await db.insertInto('mailbox').values(toRow(mailbox)).execute()
    },

    async update(mailbox: Mailbox) {
      await db
        .updateTable('mailbox')
        .set(toRow(mailbox))
        .where('number', '=', mailbox.number)
        .where('tenant', '=', mailbox.tenant)
        .execute()
    },

    async remove(mailbox: Mailbox) {
      await db
        .deleteFrom('mailbox')
        .where('number', '=', mailbox.number)
        .where('tenant', '=', mailbox.tenant)
        .execute()
    },
  }
}

const toMailbox = (row: Selectable<Schema['mailbox']>): Mailbox => ({
  tenant: row.tenant,
  number: row.number,
  extension: row.extension,
  name: row.name,
  language: row.language,
  vip: row.vip === 1,
})

const toRow = (mailbox: Mailbox) => ({
  tenant: mailbox.tenant,
  number: mailbox.number,
  extension: mailbox.extension,
  name: mailbox.name,
  language: mailbox.language,
  vip: flag(mailbox.vip),
})
