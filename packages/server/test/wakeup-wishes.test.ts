import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { days, minutes } from '../src/kernel/clock.ts'
import { EAST, type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel({ site: { ...SITE, mailboxes: [...(SITE.mailboxes ?? []), { number: '101-A' }] } })
})
afterEach(() => hotel.close())

const create = (fields: Record<string, string | number | boolean>, user = 'desk', query = '') =>
  hotel.request(user, 'POST', `/rest/wakeup${query}`, fields)
const pending = async () => (await hotel.request('boss', 'GET', '/rest/wakeup/list/pending')).json.pending
const log = async (kind: string) => (await hotel.request('boss', 'GET', `/rest/log?kind=${kind}`)).json.log
const roomsOf = (answer: { json: { calls: { room: string }[] } }) => answer.json.calls.map(({ room }) => room)

describe('a range of rooms', () => {
  it('is asked for in a field of its own, and means the rooms that exist', async () => {
    const answer = await create({ rooms: '107-112', time: '0700' }, 'desk', '')
    // 110 is in two tenants: as with any list, nothing is guessed.
    expect([answer.status, answer.json.error]).toEqual([409, 7])
    const three = await create({ rooms: '107-109', time: '0700' })
    expect(roomsOf(three)).toEqual(['107', '108', '109'])
    expect(three.json.id).toBe(three.json.calls.map(({ id }: { id: string }) => id).join(','))
  })

  it('says which of its numbers are no rooms', async () => {
    const answer = await create({ rooms: '499-503', time: '0700' }, 'nyboss')
    expect(roomsOf(answer)).toEqual(['500', '501'])
    expect(answer.json.missing).toEqual(['499', '502', '503'])
    expect(answer.json.description).toContain('there is no room 499, 502, 503')
  })

  it('may stand beside rooms and other ranges, each room once', async () => {
    const answer = await create({ room: '101-A,103', rooms: '101-103,0201', time: '0700' })
    expect(roomsOf(answer)).toEqual(['101-A', '103', '101', '102', '0201'])
    expect(answer.json.description).toContain('room 103 was named more than once: it is one call')
  })

  it('is no range in the field room, where - is part of a number', async () => {
    expect((await create({ room: '101-103', time: '0700' })).status).toBe(404)
    expect((await create({ room: '101-A', time: '0700' })).status).toBe(201)
  })

  it.each<[string, number, string]>([
    ['109-101', 400, 'must begin with the smaller number'],
    ['98-0102', 400, 'same number of digits'],
    ['101-A', 400, 'in the field room'],
    ['101-', 400, 'two room numbers'],
    ['', 400, 'rooms'],
    ['101-103,,105', 400, 'two room numbers'],
    ['1-99999', 400, 'at most 10000'],
    ['700-710', 404, 'There is no room from 700-710'],
    ['999', 404, 'Room 999 does not exist'],
  ])('such as %j is refused in words, and nothing is created', async (rooms, status, words) => {
    const answer = await create({ rooms, time: '0700' })
    expect([answer.status, answer.json.description]).toEqual([status, expect.stringContaining(words)])
    expect(await pending()).toEqual([])
  })

  it('of more rooms than can be named at once is refused', async () => {
    await hotel.request('boss', 'POST', '/rest/config/mailbox', { range: '1000-1300' })
    const answer = await create({ rooms: '1000-1300', time: '0700' })
    expect([answer.status, answer.json.description]).toEqual([400, expect.stringContaining('at most 200')])
  })

  it('is of the rooms of one tenant, for those who belong to it', async () => {
    const answer = await create({ rooms: '100-600', time: '0700' }, 'nyboss')
    expect(roomsOf(answer)).toEqual(['500', '501'])
    expect((await create({ rooms: '110-110', time: '0700' }, 'boss', `?tenant=${EAST}`)).status).toBe(201)
  })

  it('or a room there must be', async () => {
    const answer = await create({ time: '0700' })
    expect([answer.status, answer.json.error]).toEqual([400, 1])
    expect(answer.json.description).toContain('The field room is missing')
  })
})

describe('a room that is named twice', () => {
  it('has one call, and the answer says so', async () => {
    const answer = await create({ room: '104,104', datetime: '2026-11-15T07:00' })
    expect(answer.json).toEqual({
      error: 0,
      description: 'Wakeup call created; room 104 was named more than once: it is one call',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scheduled: '2026-11-15T07:00:00+01:00',
      warning: expect.stringContaining('No telephone line is configured'),
    })
    expect(answer.headers.location).toBe(`/rest/wakeup/${answer.json.id}`)
    expect(await pending()).toHaveLength(1)
  })
})

describe('a call that is there already', () => {
  it('is told as that, alone and in a list', async () => {
    const first = await create({ room: '101', datetime: '2026-11-15T07:00' })
    const again = await create({ room: '101', datetime: '2026-11-15T07:00' })
    expect(again.json).toMatchObject({
      id: first.json.id,
      existing: true,
      description: 'This wakeup call was there already',
    })
    const list = await create({ room: '101,102', datetime: '2026-11-15T07:00' })
    expect(list.json.calls).toMatchObject([{ room: '101', existing: true }, { room: '102' }])
    expect(list.json.description).toBe('2 wakeup calls created, 1 of them was there already')
    expect(list.json.calls[1]).not.toHaveProperty('existing')
  })
})

describe('a wish that is too far ahead', () => {
  const far = (ahead: number) =>
    new Date(hotel.clock.now() + ahead).toISOString().slice(0, 10).replaceAll('-', '')

  it.each([
    { datetime: '9999-12-31T07:00' },
    { datetime: '9999-12-31T07:00:00Z' },
    { date: '99991231', time: '0700' },
    { date: '99990101', time: '0700', daily: true },
  ])('is refused in words: %j', async (when) => {
    const answer = await create({ room: '101', ...when })
    expect([answer.status, answer.json.error]).toEqual([422, 1])
    expect(answer.json.description).toBe('The wakeup time is more than two years ahead; give an earlier one')
    expect(await pending()).toEqual([])
  })

  it('begins after two years', async () => {
    expect((await create({ room: '101', date: far(days(730)), time: '0700' })).status).toBe(201)
    expect((await create({ room: '101', date: far(days(733)), time: '0700' })).status).toBe(422)
  })

  it('is refused as the end of a repeat too', async () => {
    const until = (day: string) => create({ room: '101', time: '0700', daily: true, until: day })
    const answer = await until('99991231')
    expect([answer.status, answer.json.error]).toEqual([422, 1])
    expect(answer.json.description).toBe('The last day is more than two years ahead; give an earlier one')
    expect(await pending()).toEqual([])
    expect((await until(far(days(730)))).status).toBe(201)
  })
})

describe('where the clocks change', () => {
  it.each([
    { date: '20270328', time: '0230' },
    { datetime: '2027-03-28T02:30' },
    { date: '20270328', time: '0230', daily: true },
  ])('the answer tells that a time is skipped: %j', async (when) => {
    const answer = await create({ room: '101', ...when })
    expect(answer.json).toMatchObject({
      scheduled: '2027-03-28T03:30:00+02:00',
      clockChange: 'skipped',
      description: 'Wakeup call created; the clocks skip 02:30 on 2027-03-28: it rings at 03:30',
    })
    expect(await log('wakeup.created')).toMatchObject([{ detail: { clockChange: 'skipped' } }])
  })

  it('the answer tells that a time comes twice', async () => {
    hotel.clock.advance(days(300))
    const answer = await create({ room: '101', datetime: '2027-10-31T02:30' })
    expect(answer.json).toMatchObject({
      scheduled: '2027-10-31T02:30:00+02:00',
      clockChange: 'first',
      description: 'Wakeup call created; the clocks show 02:30 twice on 2027-10-31: it rings at the first',
    })
  })

  it.each([{ time: '0230' }, { date: '20271031', time: '0230' }, { datetime: '2027-10-31T02:30' }])(
    'in the second of two hours the second is meant: %j',
    async (when) => {
      // 02:10 for the second time.
      hotel.clock.advance(Date.UTC(2027, 9, 31, 1, 10) - hotel.clock.now())
      const answer = await create({ room: '101', ...when })
      expect(answer.json).toMatchObject({
        scheduled: '2027-10-31T02:30:00+01:00',
        clockChange: 'second',
        description:
          'Wakeup call created; the clocks show 02:30 twice on 2027-10-31, and the first has passed: it rings at the second',
      })
    },
  )

  it('nothing is told of a time that comes once, or of an exact moment', async () => {
    for (const datetime of ['2027-03-28T03:30', '2027-03-28T01:59', '2027-03-28T01:30:00Z'])
      expect((await create({ room: '101', datetime })).json).not.toHaveProperty('clockChange')
  })

  it('rooms in several zones are told apart', async () => {
    await hotel.request('boss', 'POST', '/rest/config/mailbox', { number: '700', tenant: NEW_YORK })
    const answer = await create({ room: '101,700', datetime: '2027-03-14T02:30' }, 'boss')
    expect(answer.json.calls).toMatchObject([{ room: '101' }, { room: '700', clockChange: 'skipped' }])
    expect(answer.json.calls[0]).not.toHaveProperty('clockChange')
  })
})

describe('another zone', () => {
  const site = (timezone: string) => hotel.request('boss', 'PUT', '/rest/config/site', { timezone })

  it('leaves a row in the log for each call that it moves', async () => {
    const wall = (await create({ room: '101', time: '0700' })).json.id
    const daily = (await create({ room: '102', time: '0800', daily: true })).json.id
    await create({ room: '103', datetime: '2026-11-15T06:00:00Z' })
    await create({ room: '500', time: '0700' }, 'nyboss')
    await site('Asia/Kathmandu')
    expect(await log('wakeup.replanned')).toMatchObject([
      {
        wakeup: wall,
        room: '101',
        actor: 'boss',
        text: 'Rings at 2026-11-15T07:00:00+05:45 instead of 2026-11-15T07:00:00+01:00: the clocks of the hotel are those of Asia/Kathmandu',
        detail: {
          from: '2026-11-15T07:00:00+01:00',
          scheduled: '2026-11-15T07:00:00+05:45',
          zone: 'Asia/Kathmandu',
        },
      },
      { wakeup: daily, room: '102' },
    ])
    const { log: rows } = (await hotel.request('desk', 'GET', `/rest/wakeup/${wall}/dossier`)).json
    expect(rows.map(({ kind }: { kind: string }) => kind)).toContain('wakeup.replanned')
  })

  it('of a tenant is told in the log of that tenant', async () => {
    const { id } = (await create({ room: '500', time: '0700' }, 'nyboss')).json
    await create({ room: '101', time: '0700' })
    await hotel.request('boss', 'PUT', `/rest/config/tenant/${NEW_YORK}`, { timezone: 'America/Denver' })
    const { log: rows } = (await hotel.request('nyboss', 'GET', '/rest/log?kind=wakeup.replanned')).json
    expect(rows).toMatchObject([{ wakeup: id, room: '500' }])
    expect(await log('wakeup.replanned')).toHaveLength(1)
  })

  it('with the same clocks moves nothing, and says nothing', async () => {
    await create({ room: '101', time: '0700' })
    await site('Europe/Berlin')
    expect(await log('wakeup.replanned')).toEqual([])
  })

  it('keeps the second of two hours where it was', async () => {
    hotel.clock.advance(Date.UTC(2027, 9, 31, 1, 10) - hotel.clock.now())
    const { id } = (await create({ room: '101', time: '0230' })).json
    await site('Europe/Berlin')
    hotel.clock.advance(minutes(1))
    expect((await hotel.request('desk', 'GET', `/rest/wakeup/${id}`)).json.scheduled).toBe(
      '2027-10-31T02:30:00+01:00',
    )
  })
})
