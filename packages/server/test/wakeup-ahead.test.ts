import { describe, expect, test } from 'vitest'
import type { WakeupForecast } from '@reveille/contract'
import { EAST, NEW_YORK, SITE } from './hotel.ts'
import { type Night, openNight } from './night.ts'

const HOUSE = { mailboxes: [...(SITE.mailboxes ?? []), { range: '601-630' }] }

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
    })
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
