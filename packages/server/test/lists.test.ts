import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days } from '../src/kernel/clock.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

const USERS = [
  ...(SITE.users ?? []),
  { username: 'duty', password: 'duty-pw', permissions: ['review' as const] },
]

const { newDatabase } = useDatabases()

describe.each(['SQLite', 'PostgreSQL'])('long lists, on %s', (database) => {
  let hotel: Hotel
  let wakeup = ''
  beforeAll(async () => {
    const databaseUrl = database === 'SQLite' ? null : await newDatabase()
    hotel = await openHotel({ databaseUrl, site: { ...SITE, users: USERS } })
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Okafor' })
    await charge('101', 1)
    hotel.clock.advance(days(31))
    for (const quantity of [2, 3]) await charge('102', quantity)
    await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity: 1, room: '103' })
    wakeup = (await hotel.request('desk', 'POST', '/rest/wakeup', { room: '104', time: '0630' })).json.id
    await hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: '101' })
  })
  afterAll(() => hotel.close())

  const charge = (room: string, quantity: number) =>
    hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity, room })
  const read = (url: string, user = 'boss') => hotel.request(user, 'GET', url)
  const kinds = async (query: string, user?: string) =>
    (await read(`/rest/log?${query}`, user)).json.log.map(({ kind }: { kind: string }) => kind)

  /** Every page, by the links. */
  async function walk(url: string, list: string): Promise<{ id: number | string; at: string }[]> {
    const { json, headers } = await read(url)
    const next = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1]
    return next === undefined ? json[list] : [...json[list], ...(await walk(next, list))]
  }

  it.each([
    ['/rest/log', 'log'],
    ['/rest/delivery', 'deliveries'],
  ])('%s is read from its end as from its beginning, page by page', async (url, list) => {
    const forwards = await walk(`${url}?limit=2`, list)
    const backwards = await walk(`${url}?limit=2&order=desc`, list)
    expect(forwards.length).toBeGreaterThan(4)
    expect(backwards.map(({ id }) => id)).toEqual(forwards.map(({ id }) => id).toReversed())
  })

  it('show several kinds and nouns at once', async () => {
    expect(await kinds('kind=guest,room.status.changed')).toEqual(['guest.checked-in', 'room.status.changed'])
  })

  it('show what is about one call', async () => {
    expect(await kinds(`wakeup=${wakeup}`)).toEqual(['wakeup.created'])
    expect((await read(`/rest/delivery?wakeup=${wakeup}`)).json.deliveries).toEqual([])
    expect((await read(`/rest/alarm?wakeup=${wakeup}`)).json.alarms).toEqual([])
  })

  it('show several states at once', async () => {
    const counted = async (state: string) =>
      (await read(`/rest/delivery?state=${state}`)).json.deliveries.length
    expect(await counted('waiting,dead')).toBe(await counted('waiting'))
    expect(await counted('delivered,dead')).toBe(0)
    expect((await read('/rest/delivery?state=waiting,lost')).status).toBe(400)
    expect((await read('/rest/alarm?state=open,acknowledged')).json.alarms).toEqual([])
    expect((await read('/rest/alarm?state=shut')).status).toBe(400)
  })

  it('are looked through for words, 30 days back and no further', async () => {
    const found = async (query: string) =>
      (await read(`/rest/delivery?destination=bar&${query}`)).json.deliveries.map(
        ({ room, summary }: { room: string; summary: string }) => `${room} ${summary}`,
      )
    expect(await found('q=COLA')).toEqual(['102 2 × Cola 9.00', '102 3 × Cola 13.50'])
    expect(await found('q=cola+13&order=desc')).toEqual(['102 3 × Cola 13.50'])
    expect(await found('q=cola&end=20261115')).toEqual(['101 1 × Cola 4.50'])
    expect(await found('q=cola&start=20261101')).toHaveLength(2)
    expect(await kinds('q=CHECKED+guest&end=20261115')).toEqual(['guest.checked-in'])
    expect(await kinds('q=checked')).toEqual([])
  })

  it('are found page by page too', async () => {
    const all = await walk('/rest/log?q=o&order=desc&limit=1', 'log')
    expect(all.map(({ id }) => id)).toEqual(
      (await read('/rest/log?q=o')).json.log.map(({ id }: { id: number }) => id).toReversed(),
    )
    expect(all.length).toBeGreaterThan(2)
  })

  it('tell a reviewer nothing about a guest by looking for the name', async () => {
    expect(await kinds('q=okafor&end=20261115', 'duty')).toEqual([])
    expect((await read('/rest/delivery?q=okafor&end=20261115', 'duty')).json.deliveries).toEqual([])
    const [{ id }] = (await read('/rest/delivery?end=20261115', 'duty')).json.deliveries
    expect((await read(`/rest/delivery/${id}`, 'boss')).text).toContain('Okafor')
    expect((await read(`/rest/delivery/${id}`, 'duty')).text).not.toContain('Okafor')
  })

  it('tell of each message what it says, whose it is and of which charge', async () => {
    const [first] = (await read('/rest/delivery?room=103&destination=bar')).json.deliveries
    expect(first).toMatchObject({ purpose: 'charge', summary: '1 × Nuts 3.20', charge: expect.any(String) })
    const [status] = (await read('/rest/delivery?destination=housekeeping')).json.deliveries
    expect(status).toMatchObject({ purpose: 'room-status', summary: 'Clean', charge: null })
  })
})
