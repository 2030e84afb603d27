import type { AlarmRecord, ChargeRecord, RoomStatusRecord } from '../../packages/contract/src/index.ts'
import type { MenuHouse } from './house.ts'
import { type StoredCall, storedCalls } from './stored.ts'
import type { Deed } from './walks.ts'

/** Everything that the menus can do, as the interface shows it. */
export interface Records {
  readonly calls: readonly StoredCall[]
  /** Rooms whose status was set, by what the status is. */
  readonly statuses: ReadonlyMap<string, string>
  /** The room of each charge. */
  readonly charges: readonly string[]
  readonly deliveries: number
  readonly alarms: readonly AlarmRecord[]
}

export async function readRecords(house: MenuHouse): Promise<Records> {
  const { rooms } = await house.read<{ rooms: RoomStatusRecord[] }>('/rest/rsi/room')
  const { charges } = await house.read<{ charges: ChargeRecord[] }>('/rest/isi/charge')
  const { deliveries } = await house.read<{ deliveries: unknown[] }>('/rest/delivery')
  const { alarms } = await house.read<{ alarms: AlarmRecord[] }>('/rest/alarm')
  return {
    calls: await storedCalls(house),
    statuses: new Map(rooms.map(({ room, status }) => [room, status.id])),
    charges: charges.map(({ room }) => room),
    deliveries: deliveries.length,
    alarms,
  }
}

const isHelp = ({ kind }: AlarmRecord) => kind === 'guest.needs-help'

/** How often it stands there for this room; an alarm that was answered, of any room. */
export function timesDone(records: Records, deed: Deed, room: string): number {
  switch (deed) {
    case 'call':
      return records.calls.filter((call) => call.room === room).length
    case 'status':
      return records.statuses.has(room) ? 1 : 0
    case 'charge':
      return records.charges.filter((charged) => charged === room).length
    case 'help':
      return records.alarms.filter((alarm) => isHelp(alarm) && alarm.room === room).length
    case 'alarm':
      return records.alarms.filter(({ state }) => state === 'acknowledged').length
  }
}
