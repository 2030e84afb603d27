import { pickShared } from '../../hotel/accounts/tenancy.ts'
import type { HousekeepingDeed, HousekeepingResult } from '../../hotel/menus/housekeeping-menu.ts'
import { onlyOne } from '../../hotel/rooms/room.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import type { RoomStatusActions } from './room-status.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly statuses: Pick<RoomStatusActions, 'change'>
}

/** What housekeeping does by telephone: the same as over REST, under the same rules. */
export const statusByPhone =
  ({ database: { read }, statuses }: Parts) =>
  async (actor: Actor, deed: HousekeepingDeed): Promise<HousekeepingResult> => {
    const room = onlyOne(await read.rooms.findEither(deed.room, actor.scope))
    if (!room) return { kind: 'no room' }
    if (deed.kind === 'find room') return { kind: 'found', room: room.number }
    const type = pickShared(await read.roomStatus.types.find(deed.code, room.tenant), room.tenant)
    if (!type) return { kind: 'no code' }
    await statuses.change({ ...actor, scope: room.tenant }, { id: deed.code, room: room.number })
    return { kind: 'status set', code: type.id, condition: type.condition }
  }
