import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { guest } from '../testing/records.ts'
import { EAST, type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const checkIn = async (room: string, fields: Record<string, string>) => {
  hotel.clock.advance(minutes(1))
  await hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, fields)
}
const list = async (query = '', user = 'desk') =>
  (await hotel.request(user, 'GET', `/rest/guest${query}`)).json.guests
const names = async (query = '') => (await list(query)).map((one: { name: string }) => one.name)
const idOf = async (name: string) => (await list(`?q=${name}`))[0].id
const put = async (name: string, fields: Record<string, string>) =>
  hotel.request('desk', 'PUT', `/rest/guest/${await idOf(name)}`, fields)
const leave = async (name: string) => hotel.request('desk', 'DELETE', `/rest/guest/${await idOf(name)}`)
const wake = (room: string) => hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0700' })
const room = async (number: string) => (await hotel.request('desk', 'GET', `/rest/room/${number}`)).json
const rows = async () => (await hotel.request('boss', 'GET', '/rest/log?kind=guest')).json.log

describe('the desk looks for guests', () => {
  beforeEach(async () => {
    await checkIn('102', { name: 'Mr Ito' })
    await checkIn('101', { name: 'Ms Keller', language: 'de', vip: 'true' })
    await checkIn('101', { name: 'Anna Keller' })
  })

  it('and sees them by room, sharers as they came', async () => {
    expect(await list()).toMatchObject([
      { room: '101', name: 'Ms Keller', language: 'de', vip: true, arrived: '2026-11-14T20:02:00+01:00' },
      {
        room: '101',
        name: 'Anna Keller',
        vip: false,
        system: '',
        reservation: '',
        departs: null,
        tenant: '',
      },
      { room: '102', name: 'Mr Ito' },
    ])
  })

  it('by words of names and rooms', async () => {
    expect(await names('?q=kell')).toEqual(['Ms Keller', 'Anna Keller'])
    expect(await names('?q=keller%20anna')).toEqual(['Anna Keller'])
    expect(await names('?q=102')).toEqual(['Mr Ito'])
    expect(await names('?q=nobody')).toEqual([])
    expect(await names('?room=101&q=ms')).toEqual(['Ms Keller'])
    expect(await names('?room=0101')).toEqual([])
  })

  it('of the own tenant only', async () => {
    expect(await list('', 'nyboss')).toEqual([])
    expect(await names(`?tenant=${EAST}`)).toEqual([])
    const id = await idOf('Ito')
    expect((await hotel.request('nyboss', 'PUT', `/rest/guest/${id}`, { name: 'X' })).status).toBe(404)
    expect((await hotel.request('nyboss', 'DELETE', `/rest/guest/${id}`)).status).toBe(404)
  })
})

describe('a guest is changed', () => {
  it('field by field, and the room is woken in their language', async () => {
    await checkIn('101', { name: 'Ms Keler', language: 'de' })
    expect((await put('Keler', { name: 'Ms Keller', vip: 'true' })).json).toEqual({
      error: 0,
      description: 'Changed',
      language: 'de',
    })
    expect(await list()).toMatchObject([{ name: 'Ms Keller', language: 'de', vip: true }])
    expect((await put('Keller', { language: 'fr' })).json).toMatchObject({ language: 'fr' })
    expect(await room('101')).toMatchObject({ language: 'fr', vip: true })
    expect((await rows()).at(-1)).toMatchObject({
      kind: 'guest.changed',
      room: '101',
      actor: 'desk',
      detail: { name: 'Ms Keller', language: 'fr', vip: true },
    })
  })

  it('also to a language that no announcements are in', async () => {
    await checkIn('101', { name: 'Mr Ito' })
    expect((await put('Ito', { language: 'ja' })).json).toMatchObject({
      description: 'Changed; there are no announcements in ja, so the room is woken in en',
      language: 'en',
    })
  })
})

describe('one of several leaves', () => {
  it('and the others keep room, marks and calls', async () => {
    await checkIn('101', { name: 'Ms Keller', vip: 'true' })
    await checkIn('101', { name: 'Anna' })
    await wake('101')
    await hotel.request('desk', 'PUT', '/rest/room/101/mark/dnd', {})
    expect((await leave('Keller')).json).toEqual({ error: 0, description: 'Checked out', cancelled: [] })
    expect(await room('101')).toMatchObject({
      occupied: true,
      vip: false,
      pending: 1,
      marks: [{ mark: 'dnd' }],
    })
    expect((await rows()).at(-1)).toMatchObject({
      kind: 'guest.checked-out',
      text: 'One guest checked out; others stay in the room',
      detail: { name: 'Ms Keller' },
    })
  })

  it('and the last one’s leaving is the check-out of the room', async () => {
    await checkIn('101', { name: 'Anna' })
    const { id } = (await wake('101')).json
    await hotel.request('desk', 'PUT', '/rest/room/101/mark/dnd', {})
    expect((await leave('Anna')).json).toMatchObject({
      description: 'Checked out; 1 wakeup call cancelled',
      cancelled: [{ id }],
    })
    expect(await room('101')).toMatchObject({ occupied: false, pending: 0, marks: [] })
    expect((await rows()).at(-1)).toMatchObject({
      kind: 'guest.checked-out',
      detail: { guests: 1, wakeups: 1 },
    })
  })

  it('once', async () => {
    await checkIn('101', { name: 'Anna' })
    const id = await idOf('Anna')
    await leave('Anna')
    expect((await hotel.request('desk', 'DELETE', `/rest/guest/${id}`)).status).toBe(404)
    expect((await hotel.request('desk', 'PUT', `/rest/guest/${id}`, {})).status).toBe(404)
  })
})

it('the answer warns where a property system has told of the guest', async () => {
  const id = '6f9619ff-8b86-4011-b42d-00cf4fc96400'
  await hotel.app.database.transaction(({ guests }) =>
    guests.insert(guest({ id, name: 'Zoe', system: 'pms', reservation: '77', departs: '20261116' })),
  )
  expect(await list()).toMatchObject([{ system: 'pms', reservation: '77', departs: '20261116' }])
  const warning =
    'The property system pms has told of this guest. It is not told of this, and may set it back'
  expect((await put('Zoe', { vip: 'true' })).json).toMatchObject({ warning })
  expect((await leave('Zoe')).json).toMatchObject({ warning })
})
