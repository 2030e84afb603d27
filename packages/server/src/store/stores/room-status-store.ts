import type { Kysely, Selectable } from 'kysely'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import { keyed } from './keyed-store.ts'
import type { Schema } from '../engine/schema.ts'

export function roomStatusStore(db: Kysely<Schema>) {
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

    async list(scope: Scope): Promise<RoomStatus[]> {
      const query = all().orderBy('room').orderBy('tenant')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toRoomStatus)
    },

    async save(status: RoomStatus) {
      const row = toRow(status)
      await db
        .insertInto('room_status')
        .values(row)
        .onConflict((conflict) => conflict.columns(['tenant', 'room']).doUpdateSet(row))
        .execute()
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
