import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EAST, type Hotel, openHotel, SITE } from './hotel.ts'

const HOUSE = {
  ...SITE,
  mailboxes: [
    { range: '101-103', section: 'West' },
    { number: 'Garden', extension: '900', name: 'Garden suite', floor: 'G', vip: true },
    { number: '110', tenant: EAST },
  ],
  inventory: { ...SITE.inventory, rooms: ['101', { number: 'SPA', floor: '0', section: 'Wellness' }] },
}

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel({ site: HOUSE })
})
afterEach(() => hotel.close())

const get = async (user: string, url: string) => (await hotel.request(user, 'GET', url)).json
const room = (number: string, user = 'desk') => get(user, `/rest/room/${number}`)

describe('the board of rooms', () => {
  it('shows every room of the house, with a telephone or without, and where it lies', async () => {
    const { rooms } = await get('guest', '/rest/room')
    expect(rooms.map((one: { number: string }) => one.number)).toEqual([
      '101',
      '102',
      '103',
      '110',
      'Garden',
      'SPA',
    ])
    expect(rooms[0]).toEqual({
      number: '101',
      name: 'Room 101',
      tenant: '',
      floor: '1',
      section: 'West',
      extension: '101',
      vip: false,
      language: 'en',
      occupied: false,
      occupiedSince: null,
      status: null,
      marks: [],
      next: null,
      pending: 0,
    })
    expect(rooms[3]).toMatchObject({ tenant: EAST, floor: '1' })
    expect(rooms[4]).toMatchObject({ name: 'Garden suite', floor: 'G', vip: true })
    expect(rooms[5]).toMatchObject({ name: '', extension: '', floor: '0', section: 'Wellness' })
  })

  it('shows who stays in a room to the desk and administrators, and to others only that somebody does', async () => {
    const arrival = { name: 'Ms Keller', language: 'de', vip: 'true' }
    await hotel.request('desk', 'POST', '/rest/mailbox/102/checkin', arrival)
    const shown = { name: 'Ms Keller', language: 'de', vip: true, arrived: '2026-11-14T20:00:00+01:00' }
    for (const user of ['desk', 'boss'])
      expect(await room('102', user)).toMatchObject({ occupied: true, guests: [shown] })
    expect(await room('101')).toMatchObject({ occupied: false, guests: [] })
    for (const user of ['guest', 'maid']) {
      const seen = await room('102', user)
      // Since when it is occupied tells whether it was reported clean before they came.
      const since = '2026-11-14T20:00:00+01:00'
      expect(seen).toMatchObject({ occupied: true, occupiedSince: since, vip: true, language: 'de' })
      expect(seen).not.toHaveProperty('guests')
      expect(JSON.stringify(await get(user, '/rest/room'))).not.toContain('Keller')
    }
  })

  it('shows what was reported last, by whom, and what it means', async () => {
    await hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: 'SPA' })
    await hotel.request('maid', 'POST', '/rest/rsi/change', { id: '001', room: '101' })
    const reported = { changed: '2026-11-14T20:00:00+01:00', user: 'maid' }
    expect((await room('SPA')).status).toEqual({
      id: '1',
      description: 'Clean',
      condition: 'clean',
      ...reported,
    })
    expect((await room('101')).status).toEqual({ id: '001', description: 'Maintenance', ...reported })
  })

  it('shows how many calls a room waits for, and when it is rung next', async () => {
    const wake = (time: string) => hotel.request('desk', 'POST', '/rest/wakeup', { room: '102', time })
    await wake('0700')
    const { id } = (await wake('0630')).json
    const both = { pending: 2, next: '2026-11-15T06:30:00+01:00' }
    expect(await room('102')).toMatchObject(both)
    expect((await get('desk', '/rest/room')).rooms[1]).toMatchObject(both)

    await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    expect(await room('102')).toMatchObject({ pending: 1, next: '2026-11-15T07:00:00+01:00' })
    expect(await room('101')).toMatchObject({ pending: 0, next: null })
  })

  it('tells everybody how a room came to be as it is, and nobody who stays in it', async () => {
    const report = (id: string) => hotel.request('maid', 'POST', '/rest/rsi/change', { id, room: '101' })
    await report('1')
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ms Keller' })
    await hotel.request('desk', 'PUT', '/rest/room/101/mark/dnd', { note: 'Sleeps in' })
    await report('001')
    await hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: '102' })
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkout')
    const { history } = await get('guest', '/rest/room/101/history')
    expect(history).toMatchObject([
      { kind: 'room.mark.cleared', actor: 'desk', detail: { mark: 'dnd', left: true } },
      {
        kind: 'room.status.changed',
        actor: 'maid',
        detail: { status: { id: '001' }, previous: { id: '1' } },
      },
      { kind: 'room.mark.set', actor: 'desk', detail: { mark: 'dnd', note: 'Sleeps in' } },
      { kind: 'room.status.changed', actor: 'maid', room: '101', detail: { status: { id: '1' } } },
    ])
    expect(JSON.stringify(history)).not.toContain('Keller')
    expect((await hotel.request('guest', 'GET', '/rest/room/999/history')).status).toBe(404)
    expect((await hotel.request('nyboss', 'GET', '/rest/room/101/history')).status).toBe(404)
  })

  it('says of one room what the list says of it', async () => {
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Mr Ito' })
    await hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: '101' })
    await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0700', daily: true })
    for (const one of (await get('desk', '/rest/room')).rooms) expect(await room(one.number)).toEqual(one)
  })

  it('comes page by page, and to a tenant with its own rooms only', async () => {
    const first = await hotel.request('boss', 'GET', '/rest/room?limit=4')
    expect(first.json.rooms).toHaveLength(4)
    const next = /<(.*)>/.exec(first.headers['link'] ?? '')?.[1] ?? ''
    expect((await get('boss', next)).rooms).toMatchObject([{ number: 'Garden' }, { number: 'SPA' }])
    expect((await get('boss', `/rest/room?tenant=${EAST}`)).rooms).toMatchObject([{ number: '110' }])
    expect((await get('nyboss', '/rest/room')).rooms).toEqual([])
    expect((await hotel.request('nyboss', 'GET', '/rest/room/101')).status).toBe(404)
  })

  it('follows the administrator who says where a room lies', async () => {
    const put = (url: string, fields: Record<string, string>) =>
      hotel.request('boss', 'PUT', `/rest/config/${url}`, fields)
    await put('mailbox/101', { floor: 'First', section: 'Tower' })
    await put('room/SPA', { section: 'Pool' })
    expect(await room('101')).toMatchObject({ floor: 'First', section: 'Tower' })
    expect(await room('SPA')).toMatchObject({ floor: '0', section: 'Pool' })
    expect(await get('boss', '/rest/config/room/SPA')).toEqual({
      number: 'SPA',
      floor: '0',
      section: 'Pool',
      tenant: '',
    })
    await put('mailbox/101', { floor: '' })
    expect(await room('101')).toMatchObject({ floor: '1', section: 'Tower' })
  })

  it('asks which one is meant of a number that several tenants have', async () => {
    await hotel.request('boss', 'POST', '/rest/config/mailbox', { number: '101', tenant: EAST })
    expect((await hotel.request('boss', 'GET', '/rest/room/101')).status).toBe(409)
    expect(await get('boss', `/rest/room/101?tenant=${EAST}`)).toMatchObject({ tenant: EAST })
  })
})
