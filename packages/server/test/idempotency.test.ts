import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENTRIES } from '@reveille/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { raise } from '../src/hotel/desk/alarm.ts'
import { PROBLEM } from '../src/api/answers/problem-reply.ts'
import { WEEKDAYS } from '../src/hotel/time/local-time.ts'
import { hours } from '../src/kernel/clock.ts'
import { Failure, type FailureCode } from '../src/kernel/failure.ts'
import { type Answer, type Body, EVENING, type Hotel, openHotel } from './hotel.ts'
import { wakeup } from '../testing/records.ts'
import { scriptedConnector } from './scripted-connector.ts'

const ALL = { scope: null, limit: 1_000_000 } as const
const WAKEUP = { room: '101', time: '0700' }

const connectorFor = () => scriptedConnector()

let folder: string
let hotel: Hotel
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-test-'))
  hotel = await openHotel({ folder, connectorFor })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await hotel.close()
  rmSync(folder, { recursive: true })
})

async function reopen(now = EVENING) {
  await hotel.close()
  hotel = await openHotel({ folder, now, connectorFor })
}

const keyed = (user: string, key: string, url: string, body?: Body) =>
  hotel.request(user, 'POST', url, body, { 'idempotency-key': key })
const post = (key: string, url: string, body?: Body) => keyed('boss', key, url, body)

/** What a client sees. The reference is of each request alone: it leads to that request in the log. */
function seen({ status, headers, json, text }: Answer) {
  const { reference: _, ...body } = json ?? { text }
  return { status, location: headers['location'], body }
}

async function written() {
  const { wakeups, activity, deliveries } = hotel.app.database.read
  return {
    wakeups: (await wakeups.page(ALL)).length,
    activity: (await activity.page(ALL)).length,
    deliveries: (await deliveries.page(ALL)).length,
  }
}

async function aDelivery(): Promise<string> {
  await hotel.request('boss', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })
  const { json } = await hotel.request('boss', 'GET', '/rest/delivery')
  return json.deliveries[0].id
}

async function aDeletedCall(): Promise<string> {
  const { json } = await hotel.request('boss', 'POST', '/rest/wakeup', { room: '108', time: '0500' })
  await hotel.request('boss', 'DELETE', `/rest/wakeup/${json.id}`)
  return json.id
}

async function aCharge(): Promise<string> {
  const { headers } = await hotel.request('boss', 'POST', '/rest/isi/charge', {
    id: '10',
    quantity: 2,
    room: '101',
  })
  return headers['reveille-charge'] ?? ''
}

const LINE_ALARM = '99999999-2222-4333-8444-555555555555'

/** Every route that a key can be sent to, with something it does and something it refuses. */
const ROUTES: [string, Record<string, string>, Record<string, string>][] = [
  ['/rest/wakeup', WAKEUP, { room: '999', time: '0700' }],
  ['/rest/wakeup/:gone/restore', {}, { to: 'somebody' }],
  ['/rest/wakeup/:id/skip', { date: '20261116' }, { date: 'monday' }],
  ['/rest/wakeup/:id/reschedule', { time: '0730' }, { time: '2400' }],
  ['/rest/isi/item', { description: 'Water', category: '1' }, { description: 'Water', category: '404' }],
  ['/rest/isi/category', { description: 'Spa' }, { id: '1', description: 'Spa' }],
  ['/rest/isi/charge', { id: '10', quantity: '2', room: '101' }, { id: '10', quantity: '6', room: '101' }],
  [
    '/rest/isi/basket',
    { items: '[{"id":"10","quantity":2}]', room: '101' },
    { items: '[{"id":"10","quantity":6}]', room: '101' },
  ],
  ['/rest/isi/check', { room: '101' }, { room: '999' }],
  ['/rest/isi/charge/:first/void', { reason: 'Wrong room' }, {}],
  ['/rest/isi/charge/:second/correct', { quantity: '1', reason: 'One was there' }, { quantity: '1' }],
  ['/rest/rsi/status', { description: 'New' }, { id: '001', description: 'New' }],
  ['/rest/rsi/change', { id: '001', room: '101' }, { id: '404', room: '101' }],
  [
    '/rest/rsi/changes',
    { changes: '[{"id":"001","room":"101"}]' },
    { changes: '[{"id":"001","room":"101"},{"id":"404","room":"101"}]' },
  ],
  ['/rest/mailbox/104/checkin', { name: 'Zoe' }, {}],
  ['/rest/mailbox/102/checkout', {}, {}],
  ['/rest/mailbox/103/move', { to: '105' }, { to: '999' }],
  ['/rest/delivery/:id/replay', { reason: 'It was lost' }, {}],
  ['/rest/delivery/:id/settle', { as: 'drop', reason: 'Paid in cash' }, { as: 'drop' }],
  [
    '/rest/delivery/settle',
    { destination: 'bar', as: 'drop', reason: 'Paid in cash' },
    { destination: 'nobody', as: 'drop', reason: 'Paid in cash' },
  ],
  [
    '/rest/delivery/replay',
    { destination: 'bar', since: '202601010000' },
    { destination: 'nobody', since: '202601010000' },
  ],
  ['/rest/alarm/acknowledge', { ids: `["${LINE_ALARM}"]` }, { ids: '[]' }],
  ['/rest/alarm/:id/acknowledge', { note: 'Somebody went up' }, {}],
  [
    '/rest/config/tenant',
    { name: 'West wing' },
    { id: '11111111-2222-4333-8444-555555555555', name: 'Twice' },
  ],
  ['/rest/config/user', { username: 'new', password: 'new-pw' }, { username: 'desk', password: 'x' }],
  ['/rest/config/mailbox', { range: '900-905' }, { range: '100-103' }],
  ['/rest/config/room', { number: 'SPA' }, { number: 'SPA', tenant: '00000000-0000-4000-8000-000000000000' }],
  [
    '/rest/config/line',
    { uri: 'sip:one@hotel.example' },
    { uri: 'sip:one@a', tenant: '00000000-0000-4000-8000-000000000000' },
  ],
  ['/rest/config/line/one/test', { extension: '101' }, { extension: '' }],
  [
    '/rest/config/connector',
    { name: 'new', type: 'webhook', url: 'http://10.0.0.9/' },
    { name: 'bar', type: 'webhook', url: 'http://10.0.0.9/' },
  ],
  [
    '/rest/config/server',
    { name: 'new', url: 'http://10.0.0.9/' },
    { name: 'housekeeping', url: 'http://10.0.0.9/' },
  ],
  ['/rest/config/connector/bar/test', {}, { to: 'somebody' }],
  ['/rest/config/server/housekeeping/test', {}, { to: 'somebody' }],
  ['/rest/config/connector/test', { name: 'new', url: 'http://10.0.0.9/' }, { name: 'new' }],
  ['/rest/config/server/test', { name: 'new', url: 'http://10.0.0.9/' }, { name: 'new' }],
  ['/rest/config/connector/bar/resync', {}, { to: 'somebody' }],
  ['/rest/config/connector/bar/clear', { as: 'drop', reason: 'Closed' }, { as: 'drop' }],
  ['/rest/config/server/housekeeping/clear', { as: 'drop', reason: 'Closed' }, { as: 'drop' }],
  ['/rest/config/mailbox/import', { csv: 'number\n701' }, { csv: 'name\nSuite' }],
  [
    '/rest/config/prompt',
    { description: 'Hello' },
    { description: 'Hello', tenant: '00000000-0000-4000-8000-000000000000' },
  ],
]

/** It empties a demonstration, once (setup.test.ts). */
const LEAVE = '/rest/setup/leave'

it('a key can be sent to every route that adds something', async () => {
  const { json } = await hotel.request(null, 'GET', '/openapi.json')
  const asking = ENTRIES.filter(({ reads, unkept }) => reads === true || unkept === true).map(({ path }) =>
    path.replaceAll(/:(\w+)/g, '{$1}'),
  )
  // Of what is done at a screen neither token nor password is kept: a key means nothing there (sessions.test.ts).
  const posts = Object.entries<object>(json.paths).filter(
    ([url, methods]) =>
      'post' in methods && !url.startsWith('/rest/session') && url !== LEAVE && !asking.includes(url),
  )
  const shape = (url: string) =>
    url.replaceAll(/{\w+}|:id|:gone|:first|:second|\b10\d\b|\bbar\b|\bhousekeeping\b|\bone\b/g, ':')
  expect(posts.map(([url]) => shape(url)).toSorted()).toEqual(ROUTES.map(([url]) => shape(url)).toSorted())
})

describe('a request that is repeated with its key', () => {
  /** Guests, and under one id a delivery, an alarm and a series, where the routes want some. */
  const fill = async () => {
    for (const room of ['102', '103'])
      await hotel.request('boss', 'POST', `/rest/mailbox/${room}/checkin`, {})
    const id = await aDelivery()
    const alarm = {
      id,
      tenant: '',
      kind: 'line.down',
      subject: 'voice1',
      room: '',
      text: 'Down',
      detail: { why: '' },
    } as const
    const series = wakeup({
      id,
      scheduledAt: EVENING + hours(11),
      wall: '2026-11-15T07:00:00',
      days: WEEKDAYS,
    })
    await hotel.app.database.transaction(async ({ alarms, wakeups }) => {
      await alarms.insert(raise(alarm, hotel.clock.now()))
      await alarms.insert(raise({ ...alarm, id: LINE_ALARM, subject: 'voice2' }, hotel.clock.now()))
      await wakeups.insert(series)
    })
    return { id, gone: await aDeletedCall(), first: await aCharge(), second: await aCharge() }
  }

  it('gets the first answer, also after a restart, and is done once', async () => {
    const { id, gone, first: one, second } = await fill()
    const named = (url: string) =>
      url.replace(':gone', gone).replace(':id', id).replace(':first', one).replace(':second', second)
    const send = async (url: string, body: Body) => seen(await post('once', named(url), body))
    // That one needs a property system at the other end: property-link.test.ts.
    const doable = ROUTES.filter(([url]) => !url.endsWith('/resync'))
    const first = []
    for (const [url, good] of doable) first.push({ url, ...(await send(url, good)) })
    expect(first.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    const before = await written()

    const again = []
    for (const [url, good] of doable) again.push({ url, ...(await send(url, good)) })
    expect(again).toEqual(first)
    expect(await written()).toEqual(before)

    await reopen()
    const counted = await written()
    const later = []
    for (const [url, good] of doable) later.push({ url, ...(await send(url, good)) })
    expect(later).toEqual(first)
    expect(await written()).toEqual(counted)
  })

  it('gets the same refusal, also after a restart', async () => {
    const send = async (url: string, body: Body) =>
      seen(await post('refused', url.replace(':id', 'nothing'), body))
    const refusable = ROUTES.filter(([url]) => !url.endsWith('/checkin'))
    const first = []
    for (const [url, , bad] of refusable) first.push({ url, ...(await send(url, bad)) })
    expect(first.filter(({ status }) => status < 400 || status >= 500)).toEqual([])
    const before = await written()

    const again = []
    for (const [url, , bad] of refusable) again.push({ url, ...(await send(url, bad)) })
    expect(again).toEqual(first)
    expect(await written()).toEqual(before)

    await reopen()
    const later = []
    for (const [url, , bad] of refusable) later.push({ url, ...(await send(url, bad)) })
    expect(later).toEqual(first)
  })

  it('says where the call is that it asked for, each time', async () => {
    const answers = [await post('a', '/rest/wakeup', WAKEUP), await post('a', '/rest/wakeup', WAKEUP)]
    const [first, again] = answers.map(seen)
    expect(again).toEqual(first)
    expect(first).toMatchObject({ status: 201, location: `/rest/wakeup/${answers[0]?.json.id}` })
    expect((await written()).wakeups).toBe(1)
  })

  it('gets all the calls of several rooms', async () => {
    const body = { room: '101,102,0201', time: '0700' }
    const first = seen(await post('a', '/rest/wakeup', body))
    expect(seen(await post('a', '/rest/wakeup', body))).toEqual(first)
    expect(first.body.calls).toHaveLength(3)
    expect((await written()).wakeups).toBe(3)
  })

  it('gets its answer although what it made is gone', async () => {
    const first = seen(await post('a', '/rest/wakeup', WAKEUP))
    await hotel.request('boss', 'DELETE', `/rest/wakeup/${first.body.id}`)
    expect(seen(await post('a', '/rest/wakeup', WAKEUP))).toEqual(first)
    expect((await written()).wakeups).toBe(0)
  })

  it('stays refused although it would be accepted now', async () => {
    const first = seen(await post('a', '/rest/wakeup', { room: '777', time: '0700' }))
    await hotel.request('boss', 'POST', '/rest/config/mailbox', { number: '777' })
    expect(first.status).toBe(404)
    expect(seen(await post('a', '/rest/wakeup', { room: '777', time: '0700' }))).toEqual(first)
    expect((await post('b', '/rest/wakeup', { room: '777', time: '0700' })).status).toBe(201)
  })

  it('may come as JSON when it came as a form', async () => {
    const first = seen(await post('a', '/rest/wakeup', WAKEUP))
    const headers = { 'idempotency-key': 'a', 'content-type': 'application/json' }
    const again = await hotel.request('boss', 'POST', '/rest/wakeup', JSON.stringify(WAKEUP), headers)
    expect(seen(again)).toEqual(first)
  })

  it('is done twice when it carries no key', async () => {
    const charge = { id: '10', quantity: 1, room: '101' }
    for (let n = 0; n < 2; n++) await hotel.request('boss', 'POST', '/rest/isi/charge', charge)
    expect((await written()).deliveries).toBe(4)
  })
})

describe('a charge over the maximum', () => {
  it('stays refused when it is repeated, and nothing is forwarded', async () => {
    const before = await written()
    const charge = { id: '10', quantity: 6, room: '101' }
    const first = seen(await post('minibar', '/rest/isi/charge', charge))
    expect(first).toMatchObject({ status: 422, body: { error: 6 } })
    expect(seen(await post('minibar', '/rest/isi/charge', charge))).toEqual(first)
    await reopen()
    expect(seen(await post('minibar', '/rest/isi/charge', charge))).toEqual(first)

    const { json } = await hotel.request('boss', 'GET', '/rest/log?kind=inventory')
    expect(json.log.map((row: { kind: string }) => row.kind)).toEqual(['inventory.refused'])
    expect((await written()).deliveries).toBe(before.deliveries)
  })
})

describe('the same key', () => {
  it('with another body is refused, and the first answer stays', async () => {
    const first = seen(await post('a', '/rest/wakeup', WAKEUP))
    const other = await post('a', '/rest/wakeup', { ...WAKEUP, time: '0730' })
    expect(other).toMatchObject({ status: 422, json: { error: 7, reference: expect.any(String) } })
    expect(other.json.description).toMatch(/Idempotency-Key/)
    expect(seen(await post('a', '/rest/wakeup', WAKEUP))).toEqual(first)
    expect((await written()).wakeups).toBe(1)
  })

  it('with another body is refused also when the first request was', async () => {
    await post('a', '/rest/wakeup', { room: '999', time: '0700' })
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(422)
    expect((await written()).wakeups).toBe(0)
  })

  it('with another query is refused', async () => {
    await post('a', '/rest/wakeup', WAKEUP)
    const other = await post('a', '/rest/wakeup?tenant=11111111-2222-4333-8444-555555555555', WAKEUP)
    expect(other.status).toBe(422)
  })

  it('of another account means another request', async () => {
    const first = await keyed('desk', 'a', '/rest/wakeup', WAKEUP)
    const other = await keyed('maid', 'a', '/rest/wakeup', { room: '102', time: '0800' })
    expect([first.status, other.status]).toEqual([201, 201])
    expect(other.json.id).not.toBe(first.json.id)
  })

  it('at another path means another request', async () => {
    const answers = [
      await post('a', '/rest/mailbox/101/checkin', {}),
      await post('a', '/rest/mailbox/102/checkin', {}),
      await post('a', '/rest/isi/category', { description: 'Spa' }),
      await post('a', '/rest/rsi/status', { description: 'Spa' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201])
  })

  it('in other letters is another key', async () => {
    await post('a', '/rest/isi/category', { description: 'Spa' })
    await post('A', '/rest/isi/category', { description: 'Spa' })
    const { json } = await hotel.request('boss', 'GET', '/rest/isi/category')
    expect(json.categories.filter((one: { description: string }) => one.description === 'Spa')).toHaveLength(
      2,
    )
  })

  it('is of no account that may not do this', async () => {
    const item = { description: 'Water', category: '1' }
    expect((await keyed('maid', 'a', '/rest/isi/item', item)).status).toBe(403)
    expect((await keyed('boss', 'a', '/rest/isi/item', item)).status).toBe(201)
    expect((await keyed('maid', 'a', '/rest/isi/item', item)).status).toBe(403)
  })
})

describe('two requests with one key at once', () => {
  it('are done once: the second is told to wait, and then gets the first answer', async () => {
    const answers = await Promise.all([post('a', '/rest/wakeup', WAKEUP), post('a', '/rest/wakeup', WAKEUP)])
    const [done, early] = answers.toSorted((one, other) => one.status - other.status)
    expect(done).toMatchObject({ status: 201 })
    expect(early).toMatchObject({ status: 409, json: { error: 7 } })
    expect((await post('a', '/rest/wakeup', WAKEUP)).json).toEqual(done?.json)
    expect((await written()).wakeups).toBe(1)
  })

  it('are done once however many there are', async () => {
    const charge = { id: '10', quantity: 1, room: '101' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('a', '/rest/isi/charge', charge)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await written()).deliveries).toBe(2)
  })

  it('with other keys are both done', async () => {
    const charge = { id: '10', quantity: 1, room: '101' }
    await Promise.all(['a', 'b'].map((key) => post(key, '/rest/isi/charge', charge)))
    expect((await written()).deliveries).toBe(4)
  })
})

describe('a failure of ours', () => {
  const ours = (Object.keys(PROBLEM) as FailureCode[]).filter((code) => PROBLEM[code][0] >= 500)

  it.each(ours)('of the kind %s is not kept: the repeat is done', async (code) => {
    vi.spyOn(hotel.app.database, 'transaction').mockRejectedValueOnce(new Failure(code, 'For once'))
    const failed = await post('a', '/rest/wakeup', WAKEUP)
    expect(failed.status).toBe(PROBLEM[code][0])
    expect((await written()).wakeups).toBe(0)

    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(201)
    expect((await written()).wakeups).toBe(1)
  })

  const PASSING: readonly FailureCode[] = ['charge.under-way', 'request.in-flight', 'requests.too-many']

  it.each(PASSING)('says to try again later (%s): it is not kept', async (code) => {
    vi.spyOn(hotel.app.database, 'transaction').mockRejectedValueOnce(new Failure(code, 'Try again'))
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(PROBLEM[code][0])
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(201)
  })

  it('that nobody foresaw is not kept either', async () => {
    vi.spyOn(hotel.app.database, 'transaction').mockRejectedValueOnce(
      new TypeError('undefined is not a hotel'),
    )
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(500)
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(201)
  })

  it('does not leave the key in flight', async () => {
    vi.spyOn(hotel.app.database.read.receipts, 'get').mockRejectedValueOnce(
      new Failure('store.unavailable', 'No'),
    )
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(503)
    expect((await post('a', '/rest/wakeup', WAKEUP)).status).toBe(201)
  })
})

describe('a kept answer', () => {
  const CHRISTMAS = { room: '101', datetime: '2026-12-24T07:00' }

  it('is kept for 24 hours, and not longer', async () => {
    const first = await post('a', '/rest/isi/category', { description: 'Spa' })
    hotel.clock.advance(hours(24) - 1)
    expect((await post('a', '/rest/isi/category', { description: 'Spa' })).json.id).toBe(first.json.id)
    hotel.clock.advance(1)
    const next = await post('a', '/rest/isi/category', { description: 'Spa' })
    expect(next).toMatchObject({ status: 201 })
    expect(next.json.id).not.toBe(first.json.id)
    expect((await post('a', '/rest/isi/category', { description: 'Spa' })).json.id).toBe(next.json.id)
  })

  it('that has run out leaves the key free for another request', async () => {
    await post('a', '/rest/wakeup', CHRISTMAS)
    hotel.clock.advance(hours(24))
    expect((await post('a', '/rest/wakeup', { ...CHRISTMAS, room: '102' })).status).toBe(201)
  })

  it('is kept as long when the hotel was closed meanwhile', async () => {
    const first = await post('a', '/rest/isi/category', { description: 'Spa' })
    await reopen(EVENING + hours(23))
    expect((await post('a', '/rest/isi/category', { description: 'Spa' })).json.id).toBe(first.json.id)
    await reopen(EVENING + hours(24))
    expect((await post('a', '/rest/isi/category', { description: 'Spa' })).json.id).not.toBe(first.json.id)
  })
})
