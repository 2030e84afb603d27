import type { SiteFile } from '@reveille/contract'
import { days, hours } from '../../server/src/kernel/clock.ts'
import { type Hotel, SITE } from '../../server/test/hotel.ts'

/** A hotel with a duty manager, who may read the reports. */
export const SITE_WITH_DUTY: SiteFile = {
  ...SITE,
  users: [...(SITE.users ?? []), { username: 'duty', password: 'duty-pw', permissions: ['review'] }],
  roomStatus: {
    types: [
      { id: '1', description: 'Clean', condition: 'clean' },
      { id: '2', description: 'Dirty', condition: 'dirty' },
    ],
  },
}

/** Two days of a small hotel: wake-up calls, charges and a room that was cleaned. */
export async function twoDays(hotel: Hotel): Promise<void> {
  const ask = (user: string, url: string, body: Record<string, string | number>) =>
    hotel.request(user, 'POST', url, body)
  for (const [day, quantity] of [
    [0, 2],
    [1, 3],
  ] as const) {
    if (day > 0) hotel.clock.advance(days(1))
    for (const [room, result] of [
      ['101', 1],
      ['102', 1],
      ['103', 2],
    ] as const) {
      const { json } = await ask('desk', '/rest/wakeup', { room, time: '2300' })
      await hotel.request('boss', 'PUT', `/rest/wakeup/${json.id}`, { result })
    }
    await ask('maid', '/rest/isi/charge', { id: '10', quantity, room: '101' })
    await ask('maid', '/rest/isi/charge', { id: '11', quantity: 1, room: '102' })
    await ask('maid', '/rest/rsi/change', { id: '2', room: '104' })
    hotel.clock.advance(hours(0.5))
    await ask('maid', '/rest/rsi/change', { id: '1', room: '104' })
  }
}
