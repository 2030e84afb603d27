import { describe, expect, test } from 'vitest'
import type { SiteFile, WakeupForecast, WakeupPreview } from '@reveille/contract'
import { TELEPHONE_RATE } from '../src/calls/audio/resample.ts'
import { wavOfPcmu } from '../src/calls/audio/wav.ts'
import { announced } from './announced.ts'
import { basic, EAST, NEW_YORK, SITE } from './hotel.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { eventually } from '../testing/eventually.ts'
import { type Night, openNight } from './night.ts'

const HOUSE: SiteFile = {
  users: [...(SITE.users ?? []), { username: 'chief', password: 'chief-pw', permissions: ['administrator'] }],
  mailboxes: [...(SITE.mailboxes ?? []), { range: '601-630' }],
}

const openHouse = (lines = [4]) => openNight({ lines, site: HOUSE })

const forecast = async ({ hotel }: Night, query = '', user = 'guest'): Promise<WakeupForecast> =>
  (await hotel.request(user, 'GET', `/rest/wakeup/forecast${query}`)).json

const ask = ({ hotel }: Night, fields: Record<string, string | boolean>, user = 'desk') =>
  hotel.request(user, 'POST', '/rest/wakeup', fields)

describe('the forecast', () => {
  test('tells every account of each minute with calls, when the last rings, and what there is to ring with', async () => {
    const night = await openHouse()
    await ask(night, { rooms: '601-612', time: '0700' })
    await ask(night, { room: '101', time: '0702' })
    await ask(night, { room: '102', time: '0800' })
    expect(await forecast(night)).toEqual({
      start: '2026-11-14T20:00:00+01:00',
      end: '2026-11-15T20:00:00+01:00',
      lines: { working: 4, total: 4 },
      callSeconds: 40,
      due: 14,
      last: '2026-11-15T08:00:00+01:00',
      minutes: [
        {
          minute: '2026-11-15T07:00:00+01:00',
          due: 12,
          last: '2026-11-15T07:01:20+01:00',
          late: true,
        },
        { minute: '2026-11-15T07:02:00+01:00', due: 1, last: '2026-11-15T07:02:00+01:00', late: false },
        { minute: '2026-11-15T08:00:00+01:00', due: 1, last: '2026-11-15T08:00:00+01:00', late: false },
      ],
      house: { nightCheck: null, waiting: 0, uncertain: 0 },
    })
  })

  test('says when the night check was made and what waits for other systems, of its own to each tenant', async () => {
    const night = await openNight({ wakeup: { nightCheck: '21:00' }, site: HOUSE })
    await night.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })
    await night.hotel.pass(minutes(61))
    await eventually(async () => expect((await forecast(night)).house.nightCheck).not.toBeNull())
    const { house } = await forecast(night)
    expect(house.nightCheck?.at).toMatch(/^2026-11-14T21:00:/)
    expect(house.waiting + house.uncertain).toBe(2)
    expect((await forecast(night, '', 'nymaid')).house).toMatchObject({ waiting: 0, uncertain: 0 })
  })

  test('says the same of a minute as the answer to those who fill it', async () => {
    const night = await openHouse()
    const { json } = await ask(night, { rooms: '601-625', time: '0700' })
    expect((await forecast(night)).minutes[0]).toMatchObject({
      due: json.forecast.due,
      last: json.forecast.last,
    })
  })

  test('counts a series on each of its days, and not on one that is left out', async () => {
    const night = await openHouse()
    const { json } = await ask(night, { room: '101', time: '0700', daily: true, until: '20261118' })
    await night.hotel.request('desk', 'POST', `/rest/wakeup/${json.id}/skip`, { date: '20261117' })
    const { minutes } = await forecast(night, '?start=20261114&end=20261121')
    expect(minutes.map(({ minute }) => minute.slice(0, 10))).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2026-11-18',
    ])
  })

  test('is of the span asked for, and knows that a full minute before it makes it late', async () => {
    const night = await openHouse([1])
    await ask(night, { rooms: '601-605', time: '0659' })
    await ask(night, { room: '101', time: '0700' })
    expect((await forecast(night, '?start=202611150700&end=202611150701')).minutes).toEqual([
      { minute: '2026-11-15T07:00:00+01:00', due: 1, last: '2026-11-15T07:02:20+01:00', late: true },
    ])
    expect((await forecast(night, '?start=202611150701')).minutes).toEqual([])
  })

  test('shows a tenant its own calls, late by those of others over the same lines', async () => {
    const night = await openHouse([1])
    await ask(night, { rooms: '601-603', datetime: '2026-11-15T13:00:00+01:00' })
    await ask(night, { room: '500', datetime: '2026-11-15T13:00:00+01:00' }, 'nyboss')
    const { minutes, due } = await forecast(night, '', 'nymaid')
    expect([due, minutes]).toEqual([
      1,
      [{ minute: '2026-11-15T07:00:00-05:00', due: 1, last: '2026-11-15T07:02:00-05:00', late: true }],
    ])
    expect((await forecast(night, `?tenant=${NEW_YORK}`)).due).toBe(1)
    expect((await forecast(night, `?tenant=${EAST}`)).minutes).toEqual([])
  })

  test('promises nothing without a line', async () => {
    const night = await openNight({ telephony: () => undefined })
    await ask(night, { room: '101', time: '0700' })
    expect(await forecast(night)).toMatchObject({
      lines: { working: 0, total: 0 },
      last: null,
      minutes: [{ due: 1, last: null, late: false }],
    })
  })

  test('is of 8 days at most', async () => {
    const night = await openHouse()
    const answer = await night.hotel.request(
      'guest',
      'GET',
      '/rest/wakeup/forecast?start=20261114&end=20261130',
    )
    expect([answer.status, answer.json.description]).toEqual([400, 'A forecast is of 8 days at most'])
  })
})

describe('what a request would do', () => {
  const preview = ({ hotel }: Night, fields: Record<string, string | number | boolean>, user = 'desk') =>
    hotel.request(user, 'POST', '/rest/wakeup/preview', fields)
  const previewed = async (
    night: Night,
    fields: Record<string, string | number | boolean>,
    user?: string,
  ): Promise<WakeupPreview> => (await preview(night, fields, user)).json

  test('is told room by room, and nothing is written', async () => {
    const night = await openHouse()
    const checkIn = (room: string, fields: Record<string, string | boolean>) =>
      night.hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, fields)
    await checkIn('101', { name: 'Miller' })
    await checkIn('102', { name: 'Rossi', vip: true })
    await night.hotel.request('boss', 'PUT', '/rest/config/site', { wakeup: '{"vipMethod":"manual"}' })
    // A row is sealed a moment after it was written.
    const rows = async () => (await night.hotel.log()).map(({ kind, text }) => `${kind} ${text}`)
    const before = await rows()
    const seen = await previewed(night, { room: '102,101', rooms: '629-632', time: '0630' })
    expect(seen.missing).toEqual(['631', '632'])
    expect(seen.calls.map(({ room }) => room)).toEqual(['102', '101', '629', '630'])
    expect(seen.calls.slice(0, 3)).toMatchObject([
      { guests: ['Rossi'], occupied: true, vip: true, method: 'manual' },
      { guests: ['Miller'], occupied: true, vip: false, method: 'automatic' },
      { guests: [], occupied: false, vip: false, method: 'automatic' },
    ])
    expect(seen.calls[1]).toEqual({
      room: '101',
      tenant: expect.any(String),
      scheduled: '2026-11-15T06:30:00+01:00',
      tomorrow: true,
      others: [],
      occupied: true,
      guests: ['Miller'],
      vip: false,
      method: 'automatic',
      next: [],
    })
    expect(await rows()).toEqual(before)
    expect((await forecast(night)).due).toBe(0)
  })

  test('names guests only to those who may see who stays in the house', async () => {
    const night = await openHouse()
    await night.hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Miller' })
    const chief = await previewed(night, { room: '101', time: '0630' }, 'chief')
    expect(chief.calls[0]).toMatchObject({ guests: ['Miller'] })
    const seen = await previewed(night, { room: '101', time: '0630' }, 'guest')
    expect(seen.calls[0]).toMatchObject({ occupied: true })
    expect(JSON.stringify(seen)).not.toContain('Miller')
  })

  test('tells of the same call, and of others of that morning, with who asked for them', async () => {
    const night = await openHouse()
    const same = (await ask(night, { room: '101', time: '0630' })).json.id
    const daily = (await ask(night, { room: '101', time: '0700', daily: true, confirm: true }, 'maid')).json
      .id
    await ask(night, { room: '101', time: '2300' })
    const created = '2026-11-14T20:00:00+01:00'
    const [call] = (await previewed(night, { room: '101', time: '0630' })).calls
    expect(call?.existing).toEqual({ id: same, askedBy: 'desk', created })
    expect(call?.others).toMatchObject([
      { scheduled: '2026-11-14T23:00:00+01:00', repeats: false, confirm: false, prompt: 0 },
      { id: daily, askedBy: 'maid', created, scheduled: '2026-11-15T07:00:00+01:00', repeats: true },
    ])
    // Whoever leaves out that day and takes it back asks for the call as it was.
    expect(call?.others[1]).toMatchObject({ confirm: true, prompt: 0 })
    const [later] = (await previewed(night, { room: '101', date: '20261118', time: '0645' })).calls
    expect(later?.existing).toBeUndefined()
    expect(later?.others).toMatchObject([{ id: daily, scheduled: '2026-11-18T07:00:00+01:00' }])
  })

  test('lists the first five days of a repeat, and tells where the clocks change', async () => {
    const night = await openHouse()
    const { calls } = await previewed(night, { room: '101', time: '0630', days: 'mon,fri' })
    expect(calls[0]?.next.map((at) => at.slice(0, 16))).toEqual([
      '2026-11-16T06:30',
      '2026-11-20T06:30',
      '2026-11-23T06:30',
      '2026-11-27T06:30',
      '2026-11-30T06:30',
    ])
    const ending = await previewed(night, { room: '101', time: '0630', daily: true, until: '20261116' })
    expect(ending.calls[0]?.next).toHaveLength(2)
    const skipped = await previewed(night, { room: '101', datetime: '2027-03-28T02:30' })
    expect(skipped.calls[0]).toMatchObject({
      clockChange: 'skipped',
      scheduled: '2027-03-28T03:30:00+02:00',
    })
  })

  test('foretells the minute with and without it, and what is there already fills it no further', async () => {
    const night = await openHouse()
    await ask(night, { rooms: '601-604', time: '0700' })
    const seen = await previewed(night, { rooms: '601-606', time: '0700' })
    expect(seen.lines).toEqual({ working: 4, total: 4 })
    const minute = '2026-11-15T07:00:00+01:00'
    expect(seen.forecast).toEqual([
      {
        without: { minute, due: 4, last: minute, late: false },
        with: { minute, due: 6, last: '2026-11-15T07:00:40+01:00', late: true },
      },
    ])
    const { json } = await ask(night, { rooms: '601-606', time: '0700' })
    expect(json.forecast).toMatchObject({ due: 6, last: seen.forecast[0]?.with.last })
  })

  test('refuses what the request itself would be refused for', async () => {
    const night = await openHouse()
    const refusals: [Record<string, string>, number][] = [
      [{ room: '999', time: '0630' }, 404],
      [{ room: '110', time: '0630' }, 409],
      [{ room: '101', time: '2460' }, 400],
      [{ room: '101', datetime: '2020-01-01T07:00' }, 422],
      [{ room: '101', time: '0630', prompt: '77' }, 404],
    ]
    for (const [fields, status] of refusals) {
      const [seen, asked] = [await preview(night, fields), await ask(night, fields)]
      expect([seen.status, seen.json.description]).toEqual([status, asked.json.description])
    }
  })

  test('may be asked 20 times a second by each account', async () => {
    const night = await openHouse()
    const asked = async (user: string) => (await preview(night, { room: '101', time: '0630' }, user)).status
    for (let n = 0; n < 20; n++) expect(await asked('desk')).toBe(200)
    expect(await asked('desk')).toBe(429)
    expect(await asked('maid')).toBe(200)
    await night.hotel.pass(seconds(1))
    expect(await asked('desk')).toBe(200)
  })
})

describe('in some minutes', () => {
  test('means from the minute that the clock shows, for asking and for looking first', async () => {
    const night = await openHouse()
    await night.hotel.pass(minutes(4) + seconds(30))
    const { json } = await night.hotel.request('desk', 'POST', '/rest/wakeup/preview', {
      room: '101',
      in: 20,
    })
    expect(json.calls[0].scheduled).toBe('2026-11-14T20:24:00+01:00')
    expect((await ask(night, { room: '101', in: '20' })).json.scheduled).toBe('2026-11-14T20:24:00+01:00')
    expect((await ask(night, { room: '101', in: '20' })).json.existing).toBe(true)
  })

  test.each([{ time: '0700' }, { date: '20261115', time: '0700' }, { datetime: '2026-11-15T07:00' }])(
    'is refused beside %j',
    async (when) => {
      const night = await openHouse()
      const answer = await ask(night, { room: '101', in: '20', ...when })
      expect([answer.status, answer.json.description]).toEqual([
        400,
        'Give either in, or datetime, or date and time',
      ])
    },
  )
})

describe('how a call would go', () => {
  const course = async ({ hotel }: Night, fields: Record<string, string>, user = 'boss') =>
    (await hotel.request(user, 'POST', '/rest/wakeup/course', fields)).json

  test('is told step by step, by the settings in force and by others that are tried', async () => {
    const night = await openNight({ wakeup: { attempts: 2 } })
    expect(await course(night, { phone: 'no-answer,key' })).toEqual({
      steps: [
        { after: 0, step: 'ring', attempt: 1, text: 'The room is rung, attempt 1' },
        { after: 24, step: 'again', until: 300, result: 2, text: 'Nobody answered; the room is rung again' },
        { after: 300, step: 'ring', attempt: 2, text: 'The room is rung, attempt 2' },
        { after: 330, step: 'over', result: 1, text: 'The guest was woken and pressed a key' },
      ],
    })
    const tried = await course(night, { phone: 'no-answer', wakeup: '{"attempts":1,"ringTime":"10s"}' })
    expect(tried.steps.map(({ step, after }: { step: string; after: number }) => [step, after])).toEqual([
      ['ring', 0],
      ['over', 10],
      ['alarm', 10],
    ])
  })

  test('goes by what a tenant has set', async () => {
    const tenants = [{ id: NEW_YORK, name: 'New York house', wakeup: { method: 'manual' as const } }]
    const night = await openNight({ site: { tenants: [...tenants, { id: EAST, name: 'East wing' }] } })
    expect((await course(night, { phone: 'key' }, 'nyboss')).steps[0].step).toBe('desk')
    expect((await course(night, { phone: 'key' })).steps[0].step).toBe('ring')
  })
})

describe('the greeting of a call', () => {
  const SEVEN = Date.parse('2026-11-15T07:00:00Z')
  const greeting = async ({ hotel }: Night, body: object, user = 'boss') => {
    const headers = { authorization: basic(user, `${user}-pw`) }
    const url = '/rest/wakeup/course/audio'
    const reply = await hotel.http.app.inject({ method: 'POST', url, headers, payload: body })
    return { status: reply.statusCode, type: reply.headers['content-type'], wav: reply.rawPayload }
  }
  const played = async (...asked: Parameters<typeof announced>) =>
    Buffer.from(wavOfPcmu((await announced(...asked)).pcmu, TELEPHONE_RATE))

  test('is heard as the telephone would play it, in any language, by settings that are only tried', async () => {
    const night = await openHouse()
    const snooze = { key: '1', minutes: 9 } as const
    const { status, type, wav } = await greeting(night, {
      wakeup: { snooze: { limit: 1, delay: '9m' }, confirm: true },
      language: 'de',
    })
    expect([status, type]).toEqual([200, 'audio/wav'])
    expect(wav.equals(await played(SEVEN, 'de', { snooze, confirm: true }))).toBe(true)
    const plain = await greeting(night, { wakeup: { snooze: { limit: 0 } }, time: '19:30' })
    expect(plain.wav.equals(await played(SEVEN + minutes(12 * 60 + 30), 'en'))).toBe(true)
  })

  test('is heard twice a second, and only in a language that is spoken', async () => {
    const night = await openHouse()
    const statuses = []
    for (const language of ['tlh', 'de', 'en', 'fr'])
      statuses.push((await greeting(night, { language })).status)
    expect(statuses).toEqual([400, 200, 200, 429])
  })
})
