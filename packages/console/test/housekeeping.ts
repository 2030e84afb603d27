import type { SiteFile } from '@reveille/contract'
import { type Hotel, SITE } from '../../server/test/hotel.ts'

const TYPES = [
  { id: '1', description: 'Clean', condition: 'clean' },
  { id: '2', description: 'Dirty', condition: 'dirty' },
  { id: '3', description: 'Being cleaned', condition: 'in_progress' },
  { id: '4', description: 'Inspected', condition: 'inspected' },
  { id: '5', description: 'Pickup', condition: 'pickup' },
  { id: '001', description: 'Maintenance', condition: 'out_of_order' },
  { id: '7', description: 'Out of service', condition: 'out_of_service' },
] as const

/** Four floors and a wing of its own, with everything that can be reported. */
export const TALL: SiteFile = {
  ...SITE,
  mailboxes: [
    ...(SITE.mailboxes ?? []),
    { range: '201-206' },
    { range: '301-324' },
    { range: '401-412', section: 'West' },
  ],
  roomStatus: { ...SITE.roomStatus, types: [...TYPES] },
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Reports of several rooms, so many minutes ago. */
export async function reported(
  hotel: Hotel,
  id: string,
  rooms: readonly string[],
  minutesAgo = 0,
): Promise<void> {
  const at = new Date(hotel.clock.now() - minutesAgo * 60_000).toISOString()
  const body = JSON.stringify({ changes: rooms.map((room) => ({ room, id, at })) })
  const { status, text } = await hotel.request('maid', 'POST', '/rest/rsi/changes', body, JSON_BODY)
  if (status !== 200) throw new Error(text)
}

/** A morning of housekeeping. */
export async function morning(hotel: Hotel): Promise<void> {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
  // The oldest first: what is older than a room's last report changes nothing.
  await reported(hotel, '001', ['305'], 900)
  await reported(hotel, '7', ['317'], 540)
  await reported(hotel, '2', ['310', '318', ...numbers(201, 205)], 300)
  await reported(hotel, '1', ['302', '313', '315', '316', '319', '321', '322', ...numbers(401, 404)], 60)
  await reported(hotel, '4', ['304', '314', '323', ...numbers(405, 409)], 50)
  await reported(hotel, '2', ['301', '306', '307', '308', '311', '312', '410'], 40)
  await reported(hotel, '5', ['309'], 12)
  await reported(hotel, '3', ['303', '320'], 5)
  for (const room of ['301', '304', '306', '310', '311', '317'])
    await hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, {
      name: `Guest of ${room}`,
      vip: room === '311',
    })
  await hotel.request('desk', 'PUT', '/rest/room/306/mark/dnd', { note: 'Sleeps in' })
  await hotel.request('desk', 'POST', '/rest/wakeup', { room: '311', time: '0630' })
}
