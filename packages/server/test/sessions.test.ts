import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { createLog } from '../src/kernel/log.ts'
import { basic, EAST, type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'
import { Screen } from './screen.ts'

const CALL = { room: '101', time: '0700' }

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const logRows = async (kind: string) =>
  (await hotel.request('boss', 'GET', `/rest/log?kind=${kind}`)).json.log as {
    text: string
    actor: string
    source: number
    detail: Record<string, unknown>
  }[]

describe('somebody at a screen', () => {
  it('signs in and is known from then on', async () => {
    const screen = new Screen(hotel)
    expect(await screen.status('GET', '/rest/session')).toBe(401)
    const { status, headers, json } = await screen.signIn('desk')
    expect([status, headers['location'], json.account]).toEqual([201, '/rest/session', 'desk'])
    expect(await screen.status('GET', '/rest/wakeup/list')).toBe(200)
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(201)
  })

  it('holds a token that no script can read, no other site can send and no database gives away', async () => {
    const screen = new Screen(hotel)
    const { headers } = await screen.signIn('desk')
    expect(headers['set-cookie']).toMatch(/^reveille=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const [stored] = await hotel.app.database.read.sessions.list(null)
    expect(JSON.stringify(stored)).not.toContain(screen.cookie.slice('reveille='.length))
    expect(JSON.stringify(stored)).not.toContain(screen.csrf)
  })

  it('is the one who did it, at the console', async () => {
    const screen = await Screen.at(hotel, 'desk')
    await screen.ask('POST', '/rest/wakeup', CALL)
    const [row] = await logRows('wakeup.created')
    expect(row).toMatchObject({ actor: 'desk', source: 2, detail: { address: '10.0.0.20' } })
  })

  it('is told in words that name or password is wrong, and no box of the browser opens', async () => {
    const screen = new Screen(hotel)
    const answer = await screen.signIn('desk', { password: 'guess' })
    expect([answer.status, answer.json.error]).toEqual([401, 4])
    expect(answer.headers['www-authenticate']).toBe('Session')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await screen.status('GET', '/rest/session')).toBe(401)
  })

  it('has ten guesses in five minutes, with those of basic credentials counted in', async () => {
    const screen = new Screen(hotel)
    for (let n = 0; n < 5; n++) await screen.signIn('desk', { password: `guess-${n}` })
    for (let n = 0; n < 5; n++)
      await hotel.http.app.inject({
        url: '/rest/system',
        remoteAddress: screen.from,
        headers: { authorization: basic('desk', `guess-${n}`) },
      })
    const refused = await screen.signIn('desk')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '300'])
    hotel.clock.advance(minutes(5))
    expect((await screen.signIn('desk')).status).toBe(201)
  })

  it('signs in, locks and unlocks sixty times a minute at most, wherever else others are', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const statuses = []
    for (let n = 0; n < 60; n++) statuses.push(await screen.status('POST', '/rest/session/lock', {}))
    expect(statuses.lastIndexOf(200)).toBe(58)
    expect(statuses.at(-1)).toBe(429)
    expect((await new Screen(hotel, { from: '10.0.0.21' }).signIn('desk')).status).toBe(201)
    hotel.clock.advance(minutes(1))
    expect(await screen.status('POST', '/rest/session/lock', {})).toBe(200)
  })

  it('gets a new token with every sign-in, and the one before is worth nothing', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const [before, headers] = [screen.cookie, screen.headers()]
    await screen.signIn('maid')
    expect(screen.cookie).not.toBe(before)
    expect((await screen.ask('GET', '/rest/session')).json.account).toBe('maid')
    expect(await new Screen(hotel).status('GET', '/rest/session', undefined, headers)).toBe(401)
  })

  it('is let in by what it says now, and not by an answer that was given before', async () => {
    const key = { 'idempotency-key': 'k1' }
    const signIn = (password: string) =>
      new Screen(hotel).status('POST', '/rest/session', { username: 'desk', password }, key)
    expect([await signIn('desk-pw'), await signIn('guess'), await signIn('desk-pw')]).toEqual([201, 401, 201])
  })

  it('signs out here, and other screens stay', async () => {
    const [one, other] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'desk')]
    const headers = one.headers()
    const answer = await one.ask('DELETE', '/rest/session')
    expect([answer.status, one.cookie]).toEqual([200, ''])
    expect(await one.status('GET', '/rest/session', undefined, headers)).toBe(401)
    expect(await other.status('GET', '/rest/session')).toBe(200)
  })

  it('signs out everywhere, also by basic credentials', async () => {
    const screens = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'desk', { display: true })]
    const maid = await Screen.at(hotel, 'maid')
    expect(await screens[0]?.status('DELETE', '/rest/session?everywhere=true')).toBe(200)
    for (const screen of screens) expect(await screen.status('GET', '/rest/session')).toBe(401)
    expect(await maid.status('GET', '/rest/session')).toBe(200)
    expect((await hotel.request('maid', 'DELETE', '/rest/session?everywhere=true')).status).toBe(200)
    expect(await maid.status('GET', '/rest/session')).toBe(401)
    expect((await hotel.request('maid', 'DELETE', '/rest/session')).status).toBe(409)
  })

  it('is in the log, coming and going', async () => {
    const screen = await Screen.at(hotel, 'desk')
    await Screen.at(hotel, 'boss', { display: true })
    await screen.ask('DELETE', '/rest/session')
    expect((await logRows('session')).map(({ text, source }) => [text, source])).toEqual([
      ['desk signed in', 2],
      ['boss made a screen a display', 2],
      ['desk signed out', 2],
    ])
  })

  it('is known again after a restart', async () => {
    const screen = await Screen.at(hotel, 'desk')
    await screen.ask('POST', '/rest/session/lock', {})
    const { folder } = hotel
    await hotel.app.stop()
    hotel = await openHotel({ folder, clock: hotel.clock })
    const again = new Screen(hotel)
    const answer = await again.ask('GET', '/rest/session', undefined, screen.headers())
    expect(answer.json).toMatchObject({ account: 'desk', locked: true, csrf: screen.csrf })
    await hotel.app.stop()
    rmSync(folder, { recursive: true })
  })
})

describe('a screen that nobody touches', () => {
  const lockedAfter = async (screen: Screen) => (await screen.ask('GET', '/rest/session')).json?.locked

  it('is locked after 15 minutes, whatever its page reads by itself', async () => {
    const screen = await Screen.at(hotel, 'desk')
    for (let minute = 0; minute < 15; minute++) {
      expect(
        await screen.status('POST', '/rest/wakeup', CALL, { 'reveille-idle': String(minute * 60) }),
      ).toBe(201)
      await screen.ask('GET', '/rest/wakeup/list', undefined, { 'reveille-idle': '' })
      hotel.clock.advance(minutes(1))
    }
    expect(await lockedAfter(screen)).toBe(true)
    const refused = await screen.ask('POST', '/rest/wakeup', CALL)
    expect([refused.status, refused.json.error]).toEqual([403, 12])
  })

  it('stays open while somebody touches it', async () => {
    const screen = await Screen.at(hotel, 'desk')
    for (let n = 0; n < 4; n++) {
      hotel.clock.advance(minutes(14))
      expect(await screen.status('GET', '/rest/wakeup/list', undefined, { 'reveille-idle': '5' })).toBe(200)
    }
    expect(await lockedAfter(screen)).toBe(false)
  })

  it('is locked after the time that the site says, and no change of that opens it', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const set = (lockAfter: string) =>
      hotel.request('boss', 'PUT', '/rest/config/site', { console: JSON.stringify({ lockAfter }) })
    expect((await set('3m')).status).toBe(200)
    hotel.clock.advance(minutes(3))
    expect(await lockedAfter(screen)).toBe(true)
    await set('2h')
    expect(await lockedAfter(screen)).toBe(true)
    expect((await set('30s')).status).toBe(400)
  })

  it('ends after 12 hours, and after 16 even if it is in use', async () => {
    await hotel.request('boss', 'PUT', '/rest/config/site', { console: '{"lockAfter":"12h"}' })
    const [idle, used] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'maid')]
    const byItself = { 'reveille-idle': '' }
    const statuses: number[][] = []
    for (let hour = 1; hour <= 16; hour++) {
      hotel.clock.advance(hours(1))
      const reading = await idle.status('GET', '/rest/system', undefined, byItself)
      statuses.push([reading, await used.status('GET', '/rest/system')])
    }
    expect(statuses.map(([one]) => one).indexOf(401)).toBe(12 - 1)
    expect(statuses.map(([, one]) => one).indexOf(401)).toBe(16 - 1)
  })

  it('is written down once a minute at most', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const seen = async () => (await hotel.app.database.read.sessions.list(null))[0]?.seenAt ?? 0
    const signedIn = await seen()
    hotel.clock.advance(seconds(59))
    await screen.ask('GET', '/rest/system')
    expect(await seen()).toBe(signedIn)
    hotel.clock.advance(seconds(1))
    await screen.ask('GET', '/rest/system')
    await expect.poll(seen).toBe(signedIn + minutes(1))
  })
})

describe('a locked screen', () => {
  const locked = async (user = 'desk') => {
    const screen = await Screen.at(hotel, user)
    expect(await screen.status('POST', '/rest/session/lock', {})).toBe(200)
    return screen
  }
  const pin = (user: string, digits: string) =>
    hotel.request(user, 'PUT', '/rest/session/pin', { password: `${user}-pw`, pin: digits })

  it('goes on showing what everybody may see, and nothing else', async () => {
    const screen = await locked('boss')
    for (const url of ['/rest/wakeup/list', '/rest/alarm', '/rest/rsi/room', '/rest/system', '/rest/session'])
      expect([url, await screen.status('GET', url)]).toEqual([url, 200])
    for (const url of ['/rest/log', '/rest/config/user', '/rest/isi/item', '/metrics'])
      expect([url, await screen.status('GET', url)]).toEqual([url, 403])
  })

  it('shows no names of guests', async () => {
    await hotel.request('boss', 'POST', '/rest/mailbox/101/checkin', { name: 'Okafor' })
    await hotel.request('boss', 'POST', '/rest/wakeup', CALL)
    const screen = await Screen.at(hotel, 'desk')
    const paper = async () => (await screen.ask('GET', '/rest/wakeup/list/print')).text
    expect(await paper()).toContain('Okafor')
    await screen.ask('POST', '/rest/session/lock', {})
    expect(await paper()).not.toContain('Okafor')
  })

  it('is unlocked by the password, and then does what it was asked for', async () => {
    const screen = await locked()
    const key = { 'idempotency-key': 'k1' }
    expect(await screen.status('POST', '/rest/wakeup', CALL, key)).toBe(403)
    const wrong = await screen.ask('POST', '/rest/session/unlock', { password: 'guess' })
    expect([wrong.status, wrong.json.error]).toEqual([403, 4])
    expect(await screen.status('POST', '/rest/session/unlock', { password: 'desk-pw' })).toBe(200)
    expect(await screen.status('POST', '/rest/wakeup', CALL, key)).toBe(201)
  })

  it('is unlocked by the PIN of the account, and not by that of another', async () => {
    expect((await pin('desk', '271828')).status).toBe(200)
    expect((await pin('maid', '314159')).status).toBe(200)
    const screen = await locked()
    expect((await screen.ask('GET', '/rest/session')).json.pin).toBe(true)
    expect(await screen.status('POST', '/rest/session/unlock', { pin: '314159' })).toBe(403)
    expect(await screen.status('POST', '/rest/session/unlock', { pin: '271828' })).toBe(200)
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(201)
  })

  it('takes five PINs, and after that the password only', async () => {
    await pin('desk', '271828')
    const screen = await locked()
    for (let n = 0; n < 5; n++)
      expect(await screen.status('POST', '/rest/session/unlock', { pin: `27182${n}` })).toBe(403)
    expect(await screen.status('POST', '/rest/session/unlock', { pin: '271828' })).toBe(403)
    expect(await screen.status('POST', '/rest/session/unlock', { password: 'desk-pw' })).toBe(200)
    await screen.ask('POST', '/rest/session/lock', {})
    expect(await screen.status('POST', '/rest/session/unlock', { pin: '271828' })).toBe(200)
  })

  it('can be left to somebody else, but signs nobody out elsewhere', async () => {
    const other = await Screen.at(hotel, 'desk')
    const screen = await locked()
    expect(await screen.status('DELETE', '/rest/session?everywhere=true')).toBe(403)
    expect(await other.status('GET', '/rest/session')).toBe(200)
    expect((await screen.signIn('maid')).status).toBe(201)
    expect((await screen.ask('GET', '/rest/session')).json).toMatchObject({ account: 'maid', locked: false })
  })

  it('cannot be locked by a request that has no screen', async () => {
    expect((await hotel.request('desk', 'POST', '/rest/session/lock', {})).status).toBe(409)
    expect((await hotel.request('desk', 'POST', '/rest/session/unlock', { pin: '271828' })).status).toBe(409)
  })
})

describe('a PIN', () => {
  const set = (fields: Record<string, string>) => hotel.request('desk', 'PUT', '/rest/session/pin', fields)

  it('is set with the password of the account, has six digits and is not among the commonest', async () => {
    const wrong = await set({ password: 'guess', pin: '271828' })
    expect([wrong.status, wrong.json.error]).toEqual([403, 4])
    for (const pin of ['27182', '2718281', '27182a', '123456', '000000'])
      expect([pin, (await set({ password: 'desk-pw', pin })).status]).toEqual([pin, 400])
    expect((await set({ password: 'desk-pw', pin: '271828' })).status).toBe(200)
    expect((await logRows('user.changed')).at(-1)).toMatchObject({
      actor: 'desk',
      detail: { key: 'desk', fields: ['pin'] },
    })
  })

  it('signs nobody in', async () => {
    await set({ password: 'desk-pw', pin: '271828' })
    expect((await new Screen(hotel).signIn('desk', { password: '271828' })).status).toBe(401)
  })

  it('cannot be found by whoever has the database but not the key', async () => {
    await set({ password: 'desk-pw', pin: '271828' })
    const stored = await hotel.app.database.read.pins.get('screen', 'desk')
    expect(stored).toMatch(/^plain:[\w-]{43}$/)
    expect(stored).not.toContain('271828')
  })
})

describe('the screens of an account', () => {
  it('are shown to it, with the one where it asks, and signed out one by one', async () => {
    const [here, there] = [
      await Screen.at(hotel, 'desk'),
      await Screen.at(hotel, 'desk', { from: '10.0.0.21' }),
    ]
    await Screen.at(hotel, 'boss')
    const { json } = await here.ask('GET', '/rest/session/list')
    expect(json.sessions).toHaveLength(2)
    const other = json.sessions.find((one: { here: boolean }) => !one.here)
    expect(other).toMatchObject({ account: 'desk', kind: 'person', address: '10.0.0.21', locked: false })
    expect((await here.ask('DELETE', `/rest/session/list/${other.id}`)).status).toBe(200)
    expect((await there.ask('GET', '/rest/session')).status).toBe(401)
    expect((await here.ask('GET', '/rest/session')).status).toBe(200)
  })

  it('of others cannot be signed out by it', async () => {
    const [here, boss] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'boss')]
    const { json } = await boss.ask('GET', '/rest/session/list')
    expect((await here.ask('DELETE', `/rest/session/list/${json.sessions[0].id}`)).status).toBe(404)
    expect((await boss.ask('GET', '/rest/session')).status).toBe(200)
  })

  it('are unlocked by the password only once its PIN is taken away', async () => {
    const here = await Screen.at(hotel, 'desk')
    expect((await here.ask('DELETE', '/rest/session/pin')).status).toBe(404)
    await here.ask('PUT', '/rest/session/pin', { password: 'desk-pw', pin: '271828' })
    expect((await here.ask('DELETE', '/rest/session/pin')).status).toBe(200)
    await here.ask('POST', '/rest/session/lock', {})
    expect((await here.ask('POST', '/rest/session/unlock', { pin: '271828' })).status).toBe(403)
    expect((await here.ask('POST', '/rest/session/unlock', { password: 'desk-pw' })).status).toBe(200)
  })
})

describe('a change of the account', () => {
  it.each([
    ['a new password', { password: 'night-owl-7' }],
    ['other permissions', { permissions: 'inventory' }],
    ['being disabled', { disabled: 'true' }],
  ])('ends its sessions: %s', async (_, change) => {
    const [screen, other] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'maid')]
    expect((await hotel.request('boss', 'PUT', '/rest/config/user/desk', change)).status).toBe(200)
    expect(await screen.status('GET', '/rest/session')).toBe(401)
    expect(await other.status('GET', '/rest/session')).toBe(200)
    expect(await hotel.app.database.read.sessions.list(null)).toHaveLength(1)
  })

  it('ends them when it is deleted', async () => {
    const screen = await Screen.at(hotel, 'desk')
    await hotel.request('boss', 'DELETE', '/rest/config/user/desk')
    expect(await screen.status('GET', '/rest/session')).toBe(401)
  })

  it('by its owner leaves a new session at this screen, and none elsewhere', async () => {
    const [screen, other] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'desk')]
    const before = screen.headers()
    const change = (password: string) =>
      screen.ask('PUT', '/rest/session/password', { password, newPassword: 'night-owl-7' })
    expect((await change('guess')).status).toBe(403)
    expect((await change('desk-pw')).status).toBe(200)
    expect(await other.status('GET', '/rest/session')).toBe(401)
    expect(await new Screen(hotel).status('GET', '/rest/session', undefined, before)).toBe(401)
    expect((await screen.ask('GET', '/rest/session')).json.account).toBe('desk')
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(201)
    expect((await hotel.request('desk', 'GET', '/rest/system')).status).toBe(401)
    expect((await new Screen(hotel).signIn('desk', { password: 'night-owl-7' })).status).toBe(201)
  })

  it('keeps the rule of passwords', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const fields = { password: 'desk-pw', newPassword: 'password' }
    expect(await screen.status('PUT', '/rest/session/password', fields)).toBe(400)
  })
})

describe('a display', () => {
  it('shows for 30 days, survives the browser, and is never locked', async () => {
    const screen = new Screen(hotel)
    const { headers } = await screen.signIn('boss', { display: true })
    expect(headers['set-cookie']).toMatch(/; Max-Age=2592000$/)
    hotel.clock.advance(hours(24 * 30) - 1)
    expect((await screen.ask('GET', '/rest/session')).json).toMatchObject({ kind: 'display', locked: false })
    expect(await screen.status('GET', '/rest/wakeup/list')).toBe(200)
    hotel.clock.advance(1)
    expect(await screen.status('GET', '/rest/wakeup/list')).toBe(401)
  })

  it('changes nothing, and sees nothing that needs a permission', async () => {
    const screen = await Screen.at(hotel, 'boss', { display: true })
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(403)
    expect(await screen.status('GET', '/rest/log')).toBe(403)
    expect(await screen.status('POST', '/rest/session/unlock', { password: 'boss-pw' })).toBe(403)
    expect(await screen.status('DELETE', '/rest/session?everywhere=true')).toBe(403)
    expect(await screen.status('DELETE', '/rest/session')).toBe(200)
  })

  it('shows no names of guests, although its account may see them', async () => {
    await hotel.request('boss', 'POST', '/rest/mailbox/101/checkin', { name: 'Okafor' })
    await hotel.request('boss', 'POST', '/rest/wakeup', CALL)
    const screen = await Screen.at(hotel, 'desk', { display: true })
    for (const url of ['/rest/wakeup/list/print', '/rest/room/101']) {
      expect((await hotel.request('desk', 'GET', url)).text).toContain('Okafor')
      const shown = await screen.ask('GET', url)
      expect([url, shown.status]).toEqual([url, 200])
      expect(shown.text).not.toContain('Okafor')
    }
  })
})

describe('what a screen must know', () => {
  it('is told at once: who sits there, what they may do, the tenants, the site and when it ends', async () => {
    const screen = new Screen(hotel)
    const { json } = await screen.signIn('boss')
    expect(json).toEqual({
      kind: 'person',
      account: 'boss',
      permissions: ['inventory', 'frontdesk', 'administrator'],
      tenant: '',
      tenants: [
        { id: EAST, name: 'East wing', timezone: 'Europe/Zurich' },
        { id: NEW_YORK, name: 'New York house', timezone: 'America/New_York' },
      ],
      site: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Grand Hotel',
        timezone: 'Europe/Zurich',
        language: 'en',
        telephony: 'none',
        clock: '24h',
      },
      version: '0.1.0',
      csrf: expect.stringMatching(/^[\w-]{43}$/),
      locked: false,
      pin: false,
      lockAfter: 900,
      ends: '2026-11-15T08:00:00+01:00',
    })
    expect((await screen.ask('GET', '/rest/session')).json).toEqual(json)
  })

  it('is of its own tenant, in the zone of that', async () => {
    const { json } = await new Screen(hotel).signIn('nymaid')
    expect(json).toMatchObject({
      tenant: NEW_YORK,
      tenants: [{ id: NEW_YORK }],
      ends: '2026-11-15T02:00:00-05:00',
    })
  })

  it('is told to basic credentials as well, without what belongs to a session', async () => {
    const { json } = await hotel.request('maid', 'GET', '/rest/session')
    expect(json).toMatchObject({ kind: 'none', account: 'maid', permissions: ['inventory'] })
    for (const name of ['csrf', 'locked', 'ends', 'pin']) expect(json).not.toHaveProperty(name)
  })

  it('says how times of day are written, and how rooms are rung', async () => {
    await hotel.request('boss', 'PUT', '/rest/config/site', {
      console: '{"clock":"12h"}',
      telephony: '{"mode":"virtual"}',
    })
    const { json } = await hotel.request('maid', 'GET', '/rest/session')
    expect(json.site).toMatchObject({ clock: '12h', telephony: 'virtual' })
  })

  it('is kept by no cache', async () => {
    const screen = await Screen.at(hotel, 'desk')
    for (const url of ['/rest/session', '/rest/wakeup/list'])
      expect((await screen.ask('GET', url)).headers['cache-control']).toBe('no-store')
  })
})

describe('who looks after accounts', () => {
  const listed = async (user: string) =>
    (await hotel.request(user, 'GET', '/rest/config/session')).json.sessions as {
      id: string
      account: string
    }[]

  it('sees who has signed in where, in the own tenant', async () => {
    await Screen.at(hotel, 'desk', { agent: 'Firefox' })
    await Screen.at(hotel, 'nymaid', { from: '10.0.0.30' })
    const gone = await Screen.at(hotel, 'maid')
    await gone.ask('DELETE', '/rest/session')
    expect((await listed('boss')).map(({ account }) => account)).toEqual(['desk', 'nymaid'])
    expect(await listed('nyboss')).toMatchObject([
      { account: 'nymaid', tenant: NEW_YORK, address: '10.0.0.30' },
    ])
    expect((await listed('boss'))[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      account: 'desk',
      kind: 'person',
      locked: false,
      made: '2026-11-14T20:00:00+01:00',
      seen: '2026-11-14T20:00:00+01:00',
      ends: '2026-11-15T08:00:00+01:00',
      address: '10.0.0.20',
      agent: 'Firefox',
      tenant: '',
    })
  })

  it('signs out one screen, or an account everywhere, in the own tenant only', async () => {
    const [one, two] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'desk')]
    const [first] = await listed('boss')
    const end = (user: string, rest: string) =>
      hotel.request(user, 'DELETE', `/rest/config/session${rest}`).then(({ status }) => status)
    expect(await end('nyboss', `/${first?.id}`)).toBe(404)
    expect(await end('nyboss', '?account=desk')).toBe(404)
    expect(await end('boss', `/${first?.id}`)).toBe(200)
    expect(await end('boss', `/${first?.id}`)).toBe(404)
    const left = [await one.status('GET', '/rest/session'), await two.status('GET', '/rest/session')]
    expect(left.toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(await end('boss', '?account=desk')).toBe(200)
    expect(await end('boss', '')).toBe(400)
    expect(await listed('boss')).toEqual([])
    expect((await logRows('session.ended')).map(({ text }) => text)).toEqual([
      'desk was signed out by boss',
      'desk was signed out by boss',
    ])
  })

  it('finds in the log of the machine who signs in without TLS, unless it is the machine itself', async () => {
    const lines: string[] = []
    await hotel.close()
    hotel = await openHotel({
      site: SITE,
      log: createLog('warn', { write: (line: string) => void lines.push(line) }),
    })
    await Screen.at(hotel, 'desk', { from: '127.0.0.1' })
    expect(lines).toEqual([])
    await Screen.at(hotel, 'desk')
    expect(lines.join('')).toContain('"event":"session.in-the-clear"')
  })
})
