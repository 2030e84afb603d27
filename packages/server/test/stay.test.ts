import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { EAST, type Hotel, openHotel } from './hotel.ts'
import { openNight } from './night.ts'
import { guest } from '../testing/records.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const desk = (url: string, fields: Record<string, string> = {}) =>
  hotel.request('desk', 'POST', `/rest/mailbox/${url}`, fields)
const wake = (room: string) => hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0700' })
const pending = async () => (await hotel.request('boss', 'GET', '/rest/wakeup/list/pending')).json.pending

describe('guests come and go', () => {
  it('cancels the pending calls of a room that is left, and the log tells which', async () => {
    await desk('101/checkin', { name: 'Ms Meier', language: 'de', vip: 'true' })
    const { id } = (await wake('101')).json
    await wake('102')
    expect((await desk('101/checkout')).status).toBe(200)
    expect(await pending()).toMatchObject([{ room: '102' }])
    const { log } = (await hotel.request('boss', 'GET', '/rest/log?kind=wakeup.cancelled')).json
    expect(log).toMatchObject([{ wakeup: id, room: '101', actor: 'desk' }])
  })

  it('answers a check-out with the calls that it cancels', async () => {
    await desk('101/checkin', { name: 'Ms Meier' })
    const single = (await wake('101')).json.id
    const daily = (
      await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0800', daily: true })
    ).json.id
    await wake('102')
    const answer = await desk('101/checkout')
    expect(answer.json).toMatchObject({
      error: 0,
      description: 'Checked out; 2 wakeup calls cancelled',
      cancelled: [
        { id: single, room: '101', scheduled: '2026-11-15T07:00:00+01:00', daily: false },
        { id: daily, room: '101', scheduled: '2026-11-15T08:00:00+01:00', daily: true },
      ],
    })
    await desk('101/checkin')
    expect((await desk('101/checkout')).json).toEqual({
      error: 0,
      description: 'Checked out',
      cancelled: [],
    })
  })

  it('answers a check-out that is sent again under its key with the same calls', async () => {
    await desk('101/checkin')
    await wake('101')
    const leave = () =>
      hotel.request('desk', 'POST', '/rest/mailbox/101/checkout', {}, { 'idempotency-key': 'out' })
    const first = await leave()
    expect(first.json.cancelled).toHaveLength(1)
    expect((await leave()).json).toEqual(first.json)
  })

  it('takes pending calls along into an empty room', async () => {
    await desk('101/checkin', { name: 'Mr Ito' })
    const { id } = (await wake('101')).json
    expect((await desk('101/move', { to: '105' })).status).toBe(200)
    expect(await pending()).toMatchObject([{ id, room: '105' }])
  })

  it('does not move into an occupied room', async () => {
    await desk('101/checkin')
    await desk('102/checkin')
    await wake('101')
    const refused = await desk('101/move', { to: '102' })
    expect([refused.status, refused.json.code]).toEqual([409, 'room.occupied'])
    expect(await pending()).toMatchObject([{ room: '101' }])
  })

  it('refuses to check out or move from a vacant room, and to move to one that does not exist', async () => {
    expect((await desk('101/checkout')).status).toBe(409)
    expect((await desk('101/move', { to: '102' })).status).toBe(409)
    await desk('101/checkin')
    expect((await desk('101/move', { to: '999' })).status).toBe(404)
  })
})

describe("a guest's language", () => {
  const checkIn = (room: string, language: string) => desk(`${room}/checkin`, { name: 'Guest', language })
  const checkedIn = async () =>
    (await hotel.request('boss', 'GET', '/rest/log?kind=guest.checked-in')).json.log.at(-1)

  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['FR', 'fr'],
    ['it_IT', 'it'],
  ])('%s is spoken as %s', async (language, spoken) => {
    expect((await checkIn('101', language)).json).toEqual({
      error: 0,
      description: 'Checked in',
      language: spoken,
    })
    expect(await checkedIn()).toMatchObject({ text: 'Guest checked in', detail: { language: spoken } })
  })

  it.each(['pt', 'pt-BR', 'ja', 'Klingon', '日本語'])(
    '%s is not spoken: the guest is checked in, and woken in that of the hotel',
    async (language) => {
      const answer = await checkIn('101', language)
      expect([answer.status, answer.json.language]).toEqual([200, 'en'])
      expect(answer.json.description).toBe(
        `Checked in; there are no announcements in ${language}, so the room is woken in en`,
      )
      expect(await checkedIn()).toMatchObject({
        text: `Guest checked in; no announcements are in ${language}: en is spoken`,
        detail: { language: null, asked: language },
      })
      expect((await desk('101/checkout')).status).toBe(200)
    },
  )

  it('that is not spoken gives way to that of the room, or of whoever is there already', async () => {
    expect((await checkIn('0201', 'pt')).json.language).toBe('de')
    await checkIn('101', 'fr')
    expect((await checkIn('101', 'pt')).json.language).toBe('fr')
  })

  it.each(['x'.repeat(36), 'de\tfr'])('is one line of text, and no %j', async (language) => {
    expect((await checkIn('101', language)).status).toBe(400)
  })

  it('left empty is none', async () => {
    expect((await checkIn('101', '')).json).toEqual({ error: 0, description: 'Checked in', language: 'en' })
  })
})

describe('a charge to a vacant room', () => {
  const charge = (room: string, key?: string) =>
    hotel.request(
      'maid',
      'POST',
      '/rest/isi/charge',
      { id: '10', quantity: 1, room },
      key === undefined ? {} : { 'idempotency-key': key },
    )
  const get = async (url: string) => (await hotel.request('boss', 'GET', url)).json
  const put = (body: object) =>
    hotel.request('boss', 'PUT', '/rest/config/site', JSON.stringify(body), {
      'content-type': 'application/json',
    })
  const refuseVacant = () => put({ inventory: { refuseVacant: true } })

  it('is taken, unless the hotel says otherwise', async () => {
    expect((await get('/rest/config/site')).inventory).toMatchObject({ refuseVacant: false })
    expect((await charge('101')).status).toBe(200)
  })

  it('is refused where the hotel says so: the reason is told and logged, and nothing is forwarded', async () => {
    expect((await refuseVacant()).status).toBe(200)
    expect((await get('/rest/config/site')).inventory).toMatchObject({ refuseVacant: true })
    const answer = await charge('101')
    expect([answer.status, answer.json.error]).toEqual([422, 7])
    expect(answer.json.description).toBe('Nobody is checked in to room 101: nothing can be charged to it')
    expect((await get('/rest/delivery')).deliveries).toEqual([])
    expect((await get('/rest/log?kind=inventory')).log).toMatchObject([
      { kind: 'inventory.refused', room: '101', actor: 'maid', detail: { room: '101' } },
    ])
  })

  it('is refused until somebody checks in, and again when everybody has left', async () => {
    await refuseVacant()
    await desk('101/checkin')
    expect((await charge('101')).status).toBe(200)
    await desk('101/checkout')
    expect((await charge('101')).status).toBe(422)
    await put({ inventory: { refuseVacant: false } })
    expect((await charge('101')).status).toBe(200)
  })

  it('has the same answer when it is sent once more with its Idempotency-Key, whoever has arrived since', async () => {
    await refuseVacant()
    const first = await charge('101', 'k')
    await desk('101/checkin')
    const again = await charge('101', 'k')
    expect([again.status, again.json.error, again.json.description]).toEqual([
      first.status,
      first.json.error,
      first.json.description,
    ])
    expect((await charge('101', 'another')).status).toBe(200)
    expect((await get('/rest/log?kind=inventory.refused')).log).toHaveLength(1)
  })

  it('is taken for a place where nobody can check in, such as the spa', async () => {
    await refuseVacant()
    for (const number of ['SPA', '101']) await hotel.request('boss', 'POST', '/rest/config/room', { number })
    expect((await charge('SPA')).status).toBe(200)
    expect((await charge('101')).status).toBe(422)
  })

  it('goes by the guests of its own tenant', async () => {
    await refuseVacant()
    const inEast = (url: string, fields = {}) =>
      hotel.request('boss', 'POST', `${url}?tenant=${EAST}`, fields)
    const chargeInEast = () => inEast('/rest/isi/charge', { id: '10', quantity: 1, room: '110' })
    await hotel.app.database.transaction(({ guests }) => guests.insert(guest({ room: '110' })))
    expect((await chargeInEast()).status).toBe(422)
    expect((await inEast('/rest/mailbox/110/checkin')).status).toBe(200)
    expect((await chargeInEast()).status).toBe(200)
  })

  it.each([{ refuseVacant: 'perhaps' }, { refusesVacant: true }, { items: [] }])(
    'is no matter of %j',
    async (inventory) => {
      expect((await put({ inventory })).status).toBe(400)
    },
  )
})

describe('a guest who arrives just before a call', () => {
  it('is woken in their own language, though the call was made ready before', async () => {
    const { hotel: night } = await openNight()
    const id = await night.ask('101', '2005')
    await night.pass(minutes(4.5))
    expect(night.voice.spoken.map(({ language }) => language)).toContain('en')
    await night.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ms Meier', language: 'de' })
    const before = night.voice.spoken.length
    expect(await night.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    const since = night.voice.spoken.slice(before)
    expect(new Set(since.map(({ language }) => language))).toEqual(new Set(['de']))
    expect(since.map(({ words }) => words)).toContainEqual(expect.arrayContaining([{ text: 'Ms Meier' }]))
  })
})
