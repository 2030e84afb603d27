import type { SiteFile } from '@reveille/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { argon2Passwords, type Passwords } from '../src/actions/accounts/passwords.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { basic, type Hotel, openHotel, plainPasswords, SITE } from './hotel.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let hotel: Hotel

/** Where visitors come from, unless they say so. */
let place = '10.0.0.1'

interface Visit {
  readonly from?: string
  readonly method?: string
  readonly url?: string
  readonly payload?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function visit(user: string | null, password: string, more: Visit = {}) {
  const { from = place, method = 'GET', url = '/rest/system', payload, headers = {} } = more
  const reply = await hotel.http.app.inject({
    method: method as 'GET',
    url,
    remoteAddress: from,
    headers: {
      ...(user === null ? {} : { authorization: basic(user, password) }),
      ...(payload === undefined ? {} : FORM),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.payload }
}

const statusOf = async (user: string | null, password: string, more?: Visit) =>
  (await visit(user, password, more)).status

const change = (user: string, payload: string) =>
  statusOf('boss', 'boss-pw', { method: 'PUT', url: `/rest/config/user/${user}`, payload })

/** Wrong passwords, one after the other; the statuses that they met. */
async function guess(times: number, user: string, from?: string) {
  const met: number[] = []
  for (let n = 0; n < times; n++)
    met.push(await statusOf(user, `guess-${n}`, from === undefined ? {} : { from }))
  return met
}

const all = (status: number, times: number) => Array.from({ length: times }, () => status)

/** Passwords that note who was verified, and hold back an answer until they are told to give it. */
function watchedPasswords() {
  const verified: string[] = []
  const waiting: (() => void)[] = []
  let holding = false
  let inside = 0
  let mostInside = 0
  const passwords: Passwords = {
    hash: plainPasswords.hash,
    async verify(hash, password) {
      verified.push(password)
      mostInside = Math.max(mostInside, ++inside)
      if (holding) await new Promise<void>((resolve) => waiting.push(resolve))
      inside--
      return plainPasswords.verify(hash, password)
    },
  }
  return {
    passwords,
    verified,
    mostInside: () => mostInside,
    waiting: () => waiting.length,
    hold: () => (holding = true),
    release() {
      holding = false
      for (const go of waiting.splice(0)) go()
    },
  }
}

/** Lets everything go on until something is so; no time passes. */
async function until(isSo: () => boolean) {
  for (let turn = 0; turn < 10_000 && !isSo(); turn++)
    await new Promise<void>((resolve) => void setImmediate(resolve))
  expect(isSo()).toBe(true)
}

describe('a password', () => {
  afterEach(() => hotel.close())

  const users = [
    { username: 'boss', password: 'früh-aufsteher-9: ja', permissions: ['administrator' as const] },
  ]

  it('is kept as Argon2id, and is asked for in full', async () => {
    const site: SiteFile = { site: { name: 'Grand Hotel' }, users }
    hotel = await openHotel({ passwords: argon2Passwords, site })
    const stored = await hotel.app.database.read.accounts.get('boss')
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
    expect(await statusOf('boss', 'früh-aufsteher-9: ja')).toBe(200)
    expect(await statusOf('boss', 'früh-aufsteher-9: j')).toBe(401)
    expect(await statusOf('boss', '')).toBe(401)
    expect(await statusOf('nobody', 'früh-aufsteher-9: ja')).toBe(401)
    const payload = 'password=night-owl-7'
    const put = { method: 'PUT', url: '/rest/config/user/boss', payload }
    expect(await statusOf('boss', 'früh-aufsteher-9: ja', put)).toBe(200)
    expect(await statusOf('boss', 'früh-aufsteher-9: ja')).toBe(401)
    expect(await statusOf('boss', 'night-owl-7')).toBe(200)
  })

  it('is never shown', async () => {
    hotel = await openHotel()
    for (const url of ['/rest/config/user', '/rest/config/user/desk', '/rest/log'])
      expect((await visit('boss', 'boss-pw', { url })).text).not.toMatch(/passwordHash|plain:|-pw/)
  })
})

describe('credentials that were verified', () => {
  afterEach(() => hotel.close())

  it('are remembered for a short time, and not verified again', async () => {
    const watch = watchedPasswords()
    hotel = await openHotel({ passwords: watch.passwords })
    for (let n = 0; n < 5; n++) expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(watch.verified).toEqual(['desk-pw'])
    hotel.clock.advance(minutes(10))
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(watch.verified).toEqual(['desk-pw', 'desk-pw'])
  })

  it('are remembered for as long as they are used', async () => {
    const watch = watchedPasswords()
    hotel = await openHotel({ passwords: watch.passwords })
    for (let n = 0; n < 60; n++) {
      expect(await statusOf('desk', 'desk-pw')).toBe(200)
      hotel.clock.advance(seconds(59))
    }
    expect(watch.verified).toEqual(['desk-pw'])
    hotel.clock.advance(seconds(1))
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(watch.verified).toEqual(['desk-pw', 'desk-pw'])
  })

  it('are verified once for many requests that arrive together', async () => {
    const watch = watchedPasswords()
    hotel = await openHotel({ passwords: watch.passwords })
    const met = await Promise.all(Array.from({ length: 200 }, () => statusOf('desk', 'desk-pw')))
    expect(met).toEqual(all(200, 200))
    expect(watch.verified).toEqual(['desk-pw'])
  })

  it('do not make wrong ones right', async () => {
    hotel = await openHotel()
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(await statusOf('desk', 'desk-pw ')).toBe(401)
    expect(await statusOf('des', 'kdesk-pw')).toBe(401)
    expect(await statusOf('boss', 'desk-pw')).toBe(401)
  })

  it.each(['boss', 'desk'])(
    'count no more when the password changes: the next request of %s',
    async (user) => {
      hotel = await openHotel()
      expect(await statusOf(user, `${user}-pw`)).toBe(200)
      expect(await change(user, 'password=new-one')).toBe(200)
      expect(await statusOf(user, `${user}-pw`)).toBe(401)
      expect(await statusOf(user, 'new-one')).toBe(200)
    },
  )

  it('count no more when the account is disabled, until it is enabled again', async () => {
    hotel = await openHotel()
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(await change('desk', 'disabled=true')).toBe(200)
    expect(await statusOf('desk', 'desk-pw')).toBe(401)
    expect(await change('desk', 'disabled=false')).toBe(200)
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
  })

  it('count no more when the account is removed', async () => {
    hotel = await openHotel()
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(await statusOf('boss', 'boss-pw', { method: 'DELETE', url: '/rest/config/user/desk' })).toBe(200)
    expect(await statusOf('desk', 'desk-pw')).toBe(401)
  })

  it('carry the permissions of this moment', async () => {
    hotel = await openHotel()
    const items = { url: '/rest/isi/item' }
    expect(await statusOf('desk', 'desk-pw', items)).toBe(403)
    expect(await change('desk', 'permissions=inventory')).toBe(200)
    expect(await statusOf('desk', 'desk-pw', items)).toBe(200)
    expect(await change('desk', 'permissions=')).toBe(200)
    expect(await statusOf('desk', 'desk-pw', items)).toBe(403)
  })
})

describe('a change of the account while its password is being verified', () => {
  afterEach(() => hotel.close())

  async function changedMeanwhile(payload: string, url = '/rest/system') {
    const watch = watchedPasswords()
    hotel = await openHotel({ passwords: watch.passwords })
    // The one who changes it is remembered, and waits for nobody.
    expect(await statusOf('boss', 'boss-pw')).toBe(200)
    watch.hold()
    const early = statusOf('desk', 'desk-pw', { url })
    await until(() => watch.waiting() === 1)
    expect(await change('desk', payload)).toBe(200)
    const late = statusOf('desk', 'desk-pw', { url })
    await until(() => watch.waiting() > 0)
    watch.release()
    return [await early, await late, await statusOf('desk', 'desk-pw', { url })]
  }

  it('takes effect for the password that was verified', async () => {
    expect(await changedMeanwhile('password=new-one')).toEqual([401, 401, 401])
    expect(await statusOf('desk', 'new-one')).toBe(200)
  })

  it('takes effect for an account that was disabled', async () => {
    expect(await changedMeanwhile('disabled=true')).toEqual([401, 401, 401])
  })

  it('takes effect for a permission that was given', async () => {
    const met = await changedMeanwhile('permissions=inventory', '/rest/isi/item')
    expect(met).toEqual([200, 200, 200])
  })
})

describe('wrong passwords', () => {
  const watch = watchedPasswords()
  let places = 0
  beforeAll(async () => {
    hotel = await openHotel({ passwords: watch.passwords })
  })
  beforeEach(() => {
    place = `10.0.1.${++places}`
    watch.verified.length = 0
    // Nobody is remembered from the test before.
    hotel.clock.advance(minutes(10))
  })
  afterAll(() => hotel.close())

  it('are limited: ten in five minutes, then the pair of account and address must wait', async () => {
    expect(await guess(10, 'desk')).toEqual(all(401, 10))
    const refused = await visit('desk', 'guess-again')
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text)).toMatchObject({ error: 9, reference: expect.any(String) })
    expect(Number(refused.headers['retry-after'])).toBe(300)
    hotel.clock.advance(minutes(2))
    expect(Number((await visit('desk', 'x')).headers['retry-after'])).toBe(180)
  })

  it('do not shut out the right one from elsewhere, nor anybody else from there', async () => {
    await guess(10, 'desk')
    expect(await statusOf('desk', 'desk-pw')).toBe(429)
    expect(await statusOf('desk', 'desk-pw', { from: '10.0.0.2' })).toBe(200)
    expect(await statusOf('maid', 'maid-pw')).toBe(200)
    expect(await statusOf('maid', 'wrong')).toBe(401)
  })

  it('do not shut out credentials that are remembered', async () => {
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    await guess(10, 'desk')
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
  })

  it('do not lock out an account at an address where it has signed in lately', async () => {
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    await guess(10, 'desk')
    hotel.clock.advance(minutes(2))
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
  })

  it('are counted for names that nobody has, too', async () => {
    expect(await guess(11, 'nobody')).toEqual([...all(401, 10), 429])
  })

  it('are not verified any more once there were too many', async () => {
    await guess(25, 'desk')
    expect(watch.verified).toHaveLength(10)
  })

  it('that arrive together are no more than ten either', async () => {
    const met = await Promise.all(Array.from({ length: 40 }, (_, n) => statusOf('desk', `guess-${n}`)))
    expect(met.filter((status) => status === 401)).toHaveLength(10)
    expect(met.filter((status) => status === 429)).toHaveLength(30)
    expect(watch.verified).toHaveLength(10)
  })

  it('are forgotten one by one as the five minutes pass', async () => {
    await guess(5, 'desk')
    hotel.clock.advance(minutes(2))
    await guess(5, 'desk')
    expect(await guess(1, 'desk')).toEqual([429])
    hotel.clock.advance(minutes(3) - 1)
    expect(await guess(1, 'desk')).toEqual([429])
    hotel.clock.advance(1)
    expect(await guess(6, 'desk')).toEqual([...all(401, 5), 429])
    hotel.clock.advance(minutes(5))
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
  })

  it('stay below the limit for someone who is slow', async () => {
    for (let n = 0; n < 30; n++) {
      hotel.clock.advance(seconds(31))
      expect(await guess(1, 'desk')).toEqual([401])
    }
  })

  it('do not include right ones', async () => {
    for (let n = 0; n < 15; n++) {
      expect(await statusOf('desk', 'desk-pw')).toBe(200)
      hotel.clock.advance(minutes(1))
    }
    expect(await guess(10, 'desk')).toEqual(all(401, 10))
  })

  it('do not include requests without any credentials', async () => {
    for (let n = 0; n < 30; n++) expect(await statusOf(null, '')).toBe(401)
    for (const authorization of ['Bearer abc', 'Basic', 'Basic !!!', 'Basic bm9jb2xvbg=='])
      for (let n = 0; n < 5; n++) expect(await statusOf(null, '', { headers: { authorization } })).toBe(401)
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(await guess(10, 'desk')).toEqual(all(401, 10))
  })
})

describe('verifications', () => {
  afterEach(() => hotel.close())

  it('are few at a time, and those who find too many before them are told to come back', async () => {
    const watch = watchedPasswords()
    hotel = await openHotel({ passwords: watch.passwords })
    expect(await statusOf('boss', 'boss-pw')).toBe(200)
    watch.hold()
    const crowd = Array.from({ length: 300 }, (_, n) => visit(`stranger-${n}`, 'guess'))
    await until(() => watch.waiting() > 0)
    // Whoever is remembered passes the crowd.
    expect(await statusOf('boss', 'boss-pw')).toBe(200)
    watch.release()
    const met = await Promise.all(crowd)
    expect(watch.mostInside()).toBeLessThanOrEqual(8)
    const turnedAway = met.filter((answer) => answer.status === 429)
    expect(turnedAway.length).toBeGreaterThan(0)
    for (const answer of turnedAway) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(met.every((answer) => answer.status === 401 || answer.status === 429)).toBe(true)
    // Nobody is left standing at the door.
    expect(await statusOf('desk', 'desk-pw', { from: '10.0.0.9' })).toBe(200)
  })

  it('that fail through no fault of the visitor do not count against them', async () => {
    let broken = true
    const passwords: Passwords = {
      ...plainPasswords,
      verify: (hash, password) =>
        broken ? Promise.reject(new Error('out of memory')) : plainPasswords.verify(hash, password),
    }
    hotel = await openHotel({ passwords })
    for (let n = 0; n < 12; n++) expect(await statusOf('desk', 'desk-pw')).toBe(500)
    broken = false
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
  })
})

describe('somebody who guesses without end', () => {
  const watch = watchedPasswords()
  let strangers = 0
  beforeEach(async () => {
    watch.release()
    watch.verified.length = 0
    hotel = await openHotel({ passwords: watch.passwords })
  })
  afterEach(() => hotel.close())

  /** From an address that was never seen. */
  const stranger = () => `198.51.${++strangers >> 8}.${strangers & 255}`
  const guessFrom = (from: string, user: string, password = 'guess') => statusOf(user, password, { from })

  /** Wrong passwords for one account, each from another address, until its checks are slowed down. */
  async function guessFromEverywhere(user: string) {
    for (let n = 0; n < 200; n++) expect(await guessFrom(stranger(), user)).toBe(401)
  }

  it('takes one place of the check, whatever the names: others are checked meanwhile', async () => {
    watch.hold()
    const crowd = Array.from({ length: 40 }, (_, n) => guessFrom('203.0.113.9', `name-${n}`))
    await until(() => watch.waiting() === 1)
    const staff = statusOf('desk', 'desk-pw', { from: '10.0.0.5' })
    await until(() => watch.waiting() === 2)
    watch.release()
    expect(await staff).toBe(200)
    expect((await Promise.all(crowd)).every((status) => status === 401)).toBe(true)
  })

  it('leaves a reserve to accounts that have signed in lately', async () => {
    expect(await guessFrom('10.0.0.5', 'desk', 'desk-pw')).toBe(200)
    hotel.clock.advance(minutes(10))
    watch.verified.length = 0
    watch.hold()
    // More addresses than there are places, and as many in the queue as may wait there.
    const crowd = Array.from({ length: 300 }, (_, n) => guessFrom(stranger(), `name-${n}`))
    await until(() => watch.waiting() === 2)
    const staff = guessFrom('10.0.0.6', 'desk', 'desk-pw')
    await until(() => watch.verified.at(-1) === 'desk-pw')
    watch.release()
    expect(await staff).toBe(200)
    await Promise.all(crowd)
  })

  it('from everywhere is slowed down: one check of the account a second', async () => {
    await guessFromEverywhere('desk')
    watch.verified.length = 0
    const waiting = Array.from({ length: 5 }, () => guessFrom(stranger(), 'desk'))
    await waiting[0]
    for (const [at, one] of waiting.entries()) {
      expect(await one).toBe(401)
      expect(watch.verified).toHaveLength(at + 1)
      hotel.clock.advance(seconds(1))
    }
  })

  it('cannot shut out the account where it has signed in lately', async () => {
    expect(await guessFrom('10.0.0.5', 'desk', 'desk-pw')).toBe(200)
    hotel.clock.advance(minutes(10))
    await guessFromEverywhere('desk')
    const first = guessFrom(stranger(), 'desk')
    const [second, third] = [guessFrom(stranger(), 'desk'), guessFrom(stranger(), 'desk')]
    expect(await first).toBe(401)
    expect(await guessFrom('10.0.0.5', 'desk', 'desk-pw')).toBe(200)
    hotel.clock.advance(seconds(1))
    await second
    hotel.clock.advance(seconds(1))
    await third
  })

  it('cannot shut it out elsewhere either: the right password has its turn', async () => {
    await guessFromEverywhere('desk')
    const [one, other] = [stranger(), stranger()]
    const guesses = [guessFrom(one, 'desk'), guessFrom(other, 'desk')]
    const staff = guessFrom('10.0.0.7', 'desk', 'desk-pw')
    // They have one turn each, and may not wait for a second one meanwhile.
    expect(await guessFrom(other, 'desk', 'again')).toBe(429)
    expect(await guesses[0]).toBe(401)
    hotel.clock.advance(seconds(1))
    expect(await guesses[1]).toBe(401)
    hotel.clock.advance(seconds(1))
    expect(await staff).toBe(200)
  })

  it('at one address is slowed down for all accounts there, save those that have signed in there lately', async () => {
    const there = '203.0.113.9'
    expect(await guessFrom(there, 'maid', 'maid-pw')).toBe(200)
    hotel.clock.advance(minutes(10))
    for (let n = 0; n < 50; n++) expect(await guessFrom(there, `name-${n}`)).toBe(401)
    expect(await guessFrom(there, 'name-51')).toBe(401)
    const slow = await visit('name-52', 'guess', { from: there })
    expect([slow.status, slow.headers['retry-after']]).toEqual([429, '1'])
    expect(await guessFrom(there, 'maid', 'maid-pw')).toBe(200)
    hotel.clock.advance(seconds(1))
    await until(() => true)
    expect(await guessFrom(there, 'desk', 'desk-pw')).toBe(200)
  })
})

describe('a new password', () => {
  beforeAll(async () => {
    hotel = await openHotel({ site: { ...SITE, passwords: { minimum: 4 } } })
    await visit('boss', 'boss-pw', {
      method: 'PUT',
      url: '/rest/config/site',
      payload: new URLSearchParams({ passwords: JSON.stringify({ minimum: 10 }) }).toString(),
    })
  })
  afterAll(() => hotel.close())

  it.each([
    ['nine-char', 'The password must have at least 10 characters'],
    ['          ', 'The password is blank'],
    ['Night-Clerk', "The password must not be the user's name"],
    ['Passw0rd2026', 'The password is among the commonest, which are guessed first'],
  ])('%j is refused', async (password, description) => {
    const payload = new URLSearchParams({ username: 'night-clerk', password }).toString()
    const added = await visit('boss', 'boss-pw', { method: 'POST', url: '/rest/config/user', payload })
    expect([added.status, JSON.parse(added.text)]).toMatchObject([400, { error: 1, description }])
  })

  it('is refused for an account that is there, which keeps the one that it has', async () => {
    expect(await change('desk', 'password=short')).toBe(400)
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(await change('desk', 'disabled=false')).toBe(200)
    expect(await statusOf('desk', 'desk-pw')).toBe(200)
    expect(await change('desk', 'password=night-owl-77')).toBe(200)
    expect(await statusOf('desk', 'night-owl-77')).toBe(200)
  })
})

describe('a page of another site', () => {
  beforeAll(async () => {
    hotel = await openHotel()
  })
  afterAll(() => hotel.close())

  const CHARGE = { method: 'POST', url: '/rest/isi/charge', payload: 'id=10&quantity=1&room=101' }
  const elsewhere = { origin: 'http://elsewhere.example' }
  const charge = (headers: Readonly<Record<string, string>>) =>
    visit('boss', 'boss-pw', { ...CHARGE, headers: { host: 'hotel.example:8080', ...headers } })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a foreign origin', elsewhere],
    ['an origin that hides', { origin: 'null' }],
    ['our name at another port', { origin: 'http://hotel.example:9090' }],
    ['our name over another protocol', { origin: 'https://hotel.example:8080' }],
    ['a name that begins like ours', { origin: 'http://hotel.example:8080.elsewhere.example' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['both', { ...elsewhere, 'sec-fetch-site': 'cross-site' }],
  ])('cannot charge a room: %s', async (_, headers) => {
    const answer = await charge(headers)
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text)).toMatchObject({ error: 5 })
    const charged = await visit('boss', 'boss-pw', { url: '/rest/log?kind=inventory' })
    expect(charged.text).toBe('{"log":[]}')
  })

  it.each<[string, string, string]>([
    ['PUT', '/rest/isi/item/10', 'max=1'],
    ['DELETE', '/rest/isi/item/10', ''],
    ['POST', '/rest/wakeup', 'room=101&time=0700'],
    ['PUT', '/rest/config/user/desk', 'password=x'],
  ])('cannot change anything else: %s %s', async (method, url, payload) => {
    const sent = { method, url, headers: elsewhere, ...(payload === '' ? {} : { payload }) }
    expect(await statusOf('boss', 'boss-pw', sent)).toBe(403)
  })

  it.each(['GET', 'HEAD'])('may read: %s', async (method) => {
    const headers = { ...elsewhere, 'sec-fetch-site': 'cross-site' }
    expect(await statusOf('boss', 'boss-pw', { method, headers })).toBe(200)
  })

  it('may do all of it when the site lists it', async () => {
    const list = (...origins: string[]) =>
      statusOf('boss', 'boss-pw', {
        method: 'PUT',
        url: '/rest/config/site',
        payload: new URLSearchParams({ api: JSON.stringify({ origins }) }).toString(),
      })
    expect(await list('http://elsewhere.example')).toBe(200)
    expect((await charge(elsewhere)).status).toBe(200)
    expect((await charge({ ...elsewhere, 'sec-fetch-site': 'cross-site' })).status).toBe(200)
    expect((await charge({ origin: 'http://other.example' })).status).toBe(403)
    expect(await list()).toBe(200)
    expect((await charge(elsewhere)).status).toBe(403)
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['our own page', { origin: 'http://hotel.example:8080', 'sec-fetch-site': 'same-origin' }],
    ['our own page in an old browser', { origin: 'http://hotel.example:8080' }],
    ['the address line', { 'sec-fetch-site': 'none' }],
    ['a program', {}],
  ])('is not %s', async (_, headers) => {
    expect((await charge(headers)).status).toBe(200)
  })
})
