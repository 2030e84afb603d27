import type { Kysely, Selectable } from 'kysely'
import { NO_STATUS, type RoomStatus, type StatusType } from '../../hotel/rooms/room-status.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import { keyed } from './keyed-store.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

type Place = Pick<RoomStatus, 'tenant' | 'room'>

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

    /**
     * Of these rooms, locked against other transactions until this one ends. One of which nothing was reported has an
     * empty one until then, to be held by: `save` takes its place, or `remove` takes it away.
     */
    async hold(places: readonly Place[]): Promise<RoomStatus[]> {
      const held: RoomStatus[] = []
      // Whoever locks several rooms does so in this order.
      for (const tenant of [...new Set(places.map((one) => one.tenant))].toSorted()) {
        const rooms = places.filter((one) => one.tenant === tenant).map(({ room }) => room)
        const empty = rooms.toSorted().map((room) => toRow({ ...EMPTY, tenant, room }))
        const insert = db.insertInto('room_status').values(empty)
        await insert.onConflict((conflict) => conflict.columns(['tenant', 'room']).doNothing()).execute()
        const named = all().where(dialect.oneOf('room', JSON.stringify(rooms)))
        const found = await dialect.hold(named.where('tenant', '=', tenant).orderBy('room')).execute()
        held.push(...found.map(toRoomStatus))
      }
      return held
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
    async remove(places: readonly Place[]) {
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

const EMPTY = {
  status: NO_STATUS.id,
  description: NO_STATUS.description,
  changedAt: 0,
  actor: '',
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
