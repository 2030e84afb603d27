import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Hotel, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

const { newDatabase } = useDatabases()

/** What only shows when many ask at once, on each database. */
describe.each(['SQLite', 'PostgreSQL'])('a busy hotel on %s', (name) => {
  let hotel: Hotel
  beforeAll(async () => {
    hotel = await openHotel({ databaseUrl: name === 'SQLite' ? null : await newDatabase() })
  })
  afterAll(() => hotel.close())

  const get = async (url: string) => (await hotel.request('boss', 'GET', url)).json
  const atOnce = (count: number, ask: (index: number) => ReturnType<Hotel['request']>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

  it('stores one call when the same one is asked for many times at once', async () => {
    const answers = await atOnce(16, (index) =>
      // Two orders of the same rooms must not wait for each other.
      hotel.request('desk', 'POST', '/rest/wakeup', {
        room: index % 2 ? '101,102' : '102,101',
        time: '0700',
      }),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 16 }, () => 201))
    expect((await get('/rest/wakeup/list/pending')).pending).toHaveLength(2)
  })

  it('restores a deleted call once when many do so at once, and tells the others', async () => {
    const call = { room: '107', time: '0515', daily: true }
    const { id } = (await hotel.request('desk', 'POST', '/rest/wakeup', call)).json
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    const answers = await atOnce(8, () => hotel.request('desk', 'POST', `/rest/wakeup/${id}/restore`))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
    const seen = await get(`/rest/wakeup/list?id=${id}`)
    expect(seen.wakeups).toMatchObject([{ id, room: '107', askedBy: 'desk' }])
    const ahead = await get('/rest/wakeup/forecast?start=202611150515&end=202611160516')
    expect(ahead.minutes.filter(({ minute }: { minute: string }) => minute.includes('T05:15'))).toMatchObject(
      [{ due: 1 }, { due: 1 }],
    )
    const previewed = (await hotel.request('desk', 'POST', '/rest/wakeup/preview', call)).json
    expect(previewed.calls).toMatchObject([{ existing: { id, askedBy: 'desk' }, others: [] }])
  })

  it('adds a thing once when many add it at once, and tells the others', async () => {
    const item = { id: '77', description: 'Gin', category: '1', price: '9' }
    const answers = await atOnce(8, () => hotel.request('boss', 'POST', '/rest/isi/item', item))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
  })

  it('takes many charges at once, each for every connector, numbered without a gap', async () => {
    await atOnce(40, () =>
      hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity: 1, room: '101' }),
    )
    const rows = await hotel.app.database.read.deliveries.page({
      scope: null,
      destination: 'bar',
      limit: 100,
    })
    expect(rows.map((row) => row.sequence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    )
    expect((await get('/rest/report/inventory')).totals).toMatchObject({
      charges: 40,
      quantity: 40,
      total: '128.00',
    })
  })

  it('does a request once when it is sent many times with one Idempotency-Key', async () => {
    const send = () =>
      hotel.request(
        'maid',
        'POST',
        '/rest/isi/charge',
        { id: '10', quantity: 1, room: '102' },
        { 'idempotency-key': 'k1' },
      )
    const answers = await atOnce(8, send)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
    expect((await send()).status).toBe(200)
    expect((await get('/rest/log?kind=inventory.charged&room=102')).log).toHaveLength(1)
  })

  it('takes a charge back once when many take it back or correct it at once', async () => {
    const charge = { id: '10', quantity: 2, room: '106' }
    const { headers } = await hotel.request('maid', 'POST', '/rest/isi/charge', charge)
    const url = `/rest/isi/charge/${headers['reveille-charge']}`
    const answers = await atOnce(12, (index) =>
      index % 2
        ? hotel.request('boss', 'POST', `${url}/void`, { reason: 'Wrong room' })
        : hotel.request('boss', 'POST', `${url}/correct`, { quantity: 1, reason: 'One was there' }),
    )
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
    expect((await get('/rest/log?kind=inventory.voided&room=106')).log).toHaveLength(1)
  })

  it('takes baskets and takes them back at once, in any order of connectors, without a standstill', async () => {
    const items = JSON.stringify([
      { id: '10', quantity: 1 },
      { id: '11', quantity: 1 },
    ])
    const answers = await atOnce(12, async () => {
      const { json } = await hotel.request('maid', 'POST', '/rest/isi/basket', { items, room: '107' })
      const [first] = json.charges
      return hotel.request('boss', 'POST', `/rest/isi/charge/${first}/void`, { reason: 'Too many' })
    })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { charges } = await get('/rest/isi/charge?room=107')
    expect(charges).toHaveLength(36)
  })

  it('moves a call once when it is moved many times at once', async () => {
    const ask = { room: '103', time: '0700' }
    const { id } = (await hotel.request('desk', 'POST', '/rest/wakeup', ask)).json
    const answers = await atOnce(8, (index) =>
      hotel.request('desk', 'POST', `/rest/wakeup/${id}/reschedule`, { time: `073${index}` }),
    )
    const done = answers.filter(({ status }) => status === 201)
    expect(done).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7)
    expect((await get('/rest/wakeup/list/pending?room=103')).pending).toMatchObject([
      { id: done[0]?.json.id },
    ])
  })

  it('leaves out a day once when it is left out many times at once', async () => {
    const ask = { room: '104', time: '0700', daily: true }
    const { id } = (await hotel.request('desk', 'POST', '/rest/wakeup', ask)).json
    for (const date of ['20261115', '20261118'])
      await atOnce(8, () => hotel.request('desk', 'POST', `/rest/wakeup/${id}/skip`, { date }))
    expect(await get(`/rest/wakeup/${id}`)).toMatchObject({
      scheduled: '2026-11-16T07:00:00+01:00',
      skipped: '20261115,20261118',
    })
    expect((await get('/rest/log?kind=wakeup.skipped')).log).toHaveLength(2)
  })

  it('walks a long list page by page, each call exactly once', async () => {
    await atOnce(30, (index) =>
      hotel.request('desk', 'POST', '/rest/wakeup', { room: '105', time: String(1000 + index) }),
    )
    const seen: string[] = []
    let url: string | undefined = '/rest/wakeup/list/pending?room=105&limit=7'
    while (url !== undefined) {
      const answer = await hotel.request('boss', 'GET', url)
      seen.push(...answer.json.pending.map((call: { id: string }) => call.id))
      url = /<(.*)>; rel="next"/.exec(answer.headers.link ?? '')?.[1]
    }
    expect(seen).toHaveLength(30)
    expect(new Set(seen).size).toBe(30)
  })
})
