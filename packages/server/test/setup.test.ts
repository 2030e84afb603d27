import { expect, onTestFinished, test } from 'vitest'
import { demonstrationSite } from '../src/config/demonstration.ts'
import { minutes } from '../src/kernel/clock.ts'
import { basic, type Hotel, type HotelOptions, openHotel } from './hotel.ts'

/** From an empty machine, or from the demonstration, to a house of one's own. */

const CODE = 'abcdefghjkmn'
const ANNA = { username: 'anna', password: 'early-bird-9' }
const AS_ANNA = { authorization: basic('anna', ANNA.password) }

async function opened(options: HotelOptions): Promise<Hotel> {
  const hotel = await openHotel(options)
  onTestFinished(() => hotel.close())
  return hotel
}

const claim = (hotel: Hotel, code: string, who = ANNA) =>
  hotel.request(null, 'POST', '/rest/setup/claim', { code, ...who })
const door = async (hotel: Hotel) => (await hotel.request(null, 'GET', '/welcome.json')).json

const demonstration = demonstrationSite({
  passwords: { admin: 'admin-pw-1234', desk: 'desk-pw-1234', maid: 'maid-pw-1234' },
  timezone: 'Europe/Zurich',
})

test('a new house says that it is new and no more, and belongs to whoever has the code', async () => {
  const hotel = await opened({ begin: { code: CODE } })
  expect(await door(hotel)).toEqual({ name: '', timezone: '', language: 'en', clock: '24h', state: 'new' })
  expect((await claim(hotel, 'ABCD-efgh jkmn')).status).toBe(201)
  expect((await door(hotel)).state).toBe('ready')
  const { json } = await hotel.request(null, 'GET', '/rest/session', undefined, AS_ANNA)
  expect(json).toMatchObject({ account: 'anna', tenant: '' })
  expect(json.permissions).toContain('administrator')
})

test('the clock at the door is that of the house, also before anybody has come in', async () => {
  const hotel = await opened({})
  const { headers } = await hotel.request(null, 'GET', '/welcome.json')
  expect(headers['reveille-time']).toBe(String(hotel.clock.now()))
})

test('a house is claimed once', async () => {
  const hotel = await opened({ begin: { code: CODE } })
  const both = await Promise.all([claim(hotel, CODE), claim(hotel, CODE, { ...ANNA, username: 'ben' })])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect((await claim(hotel, CODE, { ...ANNA, username: 'carl' })).status).toBe(409)
})

test('a wrong code claims nothing, and after five of them nobody there is heard for a while', async () => {
  const hotel = await opened({ begin: { code: CODE } })
  for (let n = 0; n < 5; n++) expect((await claim(hotel, `wrong-${n}`)).status).toBe(403)
  expect((await claim(hotel, CODE)).status).toBe(429)
  hotel.clock.advance(minutes(5))
  expect((await claim(hotel, CODE)).status).toBe(201)
})

test('a weak password is refused, and the code stays good', async () => {
  const hotel = await opened({ begin: { code: CODE } })
  expect((await claim(hotel, CODE, { username: 'anna', password: 'anna' })).status).toBe(400)
  expect((await claim(hotel, CODE)).status).toBe(201)
})

test('a house that is set up cannot be claimed', async () => {
  const hotel = await opened({})
  expect(await door(hotel)).toEqual({
    name: 'Grand Hotel',
    timezone: 'Europe/Zurich',
    language: 'en',
    clock: '24h',
    state: 'ready',
  })
  expect((await claim(hotel, CODE)).status).toBe(409)
})

test('who leaves the demonstration keeps nothing of it but the account and the log', async () => {
  const hotel = await opened({ begin: 'demonstration', site: demonstration })
  const admin = { authorization: basic('admin', 'admin-pw-1234') }
  const ask = (method: string, url: string, body?: Record<string, string>) =>
    hotel.request(null, method, url, body, admin)
  expect((await door(hotel)).state).toBe('demonstration')
  // No site file has made it, and none will overwrite it.
  expect((await ask('GET', '/rest/config/site-file/things')).json.things).toEqual([])
  await ask('POST', '/rest/wakeup', { room: '101', time: '0700' })
  await ask('POST', '/rest/mailbox/102/checkin', { name: 'Miller' })
  expect((await ask('POST', '/rest/setup/leave', { name: 'Hotel' })).status).toBe(400)
  expect((await ask('POST', '/rest/setup/leave', { name: 'Hotel Aurora' })).status).toBe(200)
  expect((await door(hotel)).state).toBe('ready')
  expect((await ask('GET', '/rest/config/mailbox')).json.mailboxes).toEqual([])
  expect((await ask('GET', '/rest/wakeup/list/pending')).json.pending).toEqual([])
  expect((await ask('GET', '/rest/config/user')).json.users).toMatchObject([{ username: 'admin' }])
  expect((await ask('GET', '/rest/config/site')).json.telephony?.mode).toBeUndefined()
  expect((await ask('GET', '/rest/log?kind=wakeup.deleted')).json.log).toHaveLength(1)
  expect((await ask('POST', '/rest/setup/leave', { name: 'Hotel Aurora' })).status).toBe(409)
})

test('only somebody who may configure the whole house empties it', async () => {
  const hotel = await opened({ begin: 'demonstration', site: demonstration })
  const desk = { authorization: basic('desk', 'desk-pw-1234') }
  const answer = await hotel.request(null, 'POST', '/rest/setup/leave', { name: 'Hotel Aurora' }, desk)
  expect(answer.status).toBe(403)
})

test('a mail that cannot be sent is explained, and the last seals can be noted', async () => {
  const hotel = await opened({})
  const { json } = await hotel.request('boss', 'POST', '/rest/system/mail', { to: 'desk@hotel.example' })
  expect(json).toEqual({ ok: false, trouble: 'server', text: 'No mail server is configured' })
  expect((await hotel.request('boss', 'GET', '/rest/system/seal')).status).toBe(200)
})
