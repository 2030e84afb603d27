import type { Kysely } from 'kysely'
import type { CustomRoom, Room } from '../../hotel/rooms/room.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

/** The rooms of the inventory: a tenant's custom list, or its mailboxes where it has none. */
export function roomStore(db: Kysely<Schema>, dialect: Dialect) {
  const inForce = () =>
    db.selectFrom(
      db
        .selectFrom('room')
        .select(['tenant', 'number'])
        .unionAll(
          db
            .selectFrom('mailbox')
            .select(['tenant', 'number'])
            .where('tenant', 'not in', db.selectFrom('room').select('tenant')),
        )
        .as('in_force'),
    )
  const either = () =>
    db.selectFrom(
      db
        .selectFrom('mailbox')
        .select(['tenant', 'number'])
        .union(db.selectFrom('room').select(['tenant', 'number']))
        .as('either'),
    )

  return {
    /** The rooms that can be charged. */
    async listInForce(scope: Scope): Promise<Room[]> {
      const query = inForce().select(['tenant', 'number']).orderBy('number').orderBy('tenant')
      return (scope === null ? query : query.where('tenant', '=', scope)).execute()
    },

    async findInForce(number: string, scope: Scope): Promise<Room[]> {
      const query = inForce().select(['tenant', 'number']).where('number', '=', number)
      return (scope === null ? query : query.where('tenant', '=', scope)).execute()
    },

    /** Room status is taken for the rooms of either list. */
    async findEither(number: string, scope: Scope): Promise<Room[]> {
      const query = either().select(['tenant', 'number']).where('number', '=', number)
      return (scope === null ? query : query.where('tenant', '=', scope)).execute()
    },

    /** The same of several numbers at once. */
    async findEitherOf(numbers: readonly string[], scope: Scope): Promise<Room[]> {
      const query = either().select(['tenant', 'number'])
      const found = query.where(dialect.oneOf('number', JSON.stringify(numbers)))
      return (scope === null ? found : found.where('tenant', '=', scope)).execute()
    },

    async listCustom(scope: Scope): Promise<CustomRoom[]> {
      const query = db.selectFrom('room').selectAll().orderBy('number').orderBy('tenant')
      return (scope === null ? query : query.where('tenant', '=', scope)).execute()
    },

    async findCustom(number: string, scope: Scope): Promise<CustomRoom[]> {
      const query = db.selectFrom('room').selectAll().where('number', '=', number)
      return (scope === null ? query : query.where('tenant', '=', scope)).execute()
    },

    async insertCustom(room: CustomRoom) {
      await db.insertInto('room').values(toRow(room)).execute()
    },

    async updateCustom({ tenant, number, floor, section }: CustomRoom) {
      const query = db.updateTable('room').set({ floor, section })
      await query.where('tenant', '=', tenant).where('number', '=', number).execute()
    },

    async removeCustom(room: Room) {
      await db
        .deleteFrom('room')
        .where('tenant', '=', room.tenant)
        .where('number', '=', room.number)
        .execute()
    },
  }
}

const toRow = ({ tenant, number, floor, section }: CustomRoom) => ({ tenant, number, floor, section })
