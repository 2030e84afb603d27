import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import type { Activity } from '../src/store/stores/activity-store.ts'
import { EventClient } from './event-client.ts'
import { EAST, EVENING, type Hotel, NEW_YORK, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { activity } from '../testing/records.ts'
import { PATIENCE } from '../testing/eventually.ts'

let hotel: Hotel
const clients: EventClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.hangUp()
})

const follow = async (user = 'boss', { query = '', headers = {} } = {}) => {
  const client = await EventClient.follow(`${hotel.url}/rest/events${query}`, user, headers)
  clients.push(client)
  return client
}

/** Follows, and is told what happens from now on. */
async function followNow(user = 'boss', options: Parameters<typeof follow>[1] = {}) {
  const client = await follow(user, options)
  await client.until(() => client.isCaughtUp)
  return client
}

const since = (id: number | string) => ({ headers: { 'last-event-id': String(id) } })

const row = (text: string, of: Partial<Activity> = {}) => activity({ at: EVENING, text, ...of })

const write = (...rows: readonly Omit<Activity, 'id'>[]) =>
  hotel.app.database.transaction((stores) => stores.activity.addAll(rows))

const head = async () => (await hotel.app.database.read.seals.last())?.number ?? 0

/** Until everything that was written is sealed; says up to which number. */
function allSealed(): Promise<number> {
  return vi.waitFor(async () => {
    expect(await hotel.app.database.read.seals.unsealed(0, 1)).toEqual([])
    return head()
  }, PATIENCE)
}

const ask = (room: string, time: string, user = 'desk') =>
  hotel.request(user, 'POST', '/rest/wakeup', { room, time })

describe('the stream of events', () => {
  beforeEach(async () => {
    hotel = await openHotel()
    await hotel.open()
    await allSealed()
  })
  afterEach(() => hotel.close())

  it('begins at once, with what happens from now on', async () => {
    await ask('101', '0600')
    const before = await allSealed()
    const client = await followNow()
    expect(client.status).toBe(200)
    expect(client.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(client.comments).toEqual([`caught up with ${before}`])
    await ask('102', '0700')
    await client.until(() => client.events.length === 1)
    expect(client.events).toMatchObject([
      { id: before + 1, event: 'wakeup.created', data: { kind: 'wakeup.created', room: '102' } },
    ])
  })

  it('tells each event as the log shows it', async () => {
    const client = await followNow()
    await ask('101', '0700')
    await client.until(() => client.events.length === 1)
    const { log } = (await hotel.request('boss', 'GET', '/rest/log?kind=wakeup.created')).json
    const { seal, ...row } = log[0]
    expect(client.events[0]).toMatchObject({ id: seal })
    expect(client.events[0]?.data).toEqual({ ...row, call: row.wakeup })
  })

  it('goes on after the event that the client names, in its header or in the address', async () => {
    await ask('101', '0600')
    const first = await allSealed()
    await ask('102', '0600')
    await ask('103', '0600')
    const last = await allSealed()
    const rooms = async (options: Parameters<typeof follow>[1]) => {
      const client = await followNow('boss', options)
      return client.events.map(({ data }) => data.room)
    }
    expect(await rooms(since(first))).toEqual(['102', '103'])
    expect(await rooms({ query: `?lastEventId=${first}` })).toEqual(['102', '103'])
    expect(await rooms({ query: `?lastEventId=0`, ...since(last - 1) })).toEqual(['103'])
    expect(await rooms({ query: '?lastEventId=', ...since(first) })).toEqual(['102', '103'])
    expect(await rooms(since(last))).toEqual([])
    expect(await rooms({ headers: { 'last-event-id': '' } })).toEqual([])
  })

  it('begins now for a number that was never given', async () => {
    const now = await allSealed()
    const client = await followNow('boss', since(now + 1_000))
    expect(client.comments).toEqual([`caught up with ${now}`])
    await ask('101', '0700')
    await client.until(() => client.events.length === 1)
    expect(client.events[0]?.id).toBe(now + 1)
  })

  it.each(['abc', '-1', '1.5', '1e3', '9'.repeat(16)])('refuses the Last-Event-ID %s', async (id) => {
    const answer = await hotel.request('boss', 'GET', '/rest/events', undefined, since(id).headers)
    expect([answer.status, answer.json.error]).toEqual([400, 1])
  })

  it.each(['lastEventId=abc', 'lastEventId=-1', 'since=1'])('refuses ?%s', async (query) => {
    const answer = await hotel.request('boss', 'GET', `/rest/events?${query}`)
    expect([answer.status, answer.json.error]).toEqual([400, 1])
  })

  it('is asked for with HEAD without being opened', async () => {
    const answer = await hotel.request('boss', 'HEAD', '/rest/events')
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
      200,
      'text/event-stream',
      '',
    ])
  })

  it('says that it is still there, every 15 seconds', async () => {
    const client = await followNow()
    const beats = () => client.comments.filter((comment) => comment === 'still here').length
    hotel.clock.advance(seconds(14))
    await ask('101', '0700')
    await client.until(() => client.events.length === 1)
    expect(beats()).toBe(0)
    hotel.clock.advance(seconds(14))
    expect(beats()).toBe(0)
    hotel.clock.advance(seconds(1))
    await client.until(() => beats() === 1)
    hotel.clock.advance(seconds(15))
    await client.until(() => beats() === 2)
  })

  it('says both as events too, for clients that are shown no comments', async () => {
    const client = await followNow()
    const now = await allSealed()
    expect(client.signs).toEqual([{ id: now, event: 'caught-up', data: { seal: now } }])
    hotel.clock.advance(seconds(15))
    await client.until(() => client.signs.length === 2)
    expect(client.signs[1]).toMatchObject({ event: 'still-here', data: {} })
  })

  it('names the call as the lists have it: of a day of a series, the series', async () => {
    const client = await followNow()
    const { id } = (
      await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0700', daily: true })
    ).json
    const { occurrence } = (await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).json
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    const single = (await ask('102', '0700')).json.id
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${single}`)
    await client.until(() => client.events.length === 4)
    expect(client.events.map(({ event, data }) => [event, data.wakeup, data.call])).toEqual([
      ['wakeup.created', id, id],
      ['wakeup.overwritten', occurrence, id],
      ['wakeup.created', single, single],
      ['wakeup.deleted', single, single],
    ])
    const again = await followNow('boss', since((client.events[0]?.id ?? 0) - 1))
    expect(again.events).toEqual(client.events)
  })

  it('goes on from where a list was true: what the list lacks is told', async () => {
    await ask('101', '0600')
    await allSealed()
    const list = await hotel.request('guest', 'GET', '/rest/wakeup/list')
    expect(list.headers['reveille-seal']).toBe(String(await head()))
    await ask('102', '0600')
    const client = await follow('guest', since(list.headers['reveille-seal'] ?? ''))
    await client.until(() => client.events.length === 1)
    expect(client.events[0]?.data.room).toBe('102')
  })

  it('says so also while only things happen that the account may not see', async () => {
    const client = await followNow('guest')
    for (let n = 0; n < 3; n++) {
      hotel.clock.advance(seconds(5))
      await write(row('hidden', { kind: 'user.changed' }))
      await allSealed()
    }
    await client.until(() => client.comments.includes('still here'))
    expect(client.events).toEqual([])
  })

  describe('shows each account', () => {
    const KINDS = [
      'wakeup.answered',
      'alarm.raised',
      'room.status.changed',
      'inventory.charged',
      'guest.checked-in',
      'site.changed',
      'log.purged',
      'user.changed',
    ]
    const OPEN = KINDS.slice(0, 3)
    /** Told to everybody, to those who may not read the log without a word of what it is. */
    const BARE = ['guest.checked-in', 'site.changed']

    it.each([
      ['guest', [...OPEN, ...BARE]],
      ['maid', [...OPEN, 'inventory.charged', ...BARE]],
      ['desk', [...OPEN, ...BARE]],
      ['boss', KINDS],
    ])('what it may see: %s', async (user, kinds) => {
      const client = await followNow(user)
      await write(...KINDS.map((kind) => row('one', { kind })), row('last'))
      await client.until(() => client.events.at(-1)?.data.text === 'last')
      expect(client.events.map(({ event }) => event)).toEqual([...kinds, 'wakeup.created'])
    })

    it('that something it shows has changed, and not what or by whom', async () => {
      const [guest, desk, tenant] = [
        await followNow('guest'),
        await followNow('desk'),
        await followNow('nymaid'),
      ]
      await write(
        row('Miller has moved', { kind: 'guest.moved', detail: { name: 'Miller', from: '102' } }),
        row('Cola costs more', { kind: 'item.changed', room: '', detail: { key: '10', fields: ['price'] } }),
        row('A room more', { kind: 'mailbox.added', room: '', detail: { key: '777' } }),
        row('last', { tenant: NEW_YORK }),
        row('last'),
      )
      const until = (client: EventClient) => client.until(() => client.events.at(-1)?.data.text === 'last')
      await Promise.all([guest, desk, tenant].map(until))
      const seen = (client: EventClient) =>
        client.events
          .filter(({ data }) => data.text !== 'last')
          .map(({ event, data }) => [event, data.room, data.actor, data.text, data.detail])
      expect(seen(guest)).toEqual([
        ['guest.moved', '101', '', '', { from: '102' }],
        ['item.changed', '', '', '', { key: '10' }],
        ['mailbox.added', '', '', '', { key: '777' }],
      ])
      expect(seen(desk)[0]).toEqual([
        'guest.moved',
        '101',
        'desk',
        'Miller has moved',
        { name: 'Miller', from: '102' },
      ])
      // What all share concerns a tenant as well; the rooms and guests of others do not.
      expect(seen(tenant)).toEqual([['item.changed', '', '', '', { key: '10' }]])
    })

    it('only the kinds, or the nouns, that it asks for', async () => {
      const kinds = ['wakeup.settled', 'wakeup.progress', 'alarm.raised', 'alarm.over', 'room.status.changed']
      const told = async (query: string) => {
        const client = await followNow('boss', { query })
        await write(...kinds.map((kind) => row('one', { kind })), row('last', { kind: 'wakeup.settled' }))
        await client.until(() => client.events.at(-1)?.data.text === 'last')
        return client.events.slice(0, -1).map(({ event }) => event)
      }
      expect(await told('?kinds=wakeup')).toEqual(['wakeup.settled', 'wakeup.progress'])
      expect(await told('?kinds=wakeup.settled,alarm')).toEqual([
        'wakeup.settled',
        'alarm.raised',
        'alarm.over',
      ])
      expect(await told('?kinds=wakeup.settled,room.status')).toEqual([
        'wakeup.settled',
        'room.status.changed',
      ])
      expect(await told('?kinds=')).toEqual(kinds)
    })

    it('what happens in its tenant, or in the one that it names', async () => {
      const rows = ['', NEW_YORK, EAST].map((tenant) => row(tenant, { tenant }))
      const start = await allSealed()
      await write(...rows)
      await allSealed()
      const tenants = async (user: string, query = '') => {
        const client = await followNow(user, { query, ...since(start) })
        return client.events.map(({ data }) => data.text)
      }
      expect(await tenants('boss')).toEqual(['', NEW_YORK, EAST])
      expect(await tenants('nymaid')).toEqual([NEW_YORK])
      expect(await tenants('guest', `?tenant=${EAST}`)).toEqual([EAST])
      expect((await follow('nymaid', { query: `?tenant=${EAST}` })).status).toBe(404)
    })

    it('and nothing to those without credentials', async () => {
      expect((await hotel.request(null, 'GET', '/rest/events')).status).toBe(401)
    })
  })

  it('can be open 200 times for an account, and no oftener', async () => {
    const open = await Promise.all(Array.from({ length: 200 }, () => followNow('guest')))
    expect((await hotel.request('desk', 'GET', '/rest/system')).json.streams).toBe(200)
    const refused = await follow('guest')
    expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, '15'])
    expect((await followNow('desk')).status).toBe(200)
    open[3]?.hangUp()
    await vi.waitFor(async () => expect((await follow('guest')).status).toBe(200), PATIENCE)
  })

  it('ends when the account is changed', async () => {
    const [guest, desk] = [await followNow('guest'), await followNow('desk')]
    await hotel.request('boss', 'PUT', '/rest/config/user/guest', { disabled: true })
    expect(await guest.over).toBe('end')
    expect((await follow('guest')).status).toBe(401)
    await ask('101', '0700')
    await desk.until(() => desk.events.length > 0)
  })

  it('ends at once when the hotel closes', async () => {
    const open = await Promise.all([followNow(), followNow('guest'), follow('boss', since(0))])
    await hotel.close()
    expect(await Promise.all(open.map((client) => client.over))).toEqual(['end', 'end', 'end'])
  })

  it('breaks off when the database fails, and can be taken up again where it was', async () => {
    await write(row('one'))
    await allSealed()
    const { seals } = hotel.app.database.read
    for (let n = 0; n < 3; n++) {
      vi.spyOn(seals, 'last').mockRejectedValueOnce(new Error('away'))
      const broken = follow('boss', since(0))
      await expect(broken.then((client) => client.until(() => client.isCaughtUp))).rejects.toThrow()
    }
    const client = await followNow('boss', since(0))
    expect(client.events.at(-1)?.data.text).toBe('one')
  })

  it('is cut off for a client that takes nothing, and does not pile up for it', async () => {
    const connected = once(hotel.http.app.server, 'connection') as Promise<[Socket]>
    const client = await followNow()
    const [socket] = await connected
    client.response.pause()
    const text = 'x'.repeat(10_000)
    for (let n = 0; n < 30; n++) {
      await write(...Array.from({ length: 100 }, () => row(text)))
      await allSealed()
    }
    await vi.waitFor(() => expect(socket.writableNeedDrain).toBe(true), PATIENCE)
    expect(socket.writableLength).toBeLessThan(3_000_000)
    hotel.clock.advance(seconds(29))
    expect(socket.destroyed).toBe(false)
    hotel.clock.advance(seconds(1))
    expect(socket.destroyed).toBe(true)
    client.response.resume()
    expect(await client.over).toBe('cut')
    const again = await follow('boss', since(client.lastId ?? 0))
    await again.until(() => again.isCaughtUp)
    const ids = [...client.events, ...again.events].map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, at) => (ids[0] ?? 0) + at))
    expect(ids.at(-1)).toBe(await head())
  })
})

const { newDatabase } = useDatabases()

describe.each(['SQLite', 'PostgreSQL'])('on %s, while a thousand things happen at once', (name) => {
  beforeEach(async () => {
    hotel = await openHotel({ databaseUrl: name === 'SQLite' ? null : await newDatabase() })
    await hotel.open()
    await allSealed()
  })
  afterEach(() => hotel.close())

  const ROWS = 1_000
  const writeAll = async (tenantOf: (n: number) => string) => {
    const writers = Array.from({ length: 10 }, async (_, writer) => {
      for (let n = writer; n < ROWS; n += 10) await write(row(`row ${n}`, { tenant: tenantOf(n) }))
    })
    await Promise.all(writers)
  }

  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

  it('one who stays hears of each once, in order', async () => {
    const start = await allSealed()
    const client = await followNow()
    await writeAll(() => '')
    await client.until(() => client.events.length === ROWS)
    expect(client.events.map(({ id }) => id)).toEqual(idsFrom(start + 1, ROWS))
    expect(new Set(client.events.map(({ data }) => data.text)).size).toBe(ROWS)
  })

  it('one who is cut off again and again hears of each once, in order', async () => {
    const start = await allSealed()
    const heard: EventClient['events'] = []
    let connections = 0
    const listen = async () => {
      while (heard.length < ROWS) {
        const after = heard.at(-1)?.id ?? start
        const client = await follow('boss', since(after))
        const wanted = Math.min(37 + (connections % 5) * 20, ROWS - heard.length)
        await client.until(() => client.events.length >= wanted)
        client.hangUp()
        heard.push(...client.events)
        connections++
      }
    }
    await Promise.all([listen(), writeAll(() => '')])
    expect(connections).toBeGreaterThan(5)
    expect(heard.map(({ id }) => id)).toEqual(idsFrom(start + 1, ROWS))
    expect(new Set(heard.map(({ data }) => data.text)).size).toBe(ROWS)
  })

  it('one of a tenant hears of all of its own and of nothing else', async () => {
    const client = await followNow('nymaid')
    const late = await allSealed()
    await writeAll((n) => (n % 3 === 0 ? NEW_YORK : n % 3 === 1 ? EAST : ''))
    const own = Array.from({ length: ROWS }, (_, n) => n).filter((n) => n % 3 === 0)
    await client.until(() => client.events.length === own.length)
    const texts = (one: EventClient) => one.events.map(({ data }) => data.text)
    expect(client.events).toHaveLength(own.length)
    expect(new Set(texts(client))).toEqual(new Set(own.map((n) => `row ${n}`)))
    const again = await followNow('nymaid', since(late))
    expect(again.events).toEqual(client.events)
  })
})
