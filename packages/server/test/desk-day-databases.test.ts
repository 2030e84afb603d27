import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationSite } from '../src/config/demonstration.ts'
import { raise } from '../src/hotel/desk/alarm.ts'
import { countedIds } from '../testing/counted-ids.ts'
import { caughtUp, eveningAt } from './desk-evening.ts'
import { basic, EVENING, type Hotel, NEW_YORK, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

const { newDatabase } = useDatabases()

const MANY = 8
const CODE = 'abcdefghjkmn'
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const oneOf = (done: number, refused: number) => [done, ...Array<number>(MANY - 1).fill(refused)]
const atOnce = <Answer>(ask: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: MANY }, (_, index) => ask(index)))

/** What many people at many screens do in the same moment, on each database. */
describe.each(['SQLite', 'PostgreSQL'])('a day at the desk on %s', (name) => {
  const newUrl = () => (name === 'SQLite' ? null : newDatabase())
  let hotel: Hotel
  beforeAll(async () => {
    hotel = await openHotel({ databaseUrl: await newUrl() })
  })
  afterAll(() => hotel.close())

  const desk = (method: string, url: string, fields: Record<string, string | boolean> = {}) =>
    hotel.request('desk', method, url, fields)
  const get = async (url: string) => (await hotel.request('boss', 'GET', url)).json
  const rowsOf = async (kind: string, room = ''): Promise<object[]> =>
    (await get(`/rest/log?kind=${kind}${room && `&room=${room}`}`)).log

  it('a room that many mark has the mark once, and is cleared once', async () => {
    const url = '/rest/room/101/mark/dnd'
    const marked = await atOnce((index) => desk('PUT', url, { note: `Said to ${index}` }))
    expect(new Set(statuses(marked))).toEqual(new Set([200]))
    expect((await get('/rest/room/101')).marks).toMatchObject([{ mark: 'dnd', user: 'desk' }])
    const cleared = await atOnce(() => hotel.request('desk', 'DELETE', url))
    expect(statuses(cleared)).toEqual(oneOf(200, 404))
    expect((await get('/rest/room/101')).marks).toEqual([])
    expect(await rowsOf('room.mark.cleared', '101')).toHaveLength(1)
  })

  it('floors that are reported at once, in whatever order of rooms, wait for nobody in a circle', async () => {
    const floor = ['101', '102', '103', '104']
    const told = (id: string, rooms: readonly string[]) => ({
      changes: JSON.stringify(rooms.map((room) => ({ room, id }))),
    })
    const answers = await atOnce((index) =>
      index % 2
        ? desk('POST', '/rest/rsi/changes', told('1', floor))
        : desk('POST', '/rest/rsi/changes', told('001', floor.toReversed())),
    )
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    const { rooms } = await get('/rest/rsi/room')
    const ids = rooms
      .filter(({ room }: { room: string }) => floor.includes(room))
      .map(({ status }: { status: { id: string } }) => status.id)
    expect(ids).toHaveLength(4)
    // All or nothing: no floor is half of one report and half of the other.
    expect(new Set(ids).size).toBe(1)
  })

  it('of two who share a room one leaves, once, and the other stays', async () => {
    await desk('POST', '/rest/mailbox/105/checkin', { name: 'Ms Keller' })
    await desk('POST', '/rest/mailbox/105/checkin', { name: 'Anna' })
    const { guests } = (await hotel.request('desk', 'GET', '/rest/guest?room=105')).json
    const { id } = guests.find((one: { name: string }) => one.name === 'Ms Keller')
    const answers = await atOnce(() => hotel.request('desk', 'DELETE', `/rest/guest/${id}`))
    expect(statuses(answers)).toEqual(oneOf(200, 404))
    expect(await get('/rest/room/105')).toMatchObject({ occupied: true, guests: [{ name: 'Anna' }] })
    expect(await rowsOf('guest.checked-out', '105')).toHaveLength(1)
  })

  it('many alarms are acknowledged by one, and the others are told that they were over', async () => {
    const ids = await raised(hotel, 12)
    const answers = await atOnce((index) =>
      desk('POST', '/rest/alarm/acknowledge', {
        ids: JSON.stringify(index % 2 ? ids : ids.toReversed()),
        note: `By ${index}`,
      }),
    )
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    const acknowledged: string[] = answers.flatMap(({ json }) => json.acknowledged)
    expect(acknowledged.toSorted()).toEqual(ids.toSorted())
    expect(await rowsOf('alarm.acknowledged')).toHaveLength(12)
  })

  it('a table of rooms that is imported twice at once adds each room once', async () => {
    const csv = 'number;name\n701;Garden\n702;Tower\n703;\n'
    const answers = await atOnce(() =>
      hotel.request('boss', 'POST', '/rest/config/mailbox/import', { csv, dry: false }),
    )
    expect(Math.max(...statuses(answers))).toBeLessThan(500)
    expect((await get('/rest/config/mailbox/701')).name).toBe('Garden')
    expect(await rowsOf('mailbox.added')).toHaveLength(3)
  })

  it('a new house belongs to one of those who have its code', async () => {
    const house = await openHotel({ databaseUrl: await newUrl(), begin: { code: CODE } })
    const claim = (index: number) =>
      house.request(null, 'POST', '/rest/setup/claim', {
        code: CODE,
        username: `anna${index}`,
        password: 'early-bird-9',
      })
    expect(statuses(await atOnce(claim))).toEqual(oneOf(201, 409))
    expect(await house.app.database.read.accounts.list(null)).toHaveLength(1)
    await house.close()
  })

  it('the demonstration is left once', async () => {
    const site = demonstrationSite({
      passwords: { admin: 'admin-pw-1234', desk: 'desk-pw-1234', maid: 'maid-pw-1234' },
      timezone: 'Europe/Zurich',
    })
    const house = await openHotel({ databaseUrl: await newUrl(), begin: 'demonstration', site })
    const admin = { authorization: basic('admin', 'admin-pw-1234') }
    const leave = () => house.request(null, 'POST', '/rest/setup/leave', { name: 'Hotel Aurora' }, admin)
    expect(Math.max(...statuses(await atOnce(leave)))).toBeLessThan(500)
    const { json } = await house.request(null, 'GET', '/rest/config/user', undefined, admin)
    expect(json.users).toMatchObject([{ username: 'admin' }])
    await house.close()
  })
})

it('an evening at the desk is told alike by both databases, word by word', async () => {
  const told = []
  for (const databaseUrl of [null, await newDatabase()]) {
    const hotel = await openHotel({ databaseUrl, ids: countedIds() })
    told.push({ answers: await eveningAt(hotel), events: await caughtUp(hotel) })
    await hotel.close()
  }
  const [{ answers, events } = { answers: [], events: [] }, other] = told
  expect(other).toEqual({ answers, events })
  // All of it is seen, and refused is only what has to be.
  expect(answers.filter(({ text }) => /^\{"\w+":\[\]/.test(text))).toEqual([])
  expect(answers.filter(({ status }) => status >= 300).map(({ what, status }) => [what, status])).toEqual([
    [`DELETE /rest/config/tenant/${NEW_YORK}`, 409],
    ['POST /unlock', 403],
  ])
  expect(events.length).toBeGreaterThan(10)
})

async function raised({ app }: Hotel, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `11111111-2222-4333-8444-0000000000${at + 10}`)
  const about = { subject: 'voice1', tenant: '', text: 'No line', detail: { why: '' } }
  await app.database.transaction(async ({ alarms }) => {
    for (const id of ids)
      await alarms.insert(raise({ ...about, id, kind: 'line.down', room: id.slice(-2) }, EVENING))
  })
  return ids
}
