import { minutes, seconds } from '../src/kernel/clock.ts'
import { EventClient } from './event-client.ts'
import { EVENING, type Hotel, NEW_YORK } from './hotel.ts'
import { Screen } from './screen.ts'

/** What a request came to. */
export interface Told {
  readonly what: string
  readonly status: number
  readonly text: string
}

type Deed = readonly [user: string, method: string, url: string, fields?: Record<string, string | boolean>]

const ANNEX = '88888888-2222-4333-8444-555555555555'
const TABLE = 'number;name;vip;floor\n101;Garden suite;true;G\n901;;;9\n902;Tower;0;9\n'
const FLOOR = [
  { room: '104', id: '1', at: '2026-11-14T19:30:00' },
  { room: '101', id: '001' },
  { room: '104', id: '001', at: '2026-11-14T19:10:00' },
]

/** What guests, the desk and housekeeping bring about; the last of each kind changes or ends an earlier one. */
const DEEDS: readonly Deed[] = [
  ['desk', 'POST', '/rest/mailbox/102/checkin', { name: 'Mr Ito' }],
  ['desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ms Keller', language: 'de', vip: 'true' }],
  ['desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Änne KELLER' }],
  ['nyboss', 'POST', '/rest/mailbox/500/checkin', { name: 'Ms Stone' }],
  ['desk', 'PUT', '/rest/room/101/mark/dnd', { note: 'Until lunch', until: '2026-11-15T12:00' }],
  ['desk', 'PUT', '/rest/room/102/mark/priority', { note: '' }],
  ['desk', 'PUT', '/rest/room/103/mark/refused', {}],
  ['desk', 'DELETE', '/rest/room/103/mark/refused'],
  ['maid', 'POST', '/rest/rsi/changes', { changes: JSON.stringify(FLOOR) }],
  ['maid', 'POST', '/rest/rsi/change', { room: '102', id: '1' }],
  ['desk', 'POST', '/rest/wakeup', { room: '101,102', time: '0630' }],
  ['desk', 'POST', '/rest/wakeup', { room: '103', time: '0700', daily: true }],
  ['nyboss', 'POST', '/rest/wakeup', { room: '500', time: '0630' }],
  ['maid', 'POST', '/rest/isi/charge', { id: '10', quantity: '2', room: '101' }],
  ['maid', 'POST', '/rest/isi/charge', { id: '11', quantity: '1', room: '102' }],
  ['nymaid', 'POST', '/rest/isi/charge', { id: '12', quantity: '3', room: '500' }],
  ['maid', 'POST', '/rest/isi/check', { room: '103' }],
  ['boss', 'POST', '/rest/config/mailbox/import', { csv: TABLE, dry: true }],
  ['boss', 'POST', '/rest/config/mailbox/import', { csv: TABLE, dry: false }],
  ['boss', 'POST', '/rest/config/tenant', { id: ANNEX, name: 'Annex', timezone: 'Europe/Lisbon' }],
  ['boss', 'PUT', `/rest/config/tenant/${ANNEX}`, { name: 'Garden annex' }],
  ['boss', 'DELETE', `/rest/config/tenant/${NEW_YORK}`],
]

/** What the pages of the console ask for, and what is taken away as a table. */
const SEEN = [
  '/rest/room',
  '/rest/room/101/history',
  '/rest/guest?q=keller',
  '/rest/guest?q=10&tenant=',
  '/rest/wakeup/list',
  '/rest/wakeup/forecast?start=202611150600&end=202611150730',
  '/rest/delivery?order=desc&q=cola',
  '/rest/delivery?order=desc&limit=3&state=waiting,dead',
  '/rest/system/destination/traffic',
  '/rest/log?order=desc&q=checked&kind=guest,room.mark',
  '/rest/log?order=desc&limit=5',
  '/rest/isi/charge?room=101',
  '/rest/isi/check',
  '/rest/report/wakeup?by=hour',
  '/rest/report/wakeup',
  '/rest/report/inventory',
  '/rest/report/inventory?by=day,category',
  '/rest/report/delivery',
  '/rest/report/roomstatus',
  '/rest/config/tenant',
  '/rest/config/site-file',
  '/rest/config/site-file/things',
  '/rest/config/session',
]
const TABLES = SEEN.filter((url) => /report|\/log|\/delivery/.test(url))

/** An evening at the desk, and all that is seen of it then: the same on every database, word by word. */
export async function eveningAt(hotel: Hotel): Promise<Told[]> {
  const told: Told[] = []
  const keep = (what: string, { status, text }: { readonly status: number; readonly text: string }) =>
    told.push({ what, status, text })
  const ask = async ([user, method, url, fields]: Deed) => {
    hotel.clock.advance(minutes(1))
    keep(`${method} ${url}`, await hotel.request(user, method, url, fields))
  }
  for (const deed of DEEDS) await ask(deed)
  for (const deed of await changesOf(hotel)) await ask(deed)
  await rung(hotel)
  await atScreen(hotel, keep)
  const look = async (url: string, accept: string) =>
    keep(`${url} ${accept}`, await hotel.request('boss', 'GET', url, undefined, { accept }))
  for (const url of SEEN) await look(url, '*/*')
  for (const url of TABLES) await look(url, 'text/csv')
  return told
}

/** Of what there is by then: a guest, a call, charges and a message. */
async function changesOf(hotel: Hotel): Promise<Deed[]> {
  const list = async (url: string, of: string) => (await hotel.request('boss', 'GET', url)).json[of]
  const [guest] = await list('/rest/guest?q=%C3%A4nne', 'guests')
  const calls = await list('/rest/wakeup/list/pending?room=101', 'pending')
  const [cola, nuts] = await list('/rest/isi/charge', 'charges')
  const [message] = await list('/rest/delivery?destination=bar', 'deliveries')
  return [
    ['boss', 'POST', `/rest/delivery/${message.id}/settle`, { as: 'drop', reason: 'Paid in cash' }],
    ['desk', 'PUT', `/rest/guest/${guest.id}`, { language: 'fr', vip: 'true' }],
    ['desk', 'DELETE', `/rest/guest/${guest.id}`],
    ['desk', 'POST', '/rest/wakeup/preview', { room: '101,102,103', time: '0630' }],
    ['desk', 'POST', `/rest/wakeup/${calls[0].id}/reschedule`, { time: '0645' }],
    ['boss', 'POST', `/rest/isi/charge/${nuts.id}/correct`, { quantity: '2', reason: 'Two' }],
    ['boss', 'POST', `/rest/isi/charge/${cola.id}/void`, { reason: 'Wrong room' }],
  ]
}

/** One of the calls was answered, half a minute late. */
const rung = ({ app }: Hotel) =>
  app.database.transaction(async ({ wakeups }) => {
    const [call] = await wakeups.pendingOfRoom('', '102')
    if (!call) throw new Error('Room 102 has no call')
    const answered = { state: 'done', list: 'answered', outcome: 'complete', proof: 'key' } as const
    const moments = { attempts: 1, dials: 1, dialledAt: call.scheduledAt + seconds(30) }
    await wakeups.update({ ...call, ...answered, machineOutcome: 'complete', ...moments })
  })

/** Signed in, locked, unlocked by the PIN, with a wrong one before. */
async function atScreen(hotel: Hotel, keep: (what: string, told: Omit<Told, 'what'>) => unknown) {
  const screen = await Screen.at(hotel, 'desk')
  const pin = '271828'
  for (const [method, path, body] of [
    ['PUT', '/pin', { password: 'desk-pw', pin }],
    ['POST', '/lock', {}],
    ['GET', '', undefined],
    ['POST', '/unlock', { pin: '271829' }],
    ['POST', '/unlock', { pin }],
    ['GET', '/list', undefined],
  ] as const)
    keep(`${method} ${path}`, await screen.ask(method, `/rest/session${path}`, body))
}

/** What whoever comes back is told of meanwhile, by the kinds that the page asks for. */
export async function caughtUp(hotel: Hotel) {
  const url = `${await hotel.open()}/rest/events?kinds=guest,room.mark,room.status.changed,mailbox`
  const client = await EventClient.follow(url, 'boss', { 'last-event-id': '1' })
  await client.until(() => client.events.length > 0 && client.isCaughtUp)
  client.hangUp()
  return client.events.filter(({ data }) => Date.parse(String(data['at'])) >= EVENING)
}
