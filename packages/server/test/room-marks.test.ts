import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours, minutes } from '../src/kernel/clock.ts'
import { NEW_YORK, type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const put = (mark: string, fields: Record<string, string> = {}, room = '101') =>
  hotel.request('guest', 'PUT', `/rest/room/${room}/mark/${mark}`, fields)
const clear = (mark: string) => hotel.request('guest', 'DELETE', `/rest/room/101/mark/${mark}`)
const marks = async (room = '101') => (await hotel.request('guest', 'GET', `/rest/room/${room}`)).json.marks
const rows = async (): Promise<{ kind: string; room: string; text: string; detail: object }[]> =>
  (await hotel.request('boss', 'GET', '/rest/log?kind=room')).json.log
const kinds = async () => (await rows()).map(({ kind, room }) => `${kind} ${room}`)
const desk = (url: string, fields: Record<string, string> = {}) =>
  hotel.request('desk', 'POST', `/rest/mailbox/${url}`, fields)

describe('a room is marked', () => {
  it('by anybody, with who, since when and why, and the log tells of it', async () => {
    expect((await put('dnd', { until: '2026-11-15T12:00', note: 'Sleeps in' })).status).toBe(200)
    await put('priority')
    const until = '2026-11-15T12:00:00+01:00'
    const by = { since: '2026-11-14T20:00:00+01:00', user: 'guest' }
    const both = [
      { mark: 'dnd', ...by, until, note: 'Sleeps in' },
      { mark: 'priority', ...by, until: null, note: '' },
    ]
    expect(await marks()).toEqual(both)
    const { rooms } = (await hotel.request('guest', 'GET', '/rest/room')).json
    expect(rooms.find((one: { number: string }) => one.number === '101').marks).toEqual(both)
    expect(await rows()).toMatchObject([
      { kind: 'room.mark.set', text: `Do not disturb until ${until}`, detail: { mark: 'dnd', until } },
      { kind: 'room.mark.set', text: 'To be done first', detail: { mark: 'priority', until: null } },
    ])
  })

  it('anew in the place of the same mark', async () => {
    await put('dnd', { until: '2026-11-15T12:00' })
    hotel.clock.advance(minutes(5))
    await put('dnd', { note: 'All day' })
    expect(await marks()).toMatchObject([
      { until: null, note: 'All day', since: '2026-11-14T20:05:00+01:00' },
    ])
  })

  it('until somebody clears it', async () => {
    await put('refused')
    expect((await clear('refused')).status).toBe(200)
    expect(await marks()).toEqual([])
    expect((await clear('refused')).status).toBe(404)
    expect(await kinds()).toEqual(['room.mark.set 101', 'room.mark.cleared 101'])
  })

  it('until its time has passed: then nobody can clear it, and the log tells of no other end', async () => {
    await put('dnd', { until: '2026-11-14T21:00' })
    hotel.clock.advance(hours(1) - 1)
    expect(await marks()).toHaveLength(1)
    hotel.clock.advance(1)
    expect(await marks()).toEqual([])
    expect((await clear('dnd')).status).toBe(404)
    await desk('101/checkin')
    await desk('101/checkout')
    expect(await kinds()).toEqual(['room.mark.set 101'])
  })

  it.each([
    ['dnd', { until: '2026-11-14T20:00' }, 422],
    ['dnd', { until: 'noon' }, 400],
    ['dnd', { note: 'x'.repeat(201) }, 400],
    ['asleep', {}, 400],
  ])('not with %s %j', async (mark, fields, status) => {
    expect((await put(mark, fields)).status).toBe(status)
    expect(await marks()).toEqual([])
  })

  it('of its own tenant only', async () => {
    expect((await put('dnd', {}, '999')).status).toBe(404)
    const abroad = await hotel.request('nymaid', 'PUT', '/rest/room/101/mark/dnd', {})
    expect(abroad.status).toBe(404)
    expect((await hotel.request('nymaid', 'PUT', '/rest/room/500/mark/dnd', {})).status).toBe(200)
    expect((await hotel.request('boss', 'GET', `/rest/room/500?tenant=${NEW_YORK}`)).json.marks).toHaveLength(
      1,
    )
  })
})

describe('when a room is left, its marks are over', () => {
  beforeEach(async () => {
    await desk('101/checkin', { name: 'Ms Keller' })
    await put('dnd')
    await put('dnd', {}, '102')
  })

  it('by a check-out', async () => {
    await desk('101/checkout')
    expect(await marks()).toEqual([])
    expect(await marks('102')).toHaveLength(1)
    expect((await rows()).at(-1)).toMatchObject({
      kind: 'room.mark.cleared',
      room: '101',
      detail: { left: true },
    })
  })

  it('by a move', async () => {
    await desk('101/move', { to: '103' })
    expect(await marks()).toEqual([])
    expect(await marks('103')).toEqual([])
  })
})

it('servers and property systems are told of no mark', async () => {
  await put('dnd')
  await clear('dnd')
  expect((await hotel.request('boss', 'GET', '/rest/delivery')).json.deliveries).toEqual([])
})
