import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

interface Change {
  readonly room: string
  readonly id: string
  readonly at?: string
}

const report = (changes: readonly Change[], headers: Record<string, string> = {}) =>
  hotel.request('maid', 'POST', '/rest/rsi/changes', { changes: JSON.stringify(changes) }, headers)
const statusOf = async (room: string) => (await hotel.request('maid', 'GET', `/rest/rsi/room/${room}`)).json
const rows = async () => (await hotel.request('boss', 'GET', '/rest/log?kind=room.status.changed')).json.log
const pushed = async () => (await hotel.request('boss', 'GET', '/rest/delivery')).json.deliveries

describe('a floor is reported at once', () => {
  it('with one answer that tells what was reported of each room before', async () => {
    await hotel.request('desk', 'POST', '/rest/rsi/change', { id: '001', room: '101' })
    const answer = await report([
      { room: '101', id: '1' },
      { room: '102', id: '1' },
      { room: '101', id: '001' },
    ])
    expect(answer.status).toBe(200)
    const before = {
      id: '001',
      description: 'Maintenance',
      changed: '2026-11-14T20:00:00+01:00',
      user: 'desk',
    }
    expect(answer.json).toEqual({
      error: 0,
      description: '3 reports taken',
      changes: [
        { room: '101', tenant: '', id: '1', result: 'changed', previous: before },
        { room: '102', tenant: '', id: '1', result: 'changed', previous: null },
        {
          room: '101',
          tenant: '',
          id: '001',
          result: 'changed',
          previous: { ...before, id: '1', description: 'Clean', user: 'maid' },
        },
      ],
    })
    expect(await statusOf('101')).toMatchObject({ status: { id: '001' }, user: 'maid' })
    expect(await statusOf('102')).toMatchObject({ status: { id: '1' } })
  })

  it('and what was reported of the wrong room first of all is taken back: it has no status again', async () => {
    await report([{ room: '101', id: '1' }])
    hotel.clock.advance(seconds(4))
    const answer = await report([
      { room: '101', id: '' },
      { room: '102', id: '' },
    ])
    expect(answer.json.changes).toMatchObject([
      { room: '101', id: '', result: 'changed', previous: { id: '1' } },
      { room: '102', id: '', result: 'changed', previous: null },
    ])
    expect((await hotel.request('maid', 'GET', '/rest/rsi/room/101')).status).toBe(404)
    expect((await hotel.request('maid', 'GET', '/rest/room/101')).json.status).toBeNull()
    const [, taken] = await rows()
    expect(taken).toMatchObject({
      room: '101',
      text: 'Room status taken back',
      detail: { status: { id: '', description: '' }, previous: { id: '1' } },
    })
    await report([{ room: '101', id: '001' }])
    expect((await rows()).at(-1).detail.previous).toBeNull()
  })

  it('and each room has its row in the log and is pushed, as if it were reported alone', async () => {
    await report([
      { room: '101', id: '1' },
      { room: '102', id: '1' },
    ])
    await hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: '103' })
    const [first, second, alone] = await rows()
    expect(first).toMatchObject({ room: '101', actor: 'maid', text: 'Room status set to Clean' })
    expect({ ...second, id: alone.id, room: '103', detail: { ...second.detail, room: '103' } }).toEqual(alone)
    expect((await pushed()).map((one: { room: string }) => one.room)).toEqual(['101', '102', '103'])
  })

  it.each([
    ['a room', { room: '999', id: '1' }, 404, 'Room 999'],
    ['a status', { room: '102', id: '404' }, 404, 'Status 404'],
    ['a moment', { room: '102', id: '1', at: 'this morning' }, 400, 'ISO 8601'],
  ])('or not at all, where %s is wrong', async (_, wrong, status, words) => {
    const answer = await report([{ room: '101', id: '1' }, wrong])
    expect(answer.status).toBe(status)
    expect(answer.json.description).toContain(words)
    expect(await rows()).toEqual([])
    expect(await pushed()).toEqual([])
  })

  it('once, however often it is sent under its key', async () => {
    const send = () => report([{ room: '101', id: '1' }], { 'idempotency-key': 'floor 1' })
    const first = await send()
    hotel.clock.advance(minutes(1))
    expect((await send()).json).toEqual(first.json)
    expect(await rows()).toHaveLength(1)
  })

  it('of 500 rooms at most', async () => {
    const many = Array.from({ length: 501 }, () => ({ room: '101', id: '1' }))
    expect((await report(many)).status).toBe(400)
    expect((await report([])).status).toBe(400)
  })
})

describe('what was reported without a connection', () => {
  it('counts from the moment it was reported, and the log says so', async () => {
    hotel.clock.advance(hours(1))
    await report([{ room: '101', id: '1', at: '2026-11-14T19:30:00Z' }])
    expect(await statusOf('101')).toMatchObject({ changed: '2026-11-14T20:30:00+01:00' })
    expect(await rows()).toMatchObject([
      { at: '2026-11-14T21:00:00+01:00', detail: { reported: '2026-11-14T20:30:00+01:00' } },
    ])
  })

  it('changes nothing where somebody reported later, says so, and tells nobody', async () => {
    hotel.clock.advance(minutes(30))
    await hotel.request('desk', 'POST', '/rest/rsi/change', { id: '001', room: '101' })
    hotel.clock.advance(minutes(30))
    const answer = await report([
      { room: '101', id: '1', at: '2026-11-14T20:10:00+01:00' },
      { room: '102', id: '1', at: '2026-11-14T20:10:00+01:00' },
    ])
    expect(answer.json).toMatchObject({
      description: '1 report taken; 1 older than what was reported since',
      changes: [
        { room: '101', result: 'older', previous: { id: '001', user: 'desk' } },
        { room: '102', result: 'changed', previous: null },
      ],
    })
    expect(await statusOf('101')).toMatchObject({ status: { id: '001' }, user: 'desk' })
    expect(await rows()).toHaveLength(2)
    expect(await pushed()).toHaveLength(2)
  })

  it('within the same second as the last counts as later', async () => {
    hotel.clock.advance(seconds(10) + 900)
    await hotel.request('desk', 'POST', '/rest/rsi/change', { id: '001', room: '101' })
    hotel.clock.advance(minutes(1))
    const answer = await report([{ room: '101', id: '1', at: '2026-11-14T20:00:10+01:00' }])
    expect(answer.json.changes).toMatchObject([{ result: 'changed' }])
  })

  it('is taken for a day, and from a clock that goes a little ahead', async () => {
    const at = (moment: string) => report([{ room: '101', id: '1', at: moment }])
    expect((await at('2026-11-13T19:59:59+01:00')).json.description).toContain('24 hours')
    expect((await at('2026-11-14T20:05:01+01:00')).json.description).toContain('future')
    expect((await at('2026-11-13T20:00:00+01:00')).status).toBe(200)
    expect((await at('2026-11-14T20:05:00+01:00')).status).toBe(200)
    expect(await statusOf('101')).toMatchObject({ changed: '2026-11-14T20:00:00+01:00' })
  })
})
