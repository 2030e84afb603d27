import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { basic, type Hotel, openHotel } from './hotel.ts'
import { Screen } from './screen.ts'

const CALL = { room: '101', time: '0700' }
const FORM = 'application/x-www-form-urlencoded'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const calls = async () =>
  (await hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending.length as number

/** Tried, refused as it should be, and nothing has come of it. */
async function inVain(attack: () => Promise<number>, refusal: number) {
  expect([await attack(), await calls()]).toEqual([refusal, 0])
}

describe('an attack', () => {
  it('by a form of another site, which the browser would send with the cookie, changes nothing', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': FORM }
    await inVain(
      () => screen.status('POST', '/rest/wakeup', 'room=101&time=0700', { ...evil, 'x-reveille-csrf': '' }),
      401,
    )
  })

  it('by a page on another port of this host, whose cookies are ours too, changes nothing', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const origin = 'http://localhost:9090'
    await inVain(
      () => screen.status('POST', '/rest/wakeup', CALL, { origin, 'sec-fetch-site': 'same-site' }),
      401,
    )
    // Over plain HTTP a browser does not say from which site it asks.
    await inVain(() => screen.status('POST', '/rest/wakeup', CALL, { origin, 'sec-fetch-site': '' }), 401)
    await inVain(() => screen.status('POST', '/rest/wakeup', CALL, { origin: '', 'sec-fetch-site': '' }), 401)
  })

  it('with the cookie but without what the session answered changes nothing', async () => {
    const [screen, other] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'desk')]
    for (const csrf of ['', 'none', other.csrf, screen.csrf.slice(1), `${screen.csrf}x`])
      await inVain(() => screen.status('POST', '/rest/wakeup', CALL, { 'x-reveille-csrf': csrf }), 401)
    expect(await screen.status('POST', '/rest/wakeup', CALL)).toBe(201)
  })

  it('with a token from before the password was changed changes nothing', async () => {
    const stolen = await Screen.at(hotel, 'desk')
    await hotel.request('boss', 'PUT', '/rest/config/user/desk', { password: 'night-owl-7' })
    const list = await hotel.request('boss', 'GET', '/rest/wakeup/list/pending')
    expect([await stolen.status('POST', '/rest/wakeup', CALL), list.json.pending]).toEqual([401, []])
  })

  it('with a token from before the sign-out everywhere changes nothing', async () => {
    const [stolen, owner] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'desk')]
    await owner.ask('DELETE', '/rest/session?everywhere=true')
    await inVain(() => stolen.status('POST', '/rest/wakeup', CALL), 401)
  })

  it('at a locked screen changes nothing', async () => {
    const screen = await Screen.at(hotel, 'desk')
    await screen.ask('POST', '/rest/session/lock', {})
    await inVain(() => screen.status('POST', '/rest/wakeup', CALL), 403)
  })

  it('at a display changes nothing', async () => {
    const screen = await Screen.at(hotel, 'desk', { display: true })
    await inVain(() => screen.status('POST', '/rest/wakeup', CALL), 403)
  })

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a site that may send changes', { origin: 'https://friend.example', 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on another port', { origin: 'http://localhost:9090', 'sec-fetch-site': 'same-site' }],
    ['a neighbour over plain HTTP', { origin: 'http://localhost:9090', 'sec-fetch-site': '' }],
  ])('cannot sign a visitor in from %s', async (_, headers) => {
    await hotel.request('boss', 'PUT', '/rest/config/site', { api: '{"origins":["https://friend.example"]}' })
    const screen = new Screen(hotel)
    const fields = { username: 'desk', password: 'desk-pw' }
    expect(await screen.status('POST', '/rest/session', fields, headers)).toBe(403)
    expect(screen.cookie).toBe('')
  })

  it('cannot sign a visitor in under a name that is not ours', async () => {
    const screen = new Screen(hotel)
    const foreign = { host: 'evil.example', origin: 'http://evil.example' }
    const fields = { username: 'desk', password: 'desk-pw' }
    expect(await screen.status('POST', '/rest/session', fields, foreign)).toBe(421)
  })

  it('by a second cookie of the same name, set by another program of this host, signs nobody in', async () => {
    const [screen, evil] = [await Screen.at(hotel, 'desk'), await Screen.at(hotel, 'maid')]
    for (const cookie of [`${evil.cookie}; ${screen.cookie}`, `${screen.cookie}; ${evil.cookie}`])
      expect(await screen.status('GET', '/rest/session', undefined, { cookie })).toBe(401)
  })

  it('by scripts of another site that fetch with the cookie reads nothing', async () => {
    const screen = await Screen.at(hotel, 'desk')
    for (const site of ['cross-site', 'same-site', 'none', 'anything'])
      expect(await screen.status('GET', '/rest/session', undefined, { 'sec-fetch-site': site })).toBe(401)
  })
})

describe('the cookie', () => {
  it('is heard from our own page with and without what browsers say over TLS only', async () => {
    const screen = await Screen.at(hotel, 'desk')
    expect(await screen.status('POST', '/rest/wakeup', CALL, { 'sec-fetch-site': '' })).toBe(201)
    expect(await screen.status('GET', '/rest/session', undefined, { 'sec-fetch-site': '', origin: '' })).toBe(
      200,
    )
  })

  it('under TLS has a name that browsers take from this host alone, and only there is it heard', async () => {
    await hotel.close()
    hotel = await openHotel({ trustProxy: ['10.0.0.9'] })
    const tls = { 'x-forwarded-proto': 'https', origin: 'https://localhost' }
    const screen = new Screen(hotel, { from: '10.0.0.9' })
    const fields = { username: 'desk', password: 'desk-pw' }
    const { headers } = await screen.ask('POST', '/rest/session', fields, tls)
    expect(headers['set-cookie']).toMatch(
      /^__Host-reveille=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(await screen.status('POST', '/rest/wakeup', CALL, tls)).toBe(201)
    expect(await screen.status('GET', '/rest/session')).toBe(401)
    const plain = { cookie: screen.cookie.replace('__Host-', '') }
    expect(await screen.status('GET', '/rest/session', undefined, { ...tls, ...plain })).toBe(401)
  })

  it('of somebody who types an address leads to the console', async () => {
    const screen = await Screen.at(hotel, 'desk')
    const typed = {
      'sec-fetch-site': 'none',
      'sec-fetch-mode': 'navigate',
      origin: '',
      'x-reveille-csrf': '',
    }
    const answer = await screen.ask('GET', '/rest/wakeup/list', undefined, typed)
    expect([answer.status, answer.headers['location'], answer.text]).toEqual([303, '/', ''])
    const stranger = await new Screen(hotel).ask('GET', '/rest/wakeup/list', undefined, typed)
    expect([stranger.status, stranger.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Reveille", charset="UTF-8"',
    ])
  })

  it('cannot be asked for by pages of other sites: what it needs beside is not among the headers they may send', async () => {
    const { headers } = await hotel.request(null, 'OPTIONS', '/rest/wakeup')
    expect(headers['access-control-allow-headers']).toBe(
      'Authorization, Content-Type, Idempotency-Key, Accept, Last-Event-ID',
    )
    const screen = await Screen.at(hotel, 'desk')
    const answer = await screen.ask('GET', '/rest/session')
    // A star is never taken by a browser for what it fetched with a cookie.
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })
})

describe('basic credentials', () => {
  const REALM = 'Basic realm="Reveille", charset="UTF-8"'

  it('win over a cookie, right or wrong, and need nothing of what a cookie needs', async () => {
    const screen = await Screen.at(hotel, 'maid')
    const beside = { origin: '', 'sec-fetch-site': '', 'x-reveille-csrf': '' }
    const as = (user: string, password = `${user}-pw`) => ({
      ...beside,
      authorization: basic(user, password),
    })
    const desk = await screen.ask('GET', '/rest/session', undefined, as('desk'))
    expect(desk.json).toMatchObject({ account: 'desk', kind: 'none' })
    expect(desk.headers).not.toHaveProperty('cache-control')
    expect(await screen.status('POST', '/rest/wakeup', CALL, as('desk'))).toBe(201)
    const wrong = await screen.ask('GET', '/rest/session', undefined, as('desk', 'guess'))
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, REALM])
  })

  it('are asked for as ever of whoever has neither a cookie nor our header', async () => {
    const answer = await hotel.request(null, 'GET', '/rest/system')
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, REALM])
    expect(answer.json).toEqual({
      error: 4,
      code: 'credentials.wrong',
      description: 'Give a username and password as basic credentials',
      reference: expect.any(String),
    })
  })

  it('are not asked for of a page that says that it is ours', async () => {
    for (const headers of [{ 'x-reveille-csrf': 'none' }, { cookie: 'reveille=over' }]) {
      const answer = await hotel.request(null, 'GET', '/rest/system', undefined, headers)
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Session'])
    }
  })
})
