import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSiteFile } from '../src/config/site/parse-site-file.ts'
import { type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
beforeAll(async () => {
  hotel = await openHotel()
  await ask('POST', '/rest/config/prompt', { id: 1, description: 'Regatta', text: 'Boats leave.' })
})
afterAll(() => hotel.close())

const ask = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  fields?: object,
  headers?: Record<string, string>,
) =>
  hotel.request('boss', method, url, fields && JSON.stringify(fields), {
    ...(fields ? { 'content-type': 'application/json' } : {}),
    ...headers,
  })

describe('a form that is refused', () => {
  it('tells everything that is wrong with it, each by its field and a word that stays', async () => {
    const { status, json } = await ask('PUT', '/rest/config/site', {
      company: 'x'.repeat(201),
      wakeup: { attempts: 99, snooze: { limit: -1, delay: 'soon' }, method: 'loudly', extra: 1 },
    })
    expect([status, json.error, json.code, json.field]).toEqual([400, 1, 'parameter.invalid', 'company'])
    expect(json.problems).toMatchObject([
      { field: 'company', code: 'field.long', limit: 200 },
      { field: 'wakeup.extra', code: 'field.unknown' },
      { field: 'wakeup.attempts', code: 'field.high', limit: 20 },
      { field: 'wakeup.snooze.limit', code: 'field.low', limit: 0 },
      { field: 'wakeup.snooze.delay', code: 'field.shape', shape: 'duration' },
      { field: 'wakeup.method', code: 'field.choice' },
    ])
    expect(json.description).toBe(
      'The field company must have at most 200 characters (Company that runs it. Default: empty)',
    )
  })

  it('names what is missing', async () => {
    const { json } = await ask('POST', '/rest/config/connector', { type: 'webhook' })
    expect(json.problems).toMatchObject([
      { field: 'name', code: 'field.missing' },
      { field: 'url', code: 'field.missing' },
    ])
  })

  it('names the fields of rules that no schema knows', async () => {
    const { json } = await ask('PUT', '/rest/config/site', {
      timezone: 'Mars/Base',
      wakeup: { ringTime: '0s' },
    })
    expect(json).toMatchObject({ code: 'parameter.invalid', field: 'timezone' })
    expect(json.problems).toMatchObject([
      { field: 'timezone', code: 'field.rule', shape: 'zone' },
      { field: 'wakeup.ringTime', code: 'field.rule', shape: 'no-time' },
    ])
    const audioPorts = { low: 20_000, high: 10_000 }
    const ports = await ask('PUT', '/rest/config/site', { telephony: { mode: 'virtual', audioPorts } })
    expect(ports.json.problems).toMatchObject([
      { field: 'telephony.audioPorts.high', code: 'field.rule', shape: 'low', limit: 20_001 },
    ])
  })

  it.each([
    ['/rest/config/mailbox', { range: '100-102' }, '101'],
    ['/rest/config/user', { username: 'desk', password: 'a-long-pass-phrase' }, 'desk'],
  ])('names what there is already: %s', async (url, fields, thing) => {
    const { status, json } = await ask('POST', url, fields)
    expect([status, json.code]).toEqual([409, 'thing.exists'])
    expect(json.problems).toMatchObject([{ code: 'thing.exists', field: '', thing }])
  })

  it('says that a password is too weak, and what is asked of one', async () => {
    const { json } = await ask('POST', '/rest/config/user', { username: 'maid', password: 'abc' })
    expect(json.problems).toMatchObject([{ field: 'password', code: 'password.weak', limit: 4 }])
  })

  it('tells a bounded number of mistakes of a hostile one', async () => {
    const fields = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`f${at}`, 1]))
    const { json } = await ask('PUT', '/rest/config/site', fields)
    expect(json.problems).toHaveLength(20)
  })
})

describe('two people who change the same thing', () => {
  it.each([
    ['/rest/config/site', { company: 'A' }, { company: 'B' }],
    ['/rest/config/user/desk', { disabled: true }, { disabled: false }],
    ['/rest/config/mailbox/101', { name: 'A' }, { name: 'B' }],
    ['/rest/config/connector/bar', { timeout: '4s' }, { timeout: '5s' }],
    ['/rest/config/server/housekeeping', { timeout: '4s' }, { timeout: '5s' }],
    ['/rest/config/prompt/1', { text: 'A' }, { text: 'B' }],
    ['/rest/isi/item/10', { price: '4.10' }, { price: '4.20' }],
    ['/rest/isi/category/1', { color: '#111111' }, { color: '#222222' }],
  ])('are told: %s', async (url, first, second) => {
    const tag = String((await ask('GET', url)).headers['etag'])
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect((await ask('PUT', url, first, { 'if-match': tag })).status).toBe(200)
    const late = await ask('PUT', url, second, { 'if-match': tag })
    expect([late.status, late.json.code]).toEqual([412, 'thing.changed'])
    const now = await ask('GET', url)
    expect(now.json).toMatchObject(first)
    const again = { 'if-match': String(now.headers['etag']) }
    expect((await ask('PUT', url, second, again)).status).toBe(200)
  })

  it('may write without looking', async () => {
    expect((await ask('PUT', '/rest/config/site', { company: 'C' }, { 'if-match': '*' })).status).toBe(200)
    expect((await ask('PUT', '/rest/config/site', { company: 'D' })).status).toBe(200)
  })
})

describe('the site as a file', () => {
  it('is what a site file would be, without secrets', async () => {
    const { text, headers } = await ask('GET', '/rest/config/site-file')
    expect(headers['content-type']).toBe('application/yaml')
    const read = parseSiteFile(text)
    expect(read).toHaveProperty('site')
    expect(read).toMatchObject({
      site: {
        site: { name: 'Grand Hotel' },
        users: expect.arrayContaining([expect.objectContaining({ username: 'desk' })]),
        inventory: { items: expect.arrayContaining([expect.objectContaining({ id: '10' })]) },
      },
    })
    expect(text).not.toMatch(/whsec|password:|secret:|argon/i)
  })

  it('tells what the file that was applied sets', async () => {
    const { json } = await ask('GET', '/rest/config/site-file/things')
    expect(json.things).toEqual(expect.arrayContaining(['mailbox 101', 'user desk', 'connector bar']))
  })
})

describe('rooms from a table', () => {
  const send = (csv: string, dry = false) => ask('POST', '/rest/config/mailbox/import', { csv, dry })
  const TABLE = 'number;name;vip;floor\n101;Garden suite;true;G\n901;;;9\n902;Tower;0;9\n'

  it('are looked at first, and nothing is written', async () => {
    const { json } = await send(TABLE, true)
    expect(json).toMatchObject({ written: false, new: 2, changed: 1, same: 0, wrong: 0 })
    expect(json.rows[0]).toMatchObject({ line: 2, number: '101', state: 'changed' })
    expect((await ask('GET', '/rest/config/mailbox/901')).status).toBe(404)
  })

  it('are added and changed, and a second time nothing is left to do', async () => {
    expect((await send(TABLE)).json).toMatchObject({ written: true, new: 2, changed: 1 })
    expect((await ask('GET', '/rest/config/mailbox/101')).json).toMatchObject({
      name: 'Garden suite',
      vip: true,
    })
    expect((await ask('GET', '/rest/config/mailbox/901')).json).toMatchObject({
      name: 'Room 901',
      floor: '9',
    })
    expect((await send(TABLE)).json).toMatchObject({ written: true, new: 0, changed: 0, same: 3 })
  })

  it('say in words who is a VIP', async () => {
    const { json } = await send('number,vip\n921,ja\n922,Yes\n923,WAHR\n924,1\n925,nein\n926,no\n')
    expect(json).toMatchObject({ written: true, new: 6, wrong: 0 })
    const vips = [921, 922, 923, 924, 925, 926].map(async (number) => {
      const room = await ask('GET', `/rest/config/mailbox/${number}`)
      return room.json.vip
    })
    expect(await Promise.all(vips)).toEqual([true, true, true, true, false, false])
  })

  it('are left alone all together when one row is wrong, and each such row says why', async () => {
    const { json } = await send('number,vip,language\n911,perhaps,\n912,,xx\n913,,\n913,,\nwest wing,,\n')
    expect(json).toMatchObject({ written: false, new: 1, wrong: 4 })
    expect(json.rows).toMatchObject([
      { line: 2, state: 'wrong', code: 'field.type', field: 'vip', reason: expect.stringContaining('vip') },
      {
        line: 3,
        state: 'wrong',
        code: 'language.unspoken',
        field: 'language',
        reason: expect.stringContaining('language xx is not spoken'),
      },
      { line: 4, state: 'new' },
      { line: 5, state: 'wrong', code: 'row.twice' },
      {
        line: 6,
        state: 'wrong',
        code: 'extension.needed',
        field: 'extension',
        reason: expect.stringContaining('needs an extension'),
      },
    ])
    expect((await ask('GET', '/rest/config/mailbox/913')).status).toBe(404)
  })

  it('may be 5,000, and no more', async () => {
    const table = (rows: number) =>
      `number\n${Array.from({ length: rows }, (_, at) => 20_000 + at).join('\n')}`
    expect((await send(table(5_001), true)).json).toMatchObject({ problems: [{ code: 'csv.too-long' }] })
    expect((await send(table(5_000))).json).toMatchObject({ written: true, new: 5_000 })
    expect((await ask('GET', '/rest/config/mailbox/24999')).status).toBe(200)
  })

  it.each([
    ['name\nSuite', 'csv.no-number'],
    ['number,colour\n1,red', 'csv.unknown-column'],
  ])('%j is no such table', async (csv, code) => {
    expect((await send(csv)).json).toMatchObject({ field: 'csv', problems: [{ code }] })
  })
})

describe('announcements', () => {
  it('can be chosen by everybody', async () => {
    const { status, json } = await hotel.request('guest', 'GET', '/rest/prompt')
    expect(status).toBe(200)
    expect(json.prompts[0]).toEqual({
      id: 1,
      description: expect.any(String),
      language: expect.any(String),
      milliseconds: null,
      tenant: '',
    })
  })

  it('are heard before they are kept, or it is said why not', async () => {
    const { status, json, headers } = await ask('POST', '/rest/config/prompt/speech', {
      text: 'Good morning',
    })
    const hasVoice = fs.existsSync('/usr/bin/espeak-ng') || fs.existsSync('/usr/bin/pico2wave')
    expect([status, hasVoice ? headers['content-type'] : json.code]).toEqual(
      hasVoice ? [200, 'audio/wav'] : [409, 'voice.missing'],
    )
  })

  it('may be asked for twice a second', async () => {
    hotel.clock.advance(1_000)
    const asked = () => ask('POST', '/rest/config/prompt/speech', { text: 'Good morning' })
    await asked()
    await asked()
    expect((await asked()).status).toBe(429)
  })
})
