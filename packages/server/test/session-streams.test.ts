import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { EventClient } from './event-client.ts'
import { type Hotel, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { Screen } from './screen.ts'

const CALL = { room: '101', time: '0700' }

const { newDatabase } = useDatabases()

describe.each(['SQLite', 'PostgreSQL'])('a screen that follows the events, on %s', (database) => {
  let hotel: Hotel
  beforeEach(async () => {
    const databaseUrl = database === 'SQLite' ? null : await newDatabase()
    hotel = await openHotel({ databaseUrl })
    await hotel.open()
  })
  afterEach(() => hotel.close())

  const follow = async (screen: Screen) => {
    const { cookie = '' } = screen.headers()
    const client = await EventClient.follow(`${hotel.url}/rest/events`, null, { cookie })
    expect(client.status).toBe(200)
    await client.until(() => client.isCaughtUp)
    return client
  }
  const checkIn = () => hotel.request('boss', 'POST', '/rest/mailbox/101/checkin', { name: 'Okafor' })

  it('hears what its account may hear, as it happens and never compressed', async () => {
    const client = await follow(await Screen.at(hotel, 'desk'))
    expect(client.response.headers).not.toHaveProperty('content-encoding')
    await checkIn()
    await client.until(() => client.events.length > 0)
    expect(client.events[0]?.event).toBe('guest.checked-in')
    client.hangUp()
  })

  it('has four streams at most, and one more as soon as one of them ends; another screen has its own', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const clients = [await follow(screen), await follow(screen), await follow(screen), await follow(screen)]
    const { cookie = '' } = screen.headers()
    const refused = await EventClient.follow(`${hotel.url}/rest/events`, null, { cookie })
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, '15'])
    clients.push(await follow(await Screen.at(hotel, 'desk')))
    clients[0]?.hangUp()
    await vi.waitFor(async () => clients.push(await follow(screen)))
    for (const client of clients) client.hangUp()
  })

  it('hears no name of a guest once it is locked, and goes on with the rest when it asks again', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const client = await follow(screen)
    await screen.ask('POST', '/rest/session/lock', {})
    await checkIn()
    expect(await client.over).toBe('end')
    expect(client.events).toEqual([])
    const locked = await follow(screen)
    await checkIn()
    await hotel.request('boss', 'POST', '/rest/wakeup', CALL)
    await locked.until(() => locked.events.length > 1)
    expect(locked.events.map(({ event }) => event)).toEqual(['guest.checked-in', 'wakeup.created'])
    expect(JSON.stringify(locked.events)).not.toContain('Okafor')
    locked.hangUp()
  })

  it('is cut off when nobody has touched it for 15 minutes, at the next word at the latest', async () => {
    const client = await follow(await Screen.at(hotel, 'desk'))
    hotel.clock.advance(minutes(15))
    hotel.clock.advance(seconds(15))
    expect(await client.over).toBe('end')
  })

  it.each([
    ['signs out', (screen: Screen) => screen.ask('DELETE', '/rest/session')],
    ['is signed out', () => hotel.request('boss', 'DELETE', '/rest/config/session?account=desk')],
    ['is disabled', () => hotel.request('boss', 'PUT', '/rest/config/user/desk', { disabled: 'true' })],
  ])('is cut off when its account %s', async (_, end) => {
    const screen = await Screen.at(hotel, 'desk')
    const client = await follow(screen)
    await end(screen)
    await checkIn()
    expect(await client.over).toBe('end')
    expect(client.events).toEqual([])
  })

  it('signs in, changes, locks, unlocks by PIN and signs out', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const fields = { password: 'desk-pw', pin: '271828' }
    expect(await screen.status('PUT', '/rest/session/pin', fields)).toBe(200)
    expect(await screen.status('POST', '/rest/session/lock', {})).toBe(200)
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(403)
    expect(await screen.status('POST', '/rest/session/unlock', { pin: '271828' })).toBe(200)
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(201)
    const change = { password: 'desk-pw', newPassword: 'night-owl-7' }
    expect(await screen.status('PUT', '/rest/session/password', change)).toBe(200)
    expect(await screen.status('DELETE', '/rest/session')).toBe(200)
    expect(await hotel.app.database.read.sessions.list(null)).toEqual([])
  })

  it('is signed in for a moment only, when the account is disabled while its password is checked', async () => {
    const screens = Array.from({ length: 6 }, (_, n) => new Screen(hotel, { from: `10.0.1.${n}` }))
    const signIns = screens.map((screen) => screen.signIn('desk'))
    const disabled = hotel.request('boss', 'PUT', '/rest/config/user/desk', { disabled: 'true' })
    await Promise.all([disabled, ...signIns])
    for (const screen of screens) expect(await screen.status('GET', '/rest/session')).toBe(401)
    expect(await hotel.app.database.read.sessions.list(null)).toEqual([])
  })
})
