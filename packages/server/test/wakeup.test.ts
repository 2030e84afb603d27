import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours, minutes } from '../src/kernel/clock.ts'
import { EAST, type Hotel, NEW_YORK, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const create = (fields: Record<string, string | number | boolean>, user = 'desk', query = '') =>
  hotel.request(user, 'POST', `/rest/wakeup${query}`, fields)

async function listed(type: string, user = 'boss', query = ''): Promise<Record<string, unknown>[]> {
  const answer = await hotel.request(user, 'GET', `/rest/wakeup/list/${type}${query}`)
  expect(answer.status).toBe(200)
  return answer.json[type]
}

const log = async (kind: string) => (await hotel.request('boss', 'GET', `/rest/log?kind=${kind}`)).json.log

describe('asking for wakeup calls', () => {
  it('stores a call and shows it as pending', async () => {
    const answer = await create({ room: '101', datetime: '2026-11-15T07:00' })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      error: 0,
      description: 'Wakeup call created',
      id: answer.json.id,
      scheduled: '2026-11-15T07:00:00+01:00',
      warning: 'No telephone line is configured: nobody will be rung until there is one',
    })
    expect(answer.headers.location).toBe(`/rest/wakeup/${answer.json.id}`)
    expect(await listed('pending')).toMatchObject([
      { id: answer.json.id, room: '101', result: -1, status: 0, source: 1 },
    ])
  })

  it('warns of nothing once there is something to ring with', async () => {
    const phones = { telephony: { mode: 'virtual' } }
    expect(
      (
        await hotel.request('boss', 'PUT', '/rest/config/site', JSON.stringify(phones), {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(200)
    const { json } = await create({ room: '101', datetime: '2026-11-15T07:00' })
    expect(json).not.toHaveProperty('warning')
    const moved = await hotel.request('desk', 'POST', `/rest/wakeup/${json.id}/reschedule`, { time: '0800' })
    expect(moved.json).not.toHaveProperty('warning')
  })

  it('tells when a time that has passed is taken for tomorrow', async () => {
    const answer = await create({ room: '101', time: '0700' })
    expect(answer.json.description).toContain('tomorrow')
  })

  it('takes several rooms at once, in their order', async () => {
    const answer = await create({ room: '102, 101,0201', time: '0700' })
    expect(answer.status).toBe(201)
    expect(answer.headers.location).toBe('/rest/wakeup/list/pending')
    expect(answer.json.calls.map((call: { room: string }) => call.room)).toEqual(['102', '101', '0201'])
    expect(answer.json.id).toBe(answer.json.calls.map((call: { id: string }) => call.id).join(','))
  })

  it('creates nothing when one room of several does not exist', async () => {
    const answer = await create({ room: '101,999', time: '0700' })
    expect([answer.status, answer.json.error]).toEqual([404, 2])
    expect(await listed('pending')).toEqual([])
  })

  it('answers a duplicate with the call that exists, and a different repeat with a new one', async () => {
    const first = await create({ room: '101', datetime: '2026-11-15T07:00' })
    const again = await create({ room: '101', datetime: '2026-11-15T06:00:00Z' }, 'guest')
    const daily = await create({ room: '101', datetime: '2026-11-15T07:00', daily: true })
    expect(again.status).toBe(201)
    expect(again.json.id).toBe(first.json.id)
    expect(daily.json.id).not.toBe(first.json.id)
    expect(await listed('pending')).toHaveLength(2)
  })

  it('refuses a time in the past', async () => {
    const answer = await create({ room: '101', datetime: '2026-11-14T07:00' })
    expect([answer.status, answer.json.error]).toEqual([422, 8])
  })

  it('refuses a prompt that does not exist', async () => {
    const answer = await create({ room: '101', time: '0700', prompt: 7 })
    expect([answer.status, answer.json.error]).toEqual([404, 3])
  })

  it.each(['1', 'true'])('repeats daily for daily=%s', async (daily) => {
    const answer = await create({ room: '101', time: '0700', daily })
    const record = await hotel.request('desk', 'GET', `/rest/wakeup/${answer.json.id}`)
    expect(record.json.daily).toBe(true)
  })

  it.each(['0', 'false'])('does not repeat for daily=%s', async (daily) => {
    const answer = await create({ room: '101', time: '0700', daily })
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${answer.json.id}`)).json.daily).toBe(false)
  })

  it('names a mistyped field instead of missing the call', async () => {
    const answer = await create({ room: '101', time: '0700', dayly: '1' })
    expect([answer.status, answer.json.error]).toEqual([400, 1])
    expect(answer.json.description).toContain('dayly')
  })
})

describe("a tenant's own zone", () => {
  it("takes times of a tenant's rooms in the tenant's zone", async () => {
    const answer = await create({ room: '500', time: '0700' }, 'nyboss')
    expect(answer.json.scheduled).toBe('2026-11-15T07:00:00-05:00')
    const record = (await hotel.request('nyboss', 'GET', `/rest/wakeup/${answer.json.id}`)).json
    expect(record).toMatchObject({ tenant: NEW_YORK, scheduled: '2026-11-15T07:00:00-05:00' })
  })

  it('hides the calls and rooms of other tenants', async () => {
    const own = await create({ room: '101', time: '0700' })
    expect((await create({ room: '101', time: '0700' }, 'nyboss')).status).toBe(404)
    expect((await hotel.request('nyboss', 'GET', `/rest/wakeup/${own.json.id}`)).status).toBe(404)
    expect(await listed('pending', 'nyboss')).toEqual([])
  })

  it('asks which tenant is meant when a room number exists in several', async () => {
    const unclear = await create({ room: '110', time: '0700' })
    expect([unclear.status, unclear.json.error]).toEqual([409, 7])
    const east = await create({ room: '110', time: '0700' }, 'desk', `?tenant=${EAST}`)
    const siteId = (await listed('pending', 'boss', `?tenant=${EAST}`))[0]?.tenant
    expect([east.status, siteId]).toEqual([201, EAST])
  })

  it('moves pending wall-time calls when the zone of the site changes', async () => {
    const wall = await create({ room: '101', time: '0700' })
    const exact = await create({ room: '102', datetime: '2026-11-15T06:00:00Z' })
    expect(
      (await hotel.request('boss', 'PUT', '/rest/config/site', { timezone: 'Asia/Kathmandu' })).status,
    ).toBe(200)
    const scheduled = async (id: string) =>
      (await hotel.request('boss', 'GET', `/rest/wakeup/${id}`)).json.scheduled
    expect(await scheduled(wall.json.id)).toBe('2026-11-15T07:00:00+05:45')
    expect(Date.parse(await scheduled(exact.json.id))).toBe(Date.UTC(2026, 10, 15, 6))
  })
})

describe('an operator says how a call ended', () => {
  it('moves it to the list of its result, with the operator as actor', async () => {
    const { id } = (await create({ room: '101', time: '0700' }, 'guest')).json
    const answer = await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await listed('answered')).toMatchObject([{ id, result: 1, status: 2, actor: 'desk' }])
    expect(await listed('pending')).toEqual([])
  })

  it.each([2, 3, 4, 5, 6])('files result %i under failed', async (result) => {
    const { id } = (await create({ room: '101', time: '0700' })).json
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result })
    expect(await listed('failed')).toMatchObject([{ id, result }])
  })

  it('may overwrite the outcome again, and the log keeps why', async () => {
    const { id } = (await create({ room: '101', time: '0700' })).json
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 2 })
    await hotel.request('boss', 'PUT', `/rest/wakeup/${id}`, { result: 1, reason: 'knocked at the door' })
    expect(await listed('answered')).toMatchObject([{ id, actor: 'boss' }])
    expect((await log('wakeup.overwritten')).at(-1)).toMatchObject({
      actor: 'boss',
      wakeup: id,
      detail: { before: 'no-answer', outcome: 'complete', reason: 'knocked at the door' },
    })
  })

  it.each([0, 7, -1, 99])('refuses result %i', async (result) => {
    const { id } = (await create({ room: '101', time: '0700' })).json
    expect((await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result })).status).toBe(400)
  })

  it('refuses to change date, time or room', async () => {
    const { id } = (await create({ room: '101', time: '0700' })).json
    const answer = await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1, time: '0800' })
    expect([answer.status, answer.json.description.includes('time')]).toEqual([400, true])
  })

  it('takes several ids, all or none', async () => {
    const { id } = (await create({ room: '101,102', time: '0700' })).json
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await hotel.request('desk', 'PUT', `/rest/wakeup/${id},${unknown}`, { result: 1 })).status).toBe(
      404,
    )
    expect(await listed('answered')).toEqual([])
    expect((await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })).status).toBe(200)
    expect(await listed('answered')).toHaveLength(2)
  })

  it("settles today's occurrence of a daily call, and marking it twice does not skip tomorrow's", async () => {
    const { id } = (await create({ room: '101', time: '0700', daily: true })).json
    hotel.clock.advance(hours(11) + minutes(1))
    for (const result of [2, 1]) await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result })
    expect(await listed('pending')).toMatchObject([
      { id, scheduled: '2026-11-16T07:00:00+01:00', daily: true },
    ])
    const [occurrence, ...others] = await listed('answered')
    expect(others).toEqual([])
    expect(occurrence).toMatchObject({
      series: id,
      scheduled: '2026-11-15T07:00:00+01:00',
      daily: false,
      result: 1,
    })
    expect(occurrence?.id).not.toBe(id)
  })
})

describe('deleting a call', () => {
  it('takes it out of every list, and the log keeps it', async () => {
    const { id } = (await create({ room: '101', time: '0700' })).json
    const answer = await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '0'])
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).status).toBe(404)
    expect((await hotel.request('boss', 'GET', '/rest/wakeup/list')).json).toEqual({ wakeups: [] })
    expect(await log('wakeup.deleted')).toMatchObject([{ wakeup: id, room: '101', actor: 'desk' }])
  })

  it('ends a series, and its history stays', async () => {
    const { id } = (await create({ room: '101', time: '0700', daily: true })).json
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    expect(await listed('pending')).toEqual([])
    expect(await listed('answered')).toHaveLength(1)
  })

  it('is refused for a call that does not exist', async () => {
    const answer = await hotel.request('desk', 'DELETE', '/rest/wakeup/no-such-call')
    expect([answer.status, answer.json.error]).toEqual([404, 3])
  })
})

describe('the lists', () => {
  it("shows the hotel's current day, whatever became of the calls", async () => {
    const today = (await create({ room: '101', time: '2300' })).json.id
    await create({ room: '101', time: '0700' })
    await hotel.request('desk', 'PUT', `/rest/wakeup/${today}`, { result: 1 })
    expect(await listed('today')).toMatchObject([{ id: today, result: 1 }])
  })

  it('narrows by hotel time and room', async () => {
    await create({ room: '101,102', datetime: '2026-11-15T07:00' })
    await create({ room: '101', datetime: '2026-11-15T08:00' })
    expect(await listed('pending', 'boss', '?start=202611150700&end=202611150800')).toHaveLength(2)
    expect(await listed('pending', 'boss', '?room=101')).toHaveLength(2)
    expect(await listed('pending', 'boss', '?room=101&start=202611150701')).toMatchObject([
      { scheduled: '2026-11-15T08:00:00+01:00' },
    ])
  })
})
