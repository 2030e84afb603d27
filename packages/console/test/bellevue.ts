import type { SiteFile } from '@reveille/contract'
import type { Hotel } from '../../server/test/hotel.ts'
import { reported } from './housekeeping.ts'

/** The hotel of the pictures in the documentation: three floors by a lake. */
export const BELLEVUE: SiteFile = {
  site: { name: 'Hotel Bellevue', company: 'Bellevue Lucerne', timezone: 'Europe/Zurich', language: 'en' },
  tenants: [],
  users: [
    { username: 'anna', password: 'anna-pw', permissions: ['frontdesk'] },
    { username: 'maid', password: 'maid-pw', permissions: ['inventory'] },
    { username: 'walter', password: 'walter-pw', permissions: ['administrator', 'frontdesk', 'inventory'] },
  ],
  mailboxes: [
    { range: '101-116' },
    { range: '201-218' },
    { range: '301-310' },
    { number: '311', name: 'Garden suite', vip: true },
    { range: '312-318' },
  ],
  inventory: {
    categories: [
      { id: '1', description: 'Drinks', color: '#2f6f8f' },
      { id: '2', description: 'Snacks', color: '#a8662b' },
    ],
    items: [
      { id: '10', description: 'Mineral water', category: '1', price: '4.00' },
      { id: '11', description: 'Cola', category: '1', price: '4.50' },
      { id: '12', description: 'Lager', category: '1', price: '6.00' },
      { id: '13', description: 'White wine', category: '1', price: '14.00' },
      { id: '20', description: 'Almonds', category: '2', price: '5.00' },
      { id: '21', description: 'Chocolate', category: '2', price: '4.80' },
    ],
    connectors: [],
  },
  roomStatus: {
    types: [
      { id: '1', description: 'Clean', condition: 'clean' },
      { id: '2', description: 'Dirty', condition: 'dirty' },
      { id: '3', description: 'Being cleaned', condition: 'in_progress' },
      { id: '4', description: 'Inspected', condition: 'inspected' },
      { id: '6', description: 'Maintenance', condition: 'out_of_order' },
    ],
    servers: [],
  },
}

const GUESTS: Readonly<Record<string, string>> = {
  '101': 'Brunner',
  '102': 'Miller',
  '104': 'Rossi',
  '107': 'Sørensen',
  '108': 'Petit',
  '110': 'Baumann',
  '112': 'Novák',
  '115': 'Varga',
  '116': 'Romero',
  '201': 'Yilmaz',
  '203': 'Haddad',
  '204': 'Chen',
  '206': 'Fischer',
  '209': 'Almeida',
  '210': 'Kowalski',
  '212': 'Keller',
  '215': 'Lefèvre',
  '301': 'Ito',
  '303': 'Tanaka',
  '308': 'Murphy',
  '311': 'Okafor',
  '314': 'Lindqvist',
}

export async function guestsArrive(hotel: Hotel): Promise<void> {
  for (const [room, name] of Object.entries(GUESTS))
    await hotel.request('anna', 'POST', `/rest/mailbox/${room}/checkin`, { name, vip: room === '311' })
}

/** A morning on the floors. The oldest first: what is older than a room's last report changes nothing. */
export async function floorsAreDone(hotel: Hotel): Promise<void> {
  await reported(hotel, '6', ['305'], 900)
  await reported(hotel, '2', rooms('102 104 107 110 112 203 204 206 209 212 215 303 308 311 314'), 130)
  await reported(
    hotel,
    '1',
    rooms('101 103 105 106 108 114 201 202 205 210 211 213 214 301 302 304 309 310 312 313'),
    60,
  )
  await reported(hotel, '4', rooms('109 111 113 115 116 207 208 216 217 218 306 307 315 316 317 318'), 50)
  await reported(hotel, '1', rooms('102 104 203 206'), 25)
  await reported(hotel, '3', rooms('107 204'), 8)
  await hotel.request('anna', 'PUT', '/rest/room/212/mark/dnd', { note: 'Sleeps until noon' })
}

const rooms = (numbers: string): string[] => numbers.split(' ')

/** More at half past six than the lines take at once, and something odd on the way. */
export async function morningIsAsked(hotel: Hotel): Promise<void> {
  const set = (time: string, numbers: string, more = {}) =>
    hotel.request('anna', 'POST', '/rest/wakeup', { rooms: numbers, time, ...more })
  await set('0617', '104')
  await set('0618', '115')
  await set('0620', '206', { daily: true })
  await set('0627', '215')
  await set('0630', '101,102,107,108,110,112,201,203,204,209')
  await set('0645', '212,303,308')
  await set('0700', '116,210,301', { daily: true })
  await set('0730', '311')
  await set('0800', '314')
}
