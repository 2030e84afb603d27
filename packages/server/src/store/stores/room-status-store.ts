import type { Kysely, Selectable } from 'kysely'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import { keyed } from './keyed-store.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

export function roomStatusStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('room_status').selectAll()
  return {
    types: keyed<StatusType>(
      db,
      'status_type',
      (row) => ({ ...row }),
      (type) => ({ ...type }),
    ),

    async ofRoom(tenant: string, room: string): Promise<RoomStatus | undefined> {
      const row = await all().where('room', '=', room).where('tenant', '=', tenant).executeTakeFirst()
      return row && toRoomStatus(row)
    },

    /** Of the rooms of these numbers, whoever's they are. */
    async ofRooms(numbers: readonly string[]): Promise<RoomStatus[]> {
      return (
        await all()
          .where(dialect.oneOf('room', JSON.stringify(numbers)))
          .execute()
      ).map(toRoomStatus)
    },

    async list(scope: Scope): Promise<RoomStatus[]> {
      const query = all().orderBy('room').orderBy('tenant')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toRoomStatus)
    },

    /** One of each room at most. */
    async save(statuses: readonly RoomStatus[]) {
      if (statuses.length === 0) return
      await db
        .insertInto('room_status')
        .values(statuses.map(toRow))
        .onConflict((conflict) =>
          conflict.columns(['tenant', 'room']).doUpdateSet(({ ref }) => ({
            status: ref('excluded.status'),
            description: ref('excluded.description'),
            changed_at: ref('excluded.changed_at'),
            actor: ref('excluded.actor'),
          })),
        )
        .execute()
    },

    /** These rooms have none again. */
    async remove(places: readonly Pick<RoomStatus, 'tenant' | 'room'>[]) {
      for (const tenant of new Set(places.map((one) => one.tenant))) {
        const rooms = places.filter((one) => one.tenant === tenant).map(({ room }) => room)
        await db
          .deleteFrom('room_status')
          .where('tenant', '=', tenant)
          .where(dialect.oneOf('room', JSON.stringify(rooms)))
          .execute()
      }
    },
  }
}

const toRoomStatus = (row: Selectable<Schema['room_status']>): RoomStatus => ({
  tenant: row.tenant,
  room: row.room,
  status: row.status,
  description: row.description,
  changedAt: row.changed_at,
  actor: row.actor,
})

const toRow = (status: RoomStatus) => ({
  tenant: status.tenant,
  room: status.room,
  status: status.status,
  description: status.description,
  changed_at: status.changedAt,
  actor: status.actor,
})
