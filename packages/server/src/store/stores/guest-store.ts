import type { Kysely, Selectable } from 'kysely'
import type { Guest } from '../../hotel/rooms/stay.ts'
import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Day } from '../../hotel/time/calendar.ts'
import type { Dialect } from '../engine/dialect.ts'
import { toFlag } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'

export function guestStore(db: Kysely<Schema>, dialect: Dialect) {
  return {
    async ofRoom(tenant: string, room: string): Promise<Guest[]> {
      const query = db.selectFrom('guest').selectAll().where('tenant', '=', tenant).where('room', '=', room)
      return (await query.orderBy('arrived_at').orderBy('id').execute()).map(toGuest)
    },

    /** The guest of this id, if in scope. */
    async find(id: string, scope: Scope): Promise<Guest | undefined> {
      const query = db.selectFrom('guest').selectAll().where('id', '=', id)
      const row = await (scope === null ? query : query.where('tenant', '=', scope)).executeTakeFirst()
      return row && toGuest(row)
    },

    /** All who stay, by arrival. */
    async list(scope: Scope): Promise<Guest[]> {
      const query = db.selectFrom('guest').selectAll().orderBy('arrived_at').orderBy('id')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toGuest)
    },

    /** The guests of these rooms of a tenant, by arrival. */
    async ofRooms(tenant: TenantId, rooms: readonly string[]): Promise<Guest[]> {
      const ofTenant = db.selectFrom('guest').selectAll().where('tenant', '=', tenant)
      const query = ofTenant.where(dialect.oneOf('room', JSON.stringify(rooms)))
      return (await query.orderBy('arrived_at').orderBy('id').execute()).map(toGuest)
    },

    /** The guest that a property system knows by this reservation number. */
    async ofReservation(system: string, reservation: string): Promise<Guest | undefined> {
      const query = db.selectFrom('guest').selectAll().where('system', '=', system)
      const row = await query.where('reservation', '=', reservation).orderBy('id').executeTakeFirst()
      return row && toGuest(row)
    },

    /** All that a property system has told of, by arrival. */
    async ofSystem(system: string): Promise<Guest[]> {
      const query = db.selectFrom('guest').selectAll().where('system', '=', system)
      return (await query.orderBy('arrived_at').orderBy('id').execute()).map(toGuest)
    },

    /** Those who leave by this day, the earliest first. */
    async leaving(by: Day): Promise<Guest[]> {
      const query = db.selectFrom('guest').selectAll().where('departs', 'is not', null)
      const rows = await query.where('departs', '<=', by).orderBy('departs').orderBy('id').execute()
      return rows.map(toGuest)
    },

    async insert(guest: Guest) {
      await db.insertInto('guest').values(toRow(guest)).execute()
    },

    async update(guest: Guest) {
      await db
        .updateTable('guest')
        .set(toRow(guest))
        .where('tenant', '=', guest.tenant)
        .where('id', '=', guest.id)
        .execute()
    },

    async remove({ tenant, id }: Pick<Guest, 'tenant' | 'id'>) {
      await db.deleteFrom('guest').where('tenant', '=', tenant).where('id', '=', id).execute()
    },
  }
}

const toGuest = (row: Selectable<Schema['guest']>): Guest => ({
  id: row.id,
  tenant: row.tenant,
  room: row.room,
  name: row.name,
  language: row.language,
  vip: row.vip === 1,
  arrivedAt: row.arrived_at,
  system: row.system,
  reservation: row.reservation,
  departs: row.departs,
  cameFrom: row.came_from,
})

const toRow = (guest: Guest) => ({
  id: guest.id,
  tenant: guest.tenant,
  room: guest.room,
  name: guest.name,
  language: guest.language,
  vip: toFlag(guest.vip),
  arrived_at: guest.arrivedAt,
  system: guest.system,
  reservation: guest.reservation,
  departs: guest.departs,
  came_from: guest.cameFrom,
})
