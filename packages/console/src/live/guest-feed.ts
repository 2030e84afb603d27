import type { GuestRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import type { HouseEvent } from '../hotel/house-event.ts'
import type { Clock } from '../kernel/clock.ts'
import { Feed } from './feed.ts'

/** Everybody who stays. Who comes or goes is told by room: then all are read, gathered as ever. */
export function guestFeed(client: Client, clock: Clock): Feed<GuestRecord> {
  const readAll = async () => {
    const { answer, seal } = await client.list('guest.list', {})
    return { records: answer.guests, seal }
  }
  return new Feed<GuestRecord>({
    clock,
    keyOf: ({ id }) => id,
    idOf: () => 'all',
    change: ({ kind }: HouseEvent) => (kind.startsWith('guest.') ? { deed: 'read', id: 'all' } : null),
    readAll,
    readSome: async () => (await readAll()).records,
  })
}
