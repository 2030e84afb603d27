import type { Kysely, Selectable } from 'kysely'
import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import type { RoomMark } from '../../hotel/rooms/room-mark.ts'
import type { Schema } from '../engine/schema.ts'

export function roomMarkStore(db: Kysely<Schema>) {
  const all = () => db.selectFrom('room_mark').selectAll()
  return {
    /** Also those whose time has passed. */
    async list(scope: Scope): Promise<RoomMark[]> {
      const query = all().orderBy('room').orderBy('tenant').orderBy('mark')
      return (await (scope === null ? query : query.where('tenant', '=', scope)).execute()).map(toMark)
    },

    async ofRoom(tenant: TenantId, room: string): Promise<RoomMark[]> {
      const query = all().where('tenant', '=', tenant).where('room', '=', room)
      return (await query.orderBy('mark').execute()).map(toMark)
    },

    async save(mark: RoomMark) {
      const row = toRow(mark)
      await db
        .insertInto('room_mark')
        .values(row)
        .onConflict((conflict) => conflict.columns(['tenant', 'room', 'mark']).doUpdateSet(row))
        .execute()
    },

    /** Says whether the room bore it: of two who clear it at once, one has done so. */
    async remove({ tenant, room, mark }: Pick<RoomMark, 'tenant' | 'room' | 'mark'>): Promise<boolean> {
      const query = db.deleteFrom('room_mark').where('tenant', '=', tenant).where('room', '=', room)
      return (await query.where('mark', '=', mark).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

const toMark = ({ set_at, ...row }: Selectable<Schema['room_mark']>): RoomMark => ({ ...row, setAt: set_at })

const toRow = ({ setAt, ...mark }: RoomMark) => ({ ...mark, set_at: setAt })
