import type { Kysely, Selectable } from 'kysely'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import { toFlag } from '../engine/row.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { runTemplate } from '../engine/template.ts'

export function mailboxStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('mailbox').selectAll()
  const numbered = (number: string, scope: Scope) => {
    const query = all().where('number', '=', number)
    return scope === null ? query : query.where('tenant', '=', scope)
  }
  return {
    /** The mailboxes of this number that are in scope: one, none, or one for each of several tenants. */
    async find(number: string, scope: Scope): Promise<Mailbox[]> {
      return (await numbered(number, scope).execute()).map(toMailbox)
    },

    /** The same, locked against other transactions until this one ends. */
    async hold(number: string, scope: Scope): Promise<Mailbox[]> {
      const wanted = { number, scope: scope ?? undefined }
      const { rows } = await runTemplate(db, 'mailbox.hold', wanted, (room) =>
        dialect.hold(numbered(room.number, room.scope ?? null)),
      )
      return rows.map(toMailbox)
    },

    /** The mailboxes in scope whose phone has this extension. */
    async ofExtension(extension: string, scope: Scope): Promise<Mailbox[]> {
      const query = all().where('extension', '=', extension)
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toMailbox)
    },

    /** A tenant's mailboxes of these numbers. */
    async ofNumbers(tenant: TenantId, numbers: readonly string[]): Promise<Mailbox[]> {
      const query = all().where('tenant', '=', tenant)
      return (await query.where(dialect.oneOf('number', JSON.stringify(numbers))).execute()).map(toMailbox)
    },

    /** The mailboxes of these numbers that are in scope. */
    async named(numbers: readonly string[], scope: Scope): Promise<Mailbox[]> {
      const query = all().where(dialect.oneOf('number', JSON.stringify(numbers)))
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toMailbox)
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
        .where('tenant', '=', mailbox.tenant)
        .where('number', '=', mailbox.number)
        .execute()
    },

    async remove(mailbox: Mailbox) {
      await db
        .deleteFrom('mailbox')
        .where('tenant', '=', mailbox.tenant)
        .where('number', '=', mailbox.number)
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
  floor: row.floor,
  section: row.section,
})

const toRow = (mailbox: Mailbox) => ({
  tenant: mailbox.tenant,
  number: mailbox.number,
  extension: mailbox.extension,
  name: mailbox.name,
  language: mailbox.language,
  vip: toFlag(mailbox.vip),
  floor: mailbox.floor,
  section: mailbox.section,
})
