import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallResult } from '../src/hotel/wakeups/call-result.ts'
import { toInstant } from '../src/hotel/time/local-time.ts'
import { settleWakeup, toldAs, type Wakeup } from '../src/hotel/wakeups/wakeup.ts'
import type { Proof } from '../src/hotel/wakeups/proof.ts'
import type { Outcome } from '../src/hotel/wakeups/wakeup-outcome.ts'
import { seconds } from '../src/kernel/clock.ts'
import type { Activity } from '../src/store/stores/activity-store.ts'
import { type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'
import { alarm, attempt } from '../testing/records.ts'
import { PATIENCE } from '../testing/eventually.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

let hotel: Hotel
beforeEach(async () => {
  const users = [...(SITE.users ?? []), { username: '<b>"O\'Hara"&', password: '<b>"O\'Hara"&-pw' }]
  hotel = await openHotel({ site: { ...SITE, users } })
})
afterEach(() => hotel.close())

async function asked(fields: Record<string, string | number | boolean> = {}, user = 'desk'): Promise<string> {
  const answer = await hotel.request(user, 'POST', '/rest/wakeup', {
    room: '101',
    datetime: '2026-11-15T07:00',
    ...fields,
  })
  expect(answer.status).toBe(201)
  return answer.json.id
}

const dossier = async (id: string, user = 'guest') => {
  const answer = await hotel.request(user, 'GET', `/rest/wakeup/${id}/dossier`)
  expect(answer.status).toBe(200)
  return answer.json
}

const page = async (id: string, query = '') => {
  const answer = await hotel.request('guest', 'GET', `/rest/wakeup/${id}/dossier${query}`, undefined, HTML)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return answer.text
}

const callOf = async (id: string): Promise<Wakeup> => {
  const call = await hotel.app.database.read.wakeups.get(id)
  if (!call) throw new Error(`No call ${id}`)
  return call
}

const note = (
  call: Wakeup,
  kind: string,
  at: number,
  text: string,
  detail: object,
): Omit<Activity, 'id'> => ({
  at,
  tenant: call.tenant,
  kind,
  room: call.room,
  actor: 'system',
  source: 'system',
  wakeup: toldAs(call),
  text,
  detail: { ...detail },
})

const heard = (of: Partial<CallResult> = {}) =>
  ({
    kind: 'answered',
    status: 200,
    reason: 'OK',
    cause: null,
    forwarded: false,
    heardMs: 12_340,
    keys: '7',
    hungUpBy: 'them',
    machineSigns: [],
    ...of,
  }) as CallResult
const refused = (of: Partial<CallResult> = {}) =>
  ({
    kind: 'busy',
    status: 486,
    reason: 'Busy Here',
    cause: 17,
    forwarded: false,
    rang: false,
    ...of,
  }) as CallResult

/** The room is rung once, as the runner writes it down. */
async function rung(call: Wakeup, number: number, at: number, result: CallResult | null) {
  const { database } = hotel.app
  const key = { tenant: call.tenant, wakeup: toldAs(call), number }
  const answered = result?.kind === 'answered'
  const rows = [
    note(call, 'wakeup.dialled', at, 'Room 101 is dialled on line voice1', {
      number,
      line: 'voice1',
      extension: '101',
      lateMs: 120,
    }),
    note(call, 'wakeup.progress', at + 80, '100 Trying', { number, ms: 80, status: 100, reason: 'Trying' }),
    note(call, 'wakeup.progress', at + 450, '180 Ringing', {
      number,
      ms: 450,
      status: 180,
      reason: 'Ringing',
    }),
    ...(answered
      ? [
          note(call, 'wakeup.answered', at + 6_200, 'The phone was picked up', { number, ms: 6_200 }),
          note(call, 'wakeup.key', at + 9_000, 'Key 7 was pressed', { number, ms: 9_000, key: '7' }),
        ]
      : []),
  ]
  await database.transaction(async ({ attempts, activity }) => {
    const handle = { secret: 'handle' }
    const of = { call: call.id, room: call.room, line: 'voice1', startedAt: at, handle }
    await attempts.insert([attempt({ ...key, ...of })])
    if (answered) await attempts.answered(key, {}, at + 6_200)
    await attempts.end(key, at + seconds(20), result)
    await activity.addAll(rows)
    if (result)
      await activity.add(
        note(call, 'wakeup.ended', at + seconds(20), 'The call is over', {
          number,
          ms: 20_000,
          ...result,
          ...(answered ? { answeredBy: 'person' } : {}),
        }),
      )
  })
}

/** The runner says how it ended. */
async function settled(
  call: Wakeup,
  outcome: Outcome,
  at: number,
  proof: Proof | null = null,
): Promise<Wakeup> {
  const by = { outcome, proof, actor: 'system', byOperator: false }
  const { record, series } = settleWakeup(
    { ...call, dialledAt: SEVEN + 120, attempts: 2 },
    by,
    at,
    'next-day',
  )
  await hotel.app.database.transaction(async ({ wakeups, activity }) => {
    await wakeups.update(series ?? record)
    if (series) await wakeups.insert(record)
    await activity.add(note(call, 'wakeup.settled', at, `Ended: ${outcome}`, { outcome }))
  })
  return record
}

const kinds = (rows: readonly { kind: string }[]) => rows.map(({ kind }) => kind)

/** As the lists of the contract show it. */
async function listed(id: string) {
  const { pending } = (await hotel.request('guest', 'GET', '/rest/wakeup/list/pending')).json
  return pending.find((one: { id: string }) => one.id === id)
}

describe('the dossier of a call', () => {
  it('that waits tells who asked for it, when and from where', async () => {
    const id = await asked({ confirm: true })
    const record = await listed(id)
    expect(await dossier(id)).toEqual({
      record,
      asked: { at: '2026-11-14T20:00:00+01:00', by: 'desk', source: 1, from: '127.0.0.1' },
      dialled: null,
      settled: null,
      machineResult: null,
      overwritten: [],
      removed: null,
      occurrences: [],
      attempts: [],
      alarms: [],
      log: [expect.objectContaining({ kind: 'wakeup.created', wakeup: id, sealed: null, altered: false })],
      alterations: [],
      removedRows: 0,
    })
  })

  it('that was rung tells each attempt, each status to the millisecond, and how it ended', async () => {
    const call = await callOf(await asked())
    await rung(call, 1, SEVEN + 120, refused())
    await rung(call, 2, SEVEN + seconds(300), heard())
    await settled(call, 'complete', SEVEN + seconds(321))
    const { attempts, record, ...story } = await dossier(call.id)
    expect(record).toMatchObject({ id: call.id, result: 1, status: 2 })
    expect(story).toMatchObject({
      dialled: '2026-11-15T07:00:00+01:00',
      settled: '2026-11-15T07:05:21+01:00',
      machineResult: 1,
    })
    const progress = [
      { ms: 80, status: 100, reason: 'Trying' },
      { ms: 450, status: 180, reason: 'Ringing' },
    ]
    expect(attempts).toEqual([
      {
        wakeup: call.id,
        number: 1,
        line: 'voice1',
        extension: '101',
        started: '2026-11-15T07:00:00+01:00',
        lateMs: 120,
        progress,
        answeredMs: null,
        heardMs: null,
        keys: '',
        presses: [],
        ended: '2026-11-15T07:00:20+01:00',
        endedMs: 20_000,
        result: 'busy',
        status: 486,
        reason: 'Busy Here',
        cause: 17,
        rang: false,
        forwarded: false,
        answeredBy: null,
        machineSigns: [],
        hungUpBy: null,
      },
      {
        wakeup: call.id,
        number: 2,
        line: 'voice1',
        extension: '101',
        started: '2026-11-15T07:05:00+01:00',
        lateMs: 120,
        progress,
        answeredMs: 6_200,
        heardMs: 12_340,
        keys: '7',
        presses: [{ ms: 9_000, key: '7' }],
        ended: '2026-11-15T07:05:20+01:00',
        endedMs: 20_000,
        result: 'answered',
        status: 200,
        reason: 'OK',
        cause: null,
        rang: true,
        forwarded: false,
        answeredBy: 'person',
        machineSigns: [],
        hungUpBy: 'them',
      },
    ])
    expect(JSON.stringify(attempts)).not.toContain('secret')
  })

  it('that was cut off says so', async () => {
    const call = await callOf(await asked())
    await rung(call, 1, SEVEN, null)
    expect((await dossier(call.id)).attempts).toMatchObject([{ result: 'interrupted', endedMs: 20_000 }])
  })

  it('that was set by hand tells by whom and why, and what the system itself had found', async () => {
    const call = await callOf(await asked())
    await rung(call, 1, SEVEN, refused())
    await settled(call, 'busy', SEVEN + seconds(20))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${call.id}`, { result: 1, reason: 'Woken at the door' })
    await hotel.request('boss', 'PUT', `/rest/wakeup/${call.id}`, { result: 2 })
    const { record, machineResult, overwritten } = await dossier(call.id)
    expect([record.result, record.actor, machineResult]).toEqual([2, 'boss', 3])
    expect(overwritten).toEqual([
      { at: '2026-11-14T20:00:00+01:00', by: 'desk', result: 1, before: 3, reason: 'Woken at the door' },
      { at: '2026-11-14T20:00:00+01:00', by: 'boss', result: 2, before: 1, reason: '' },
    ])
  })

  it('that the desk was told of tells the alarm and who acknowledged it', async () => {
    const call = await callOf(await asked())
    const told = alarm({
      id: '00000000-0000-4000-8000-00000000a1a1',
      subject: call.id,
      text: 'The wake-up call of room 101 for 07:00 failed: the phone was busy',
      raisedAt: SEVEN + seconds(20),
      state: 'acknowledged',
      endedBy: 'desk',
      endedAt: SEVEN + seconds(90),
      note: 'Sent the porter',
      nextAt: 0,
      calls: 2,
      mails: 1,
    })
    await hotel.app.database.transaction(async ({ alarms, activity }) => {
      await alarms.insert(told)
      for (const kind of ['alarm.raised', 'alarm.told', 'alarm.acknowledged'])
        await activity.add(note(call, kind, SEVEN, kind, { alarm: told.id, kind: told.kind }))
    })
    expect((await dossier(call.id)).alarms).toEqual([
      {
        id: told.id,
        kind: 'wakeup.failed',
        text: told.text,
        raised: '2026-11-15T07:00:20+01:00',
        calls: 2,
        mails: 1,
        state: 'acknowledged',
        endedBy: 'desk',
        ended: '2026-11-15T07:01:30+01:00',
        note: 'Sent the porter',
      },
    ])
    expect(await page(call.id)).toMatch(/by desk, 15 Nov 2026, 07:01:30: Sent the porter/)
  })

  it('that rang together with another one tells the attempts of the other', async () => {
    const leader = await callOf(await asked())
    const follower = await callOf(await asked({ datetime: '2026-11-15T07:00:30' }, 'guest'))
    await hotel.app.database.transaction(({ activity }) =>
      activity.add(note(follower, 'wakeup.followed', SEVEN, 'Rings together', { with: leader.id })),
    )
    await rung(leader, 1, SEVEN, heard())
    const { asked: by, attempts, log } = await dossier(follower.id)
    expect(by.by).toBe('guest')
    expect(attempts).toMatchObject([{ wakeup: leader.id, number: 1, result: 'answered' }])
    expect(kinds(log.filter((row: { wakeup: string }) => row.wakeup === leader.id))).toEqual([
      'wakeup.dialled',
      'wakeup.progress',
      'wakeup.progress',
      'wakeup.answered',
      'wakeup.key',
      'wakeup.ended',
    ])
  })

  it('is printed in German where German is read', async () => {
    const call = await callOf(await asked({ confirm: true }))
    await rung(call, 1, SEVEN, heard())
    await settled(call, 'complete', SEVEN + seconds(20))
    const paper = await page(call.id, '?language=de')
    expect(paper).toContain('<html lang="de">')
    for (const words of ['Zimmer 101', 'Sonntag, 15. November 2026', 'Es wurde abgenommen', 'Das Protokoll'])
      expect(paper).toContain(words)
    expect(paper).toMatch(/Bestellt<\/dt>\s*<dd>14\. November 2026, 20:00:00 von \w+/)
    expect(paper).toMatch(/Gedruckt 14\. November 2026, 20:00:\d\d für guest\./)
    const own = paper.replaceAll(/<td lang="en">.*?<\/td>/gs, '').replace(/<style>.*?<\/style>/s, '')
    expect(own.match(/\b(?:the|were|asked|dialled|by|phone|room|printed)\b/gi) ?? []).toEqual([])
  })

  it('names on paper who stays there, to those who may know, and nobody who came when it was over', async () => {
    const arrives = (name: string) => hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name })
    const printed = async (id: string, user: string) =>
      (await hotel.request(user, 'GET', `/rest/wakeup/${id}/dossier`, undefined, HTML)).text
    await arrives('Zoë Miller')
    const call = await callOf(await asked())
    await settled(call, 'complete', hotel.clock.now() + seconds(1))
    hotel.clock.advance(seconds(60))
    await arrives('Ada Brunner')
    const paper = await printed(call.id, 'desk')
    expect(paper).toMatch(/In the room now<\/dt>\s*<dd>Zoë Miller<\/dd>/)
    expect(paper).not.toContain('Brunner')
    expect(await printed(call.id, 'guest')).not.toContain('Miller')
  })

  it('tells in German what the log and the desk were told', async () => {
    const call = await callOf(await asked())
    await rung(call, 1, SEVEN, refused())
    await settled(call, 'busy', SEVEN + seconds(20))
    const told = alarm({
      subject: call.id,
      room: '101',
      text: 'The wake-up call of room 101 for 07:00 failed: the phone was busy',
      detail: { outcome: 'busy', scheduled: '2026-11-15T07:00:00+01:00' },
      raisedAt: SEVEN + seconds(20),
    })
    await hotel.app.database.transaction(async ({ alarms, activity }) => {
      await alarms.insert(told)
      await activity.add(note(call, 'alarm.raised', SEVEN, told.text, { alarm: told.id, kind: told.kind }))
    })
    const paper = await page(call.id, '?language=de')
    for (const words of [
      'Weckruf auf 15. November 2026, 07:00:00 gesetzt',
      'Nebenstelle 101 auf Leitung',
      'Es war besetzt',
      'Alarm: Der Gast wurde nicht geweckt',
      'Zimmer 101: Gast nicht geweckt, Weckruf um 07:00: es war besetzt',
    ])
      expect(paper).toContain(words)
    expect(paper).not.toContain('lang="en"')
  })

  it('that was deleted is read from the log', async () => {
    const id = await asked({ room: '102', prompt: 0, confirm: true })
    const before = await listed(id)
    await hotel.request('boss', 'DELETE', `/rest/wakeup/${id}`)
    const { record, removed, log } = await dossier(id)
    expect(record).toEqual(before)
    expect(removed).toEqual({ at: '2026-11-14T20:00:00+01:00', by: 'boss', text: 'Wake-up call deleted' })
    expect(kinds(log)).toEqual(['wakeup.created', 'wakeup.deleted'])
    expect(await page(id)).toMatch(/The call was taken back/)
  })

  it('that was cancelled at check-out is read from the log', async () => {
    const id = await asked()
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Zoë' })
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkout', {})
    expect((await dossier(id)).removed).toMatchObject({
      by: 'desk',
      text: 'Wake-up call cancelled: the last guest checked out',
    })
  })

  it('that nobody knows is 404, and so is one of another tenant, deleted or not', async () => {
    const status = async (id: string, user: string) => {
      const answer = await hotel.request(user, 'GET', `/rest/wakeup/${id}/dossier`)
      return [answer.status, answer.json.error]
    }
    const id = await asked()
    const own = await asked({ room: '500' }, 'nymaid')
    expect(await status('6f9619ff-8b86-4011-b42d-00cf4fc964fe', 'boss')).toEqual([404, 3])
    expect(await status(id, 'nyboss')).toEqual([404, 3])
    expect((await dossier(own, 'nymaid')).record.tenant).toBe(NEW_YORK)
    await hotel.request('boss', 'DELETE', `/rest/wakeup/${id},${own}`)
    expect(await status(id, 'nyboss')).toEqual([404, 3])
    expect((await dossier(own, 'nymaid')).record.tenant).toBe(NEW_YORK)
    expect((await dossier(id)).record.id).toBe(id)
  })

  it('shows the seal of every row, as soon as it is sealed', async () => {
    const id = await asked()
    expect((await dossier(id)).log[0].sealed).toBe(null)
    await hotel.open()
    const { log } = await vi.waitFor(async () => {
      const found = await dossier(id)
      expect(found.log[0].sealed).not.toBe(null)
      return found
    }, PATIENCE)
    const [seal] = await hotel.app.database.read.seals.ofActivities([log[0].id])
    expect(log[0].sealed).toEqual({ number: seal?.number, hash: seal?.hash })
    expect(await page(id)).toContain(seal?.hash)
  })
})

describe('the dossier of a repeating call', () => {
  it('lists the days that are over, and tells of the present one', async () => {
    const series = await callOf(await asked({ daily: true }))
    await rung(series, 1, SEVEN, heard())
    const day = await settled(series, 'complete', SEVEN + seconds(20))
    const next = await callOf(series.id)
    await rung(next, 1, SEVEN + seconds(86_400), refused())

    const whole = await dossier(series.id)
    expect(whole.record).toMatchObject({ id: series.id, daily: true, status: 0 })
    expect(whole.occurrences).toEqual([{ id: day.id, scheduled: '2026-11-15T07:00:00+01:00', result: 1 }])
    expect(whole.attempts).toMatchObject([{ wakeup: 'next-day', result: 'busy' }])
    expect(kinds(whole.log)).toEqual([
      'wakeup.created',
      'wakeup.dialled',
      'wakeup.progress',
      'wakeup.progress',
      'wakeup.ended',
    ])
    expect(await page(series.id)).toMatch(/Days that are over/)
  })

  it('has one for each day, which tells how the series was asked for', async () => {
    const series = await callOf(await asked({ daily: true }, 'guest'))
    await rung(series, 1, SEVEN, heard())
    const day = await settled(series, 'complete', SEVEN + seconds(20))
    hotel.clock.advance(seconds(86_400))
    await hotel.request('boss', 'DELETE', `/rest/wakeup/${series.id}`)

    const { record, asked: by, attempts, removed, log } = await dossier(day.id)
    expect(record).toMatchObject({ id: day.id, series: series.id, result: 1 })
    expect(by).toMatchObject({ by: 'guest', at: '2026-11-14T20:00:00+01:00' })
    expect(attempts).toMatchObject([{ wakeup: day.id, result: 'answered' }])
    expect(removed).toBe(null)
    expect(kinds(log)).toContain('wakeup.created')
    expect(kinds(log)).not.toContain('wakeup.deleted')
    expect((await dossier(series.id)).removed).toMatchObject({ by: 'boss' })
  })

  it('is found by the id of the present day too', async () => {
    const series = await callOf(await asked({ daily: true }))
    const today = toldAs(series)
    const get = () => hotel.request('guest', 'GET', `/rest/wakeup/${today}/dossier`)
    expect((await get()).json.record.id).toBe(series.id)
    await rung(series, 1, SEVEN, refused())
    expect((await get()).json.record.id).toBe(series.id)
    await hotel.request('boss', 'DELETE', `/rest/wakeup/${series.id}`)
    expect((await get()).json).toMatchObject({ record: { id: series.id }, attempts: [{ wakeup: today }] })
  })
})

describe('the page of a dossier', () => {
  /** What stands on it. */
  const printed = async (id: string) =>
    (await page(id)).replaceAll(/<style>[^<]*<\/style>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

  it('is sent to those who like HTML better than JSON, and to nobody else', async () => {
    const id = await asked()
    const type = async (accept: string) =>
      (await hotel.request('guest', 'GET', `/rest/wakeup/${id}/dossier`, undefined, { accept })).headers[
        'content-type'
      ]
    expect(await type('*/*')).toBe('application/json')
    expect(await type('application/json, text/html;q=0.9')).toBe('application/json')
    expect(await type('text/html;q=0')).toBe('application/json')
    expect(await type('text/html')).toBe('text/html; charset=utf-8')
    expect(await type('application/json;q=0.5, text/html')).toBe('text/html; charset=utf-8')
  })

  it("tells in plain words and the hotel's time what happened", async () => {
    const call = await callOf(await asked())
    await rung(call, 1, SEVEN + 120, refused())
    await rung(call, 2, SEVEN + seconds(300), heard())
    await settled(call, 'complete', SEVEN + seconds(321), 'key')
    const text = await printed(call.id)
    for (const words of [
      'Grand Hotel · Wake-up call Room 101',
      'Sunday, 15 November 2026, 07:00',
      'The guest was woken and pressed a key',
      '14 Nov 2026, 20:00:00 by desk, over the interface, from 127.0.0.1',
      '15 Nov 2026, 07:00:00, 120 ms after the time asked for',
      '1. The phone was busy',
      '+ 0.450 s The exchange said: 180 Ringing',
      'The phone was busy (486 Busy Here, cause 17)',
      '2. The phone was picked up',
      '+ 6.200 s The phone was picked up',
      '+ 9.000 s Key 7 was pressed',
      'The phone was put down (200 OK); 12.3 s of the announcement had been heard at the phone',
      'All times are the hotel’s (Europe/Zurich)',
      'Printed 14 Nov 2026, 20:00:00 for guest',
    ])
      expect(text).toContain(words)
  })

  it.each([
    ['complete', 'heard', 'The phone was answered, no key was pressed'],
    ['no-answer', 'hung-up', 'The phone was answered and hung up'],
    ['no-answer', 'broken-off', 'The phone rang, and the call was broken off'],
    ['no-answer', null, 'Nobody answered'],
    ['diverted', 'no-key', 'The phone was answered, but the key to confirm it was not pressed'],
    ['diverted', 'elsewhere', 'Somebody else, or a mailbox, answered'],
  ] as const)('says no more than what happened: %s by %s', async (outcome, proof, words) => {
    const call = await callOf(await asked())
    await settled(call, outcome, SEVEN + seconds(20), proof)
    const text = await printed(call.id)
    expect(text).toContain(words)
    expect(text).not.toContain('woken')
  })

  it('believes the desk, and tells what the system itself has found', async () => {
    const call = await callOf(await asked())
    await settled(call, 'no-answer', SEVEN + seconds(20), 'hung-up')
    await hotel.request('desk', 'PUT', `/rest/wakeup/${call.id}`, { result: 1 })
    const text = await printed(call.id)
    expect(text).toContain('The guest was woken')
    expect(text).toContain('set by hand by desk')
    expect(text).toContain('What the system found: the phone was answered and hung up.')
  })

  it('tells of a phone that rang until the exchange gave up', async () => {
    const call = await callOf(await asked())
    await rung(call, 1, SEVEN, refused({ kind: 'line-trouble', status: 503, reason: 'Gone', rang: true }))
    expect(await printed(call.id)).toContain('1. The phone rang, and the call was broken off')
  })

  it('shows what people have written as it is, and runs none of it', async () => {
    const id = await asked({}, '<b>"O\'Hara"&')
    const evil = '</td><script>alert(1)</script><img src=x onerror=alert(1)>'
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1, reason: evil })
    const text = await page(id)
    expect(text).not.toMatch(/<script|<img|<b>"/)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('&lt;b&gt;&quot;O&#39;Hara&quot;&amp;')
  })

  it('needs nothing from outside', async () => {
    const text = await page(await asked())
    expect(text).not.toMatch(
      /\b(?:src|href|action)=|url\(|@import|https?:|<(?:script|link|iframe|object|form)\b/i,
    )
    expect(text).toContain(`content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;`)
    expect(text).toMatch(/@page \{ size: A4/)
  })
})
