import type { SiteFile } from '@reveille/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours } from '../src/kernel/clock.ts'
import { EAST, type Hotel, openHotel, SITE } from './hotel.ts'

const EVIL = '<script>alert("1")</script> & \'x\''

const HOUSE: SiteFile = {
  ...SITE,
  site: { ...SITE.site, name: 'Grand Hotel <b>&' },
  users: [
    ...(SITE.users ?? []),
    { username: 'e<i>ve', password: 'e<i>ve-pw', permissions: ['frontdesk'] },
    { username: 'chief', password: 'chief-pw', permissions: ['administrator'] },
  ],
  mailboxes: [
    ...(SITE.mailboxes ?? []),
    { number: '=1+1', extension: '911' },
    { number: '-cmd', extension: '912' },
    { number: '<i>9', extension: '913' },
  ],
  wakeup: { vipMethod: 'manual' },
}

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel({ site: HOUSE })
})
afterEach(() => hotel.close())

const create = (fields: Record<string, string | boolean>, user = 'desk') =>
  hotel.request(user, 'POST', '/rest/wakeup', fields)
const list = (accept: string | undefined, url = '/rest/wakeup/list', user = 'boss') =>
  hotel.request(user, 'GET', url, undefined, accept === undefined ? {} : { accept })
const print = (user = 'desk', query = '', accept?: string) =>
  list(accept, `/rest/wakeup/list/print${query}`, user)

it('is printed in German for a house that reads German', async () => {
  await create({ room: '101', time: '0630', daily: true })
  const { text, status } = await print('desk', '?language=de')
  expect(status).toBe(200)
  for (const words of [
    '<html lang="de">',
    'Weckrufe',
    '1 Weckruf<',
    'Nach Zeit',
    'Nach Zimmer',
    'Bestellt von',
  ])
    expect(text).toContain(words)
  expect(text).toContain('Sonntag, 15. November 2026')
  expect(text).toContain('täglich')
  expect(text).not.toMatch(/Wakeup|Printed|every day/)
  expect((await print('desk', '?language=fr')).status).toBe(400)
})

/** The cells of each row of the list by time, without markup. */
const rowsOf = (page: string) =>
  Array.from(page.matchAll(/<tr>\s*<td class="box">([\s\S]*?)<\/tr>/g), ([, row = '']) =>
    Array.from(row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g), ([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )

describe('the list of the night, as a page to print', () => {
  it('shows pending calls by time, with what the one who rings by hand must know', async () => {
    await hotel.request('desk', 'POST', '/rest/mailbox/102/checkin', { name: 'Ms Meier', vip: 'true' })
    await create({ room: '102', time: '0630' })
    await create({ room: '0201', time: '0600', daily: true })
    await create({ room: '101', time: '2330', confirm: true }, 'guest')
    const page = await print()
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(rowsOf(page.text)).toEqual([
      ['23:30', '101', 'vacant', 'a key must be pressed', 'guest', ''],
      ['06:00', '0201 ext. 201', 'vacant', 'every day', 'desk', ''],
      ['06:30', '102', 'Ms Meier', 'by hand, VIP', 'desk', ''],
    ])
    expect(page.text).toContain('Saturday, 14 November 2026')
    expect(page.text).toContain('Sunday, 15 November 2026')
    expect(page.text).toContain('3 calls')
    expect(page.text).toContain('Printed 14 Nov 2026, 20:00:00 for desk')
  })

  it('lists the rooms again by number, each with all of its times', async () => {
    for (const [room, time] of [
      ['101', '0700'],
      ['0201', '0600'],
      ['101', '0715'],
    ] as const)
      await create({ room, time })
    const { text } = await print()
    const rooms = Array.from(text.matchAll(/<li>([\s\S]*?)<\/li>/g), ([, one = '']) =>
      one.replaceAll(/<[^>]*>/g, '').trim(),
    )
    expect(rooms).toEqual(['101 07:00, 07:15', '0201 06:00'])
  })

  it('is of the next 24 hours and what is overdue, or of the span that is asked for', async () => {
    await create({ room: '101', time: '2030' })
    await create({ room: '102', datetime: '2026-11-15T20:29' })
    await create({ room: '103', datetime: '2026-11-16T07:00' })
    const times = async (query = '') => rowsOf((await print('desk', query)).text).map(([time]) => time)
    expect(await times()).toEqual(['20:30'])
    hotel.clock.advance(hours(1))
    expect(await times()).toEqual(['20:30', '20:29'])
    expect(await times('?start=20261116&end=20261117')).toEqual(['07:00'])
    expect(await times('?start=20261116')).toEqual(['07:00'])
    expect(await times('?room=102')).toEqual(['20:29'])
    expect((await print('desk', '?start=tonight')).status).toBe(400)
    expect((await print('desk', '?limit=5')).status).toBe(400)
  })

  it('has every day of a call that repeats, not the next one alone', async () => {
    await create({ room: '101', time: '0715', daily: true })
    await create({ room: '102', datetime: '2026-11-16T06:00' })
    const seen = async (query: string) =>
      rowsOf((await print('desk', query)).text).map(([time, room]) => `${time} ${room}`)
    expect(await seen('?start=20261114&end=202611161200')).toEqual(['07:15 101', '06:00 102', '07:15 101'])
    expect(await seen('?start=20261116&end=202611161200')).toEqual(['06:00 102', '07:15 101'])
  })

  it('is of the calls that are named, up to 200, and says that they were chosen', async () => {
    const first = (await create({ room: '101', time: '0700' })).json.id
    const later = (await create({ room: '102', datetime: '2026-11-18T07:00' })).json.id
    await create({ room: '103', time: '0700' })
    const { text } = await print('desk', `?id=${first},${later}`)
    expect(rowsOf(text).map(([time, room]) => [time, room])).toEqual([
      ['07:00', '101'],
      ['07:00', '102'],
    ])
    expect(text).toContain('Chosen calls')
    expect(text).not.toContain('Pending until')
    const german = (await print('desk', `?id=${later}&language=de`)).text
    expect(german).toContain('Ausgewählte Weckrufe')
    // Whose they are not, and what is over, is not on it.
    expect(rowsOf((await print('nyboss', `?id=${first}`)).text)).toEqual([])
    await hotel.request('desk', 'PUT', `/rest/wakeup/${first}`, { result: 1 })
    expect(rowsOf((await print('desk', `?id=${first},${later}`)).text)).toHaveLength(1)
    const many = Array.from({ length: 201 }, (_, n) => `${n}`).join(',')
    expect((await print('desk', `?id=${many}`)).status).toBe(400)
  })

  it('shows nothing that is over or taken back', async () => {
    const over = (await create({ room: '101', time: '0700' })).json.id
    await hotel.request('desk', 'PUT', `/rest/wakeup/${over}`, { result: 1 })
    const { text } = await print()
    expect(rowsOf(text)).toEqual([])
    expect(text).toContain('No calls are pending.')
  })

  it('names guests only to those who check them in, and to whoever configures the house', async () => {
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ms Meier' })
    await create({ room: '101', time: '0700' })
    expect((await print('desk')).text).toContain('Ms Meier')
    expect((await print('chief')).text).toContain('Ms Meier')
    const page = (await print('guest')).text
    expect(page).not.toContain('Ms Meier')
    expect(page).not.toContain('<th>Guest</th>')
    expect(rowsOf(page)).toEqual([['07:00', '101', '', 'desk', '']])
  })

  it('is of one’s own tenant, and for those who see all each tenant by its own clocks', async () => {
    await create({ room: '101', time: '0700' })
    await create({ room: '500', time: '0700' }, 'nyboss')
    const own = (await print('nyboss')).text
    expect(rowsOf(own).map(([, room]) => room)).toEqual(['500'])
    expect(own).toContain('America/New_York')
    const all = (await print('boss')).text
    expect(rowsOf(all).map(([time, room]) => [time, room])).toEqual([
      ['07:00', '101'],
      ['07:00', '500'],
    ])
    expect(all).toContain('New York house, by time')
    expect(rowsOf((await print('boss', `?tenant=${EAST}`)).text)).toEqual([])
    expect((await print('nyboss', `?tenant=${EAST}`)).status).toBe(404)
  })

  it('has the rooms of a minute in the order of the corridor, not of the keys', async () => {
    await create({ room: '103,102', time: '0700' })
    await create({ room: '101', time: '0700' })
    const { text } = await print('desk')
    expect(rowsOf(text).map((cells) => cells[1]?.replace(/<.*?>/g, ''))).toEqual(['101', '102', '103'])
  })

  it('runs nothing and loads nothing, whatever rooms, guests and accounts are called', async () => {
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: EVIL })
    await create({ room: '101,<i>9', time: '0700' }, 'e<i>ve')
    const { text } = await print('e<i>ve')
    expect(text).not.toMatch(/<(script|i|img|iframe|link)\b/i)
    expect(text).not.toMatch(/\b(src|href|on\w+)=|@import|url\(/i)
    expect(text).toContain('default-src &#39;none&#39;')
    expect(rowsOf(text).map((cells) => cells[2])).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;',
    )
    expect(text).toContain('&lt;i&gt;9')
    expect(text).toContain('e&lt;i&gt;ve')
    expect(text).toContain('Grand Hotel &lt;b&gt;&amp;')
    expect(text).toContain('@page')
  })

  it('is a page whatever Accept says, and asks for credentials', async () => {
    for (const accept of ['application/json', 'text/csv', '*/*', 'nonsense'])
      expect((await print('desk', '', accept)).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await hotel.request(null, 'GET', '/rest/wakeup/list/print')).status).toBe(401)
  })
})

describe('all calls as CSV', () => {
  const HEAD =
    'id,room,scheduled,created,daily,actor,attempts,snoozes,prompt,result,source,status,tenant,days,until,skipped,confirm,series,askedBy,occurrence,next,dialled,settled,machineResult,lastResult,follows,alarm,again,againAt,againResult,method,backup'

  it('have a column for every field of a record, and a row for every call', async () => {
    const { id } = (await create({ room: '101', datetime: '2026-11-15T07:00' })).json
    const daily = await create({ room: '102', time: '0800', days: 'mon,tue', until: '20261231' })
    const answer = await list('text/csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [record, weekly] = (await list(undefined)).json.wakeups
    expect(answer.text).toBe(
      [
        HEAD,
        `${id},101,2026-11-15T07:00:00+01:00,2026-11-14T20:00:00+01:00,false,desk,0,0,0,-1,1,0,${record.tenant},,,,,,desk,,2026-11-15T07:00:00+01:00,,,-1,-1,,,,,,,`,
        `${daily.json.id},102,2026-11-16T08:00:00+01:00,2026-11-14T20:00:00+01:00,false,desk,0,0,0,-1,1,0,${record.tenant},"mon,tue",20261231,,,,desk,${weekly.occurrence},2026-11-16T08:00:00+01:00,,,-1,-1,,,,,,,`,
        '',
      ].join('\r\n'),
    )
  })

  it('run nothing in a spreadsheet', async () => {
    await create({ room: '=1+1,-cmd', datetime: '2026-11-15T07:00' })
    const cells = (await list('text/csv')).text.split('\r\n').map((row) => row.split(',')[1])
    expect(new Set(cells.slice(1, 3))).toEqual(new Set(["'-cmd", "'=1+1"]))
  })

  it('keep to filters and pages, and to one’s own tenant', async () => {
    await create({ room: '101,102,103', datetime: '2026-11-15T07:00' })
    await create({ room: '500', time: '0700' }, 'nyboss')
    const page = await list('text/csv', '/rest/wakeup/list?end=202611150701&limit=2')
    expect(page.text.trimEnd().split('\r\n')).toHaveLength(3)
    expect(page.headers.link).toContain('rel="next"')
    const own = await list('text/csv', '/rest/wakeup/list', 'nyboss')
    expect(own.text.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringContaining(',500,')])
  })

  it.each([
    undefined,
    '*/*',
    'text/*',
    'text/html',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/json, text/csv;q=0.5',
    'text/csv;q=0',
    'text/csvx',
    'nonsense;;;q=',
    '',
  ])('are given only where Accept names them: %j is answered with JSON', async (accept) => {
    const answer = await list(accept)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({ wakeups: [] })
  })

  it.each(['text/csv', 'TEXT/CSV; charset=utf-8', 'text/csv;q=0.5', 'text/html, text/csv;q=0.9'])(
    '%s names them',
    async (accept) => {
      expect((await list(accept)).text).toBe(`${HEAD}\r\n`)
    },
  )
})

describe('a path of the contract', () => {
  it.each([
    '/rest/wakeup/list/pending',
    '/rest/wakeup/list/answered',
    '/rest/wakeup/list/failed',
    '/rest/isi/item',
    '/rest/isi/category',
    '/rest/rsi/status',
    '/rest/system',
  ])('answers JSON whatever Accept says: %s', async (url) => {
    for (const accept of ['text/csv', 'text/html', '*/*', 'image/png', 'nonsense', ''])
      expect((await list(accept, url)).headers['content-type']).toBe('application/json')
  })

  it('answers JSON to a wish whatever Accept says', async () => {
    const answer = await hotel.request(
      'desk',
      'POST',
      '/rest/wakeup',
      { room: '101', time: '0700' },
      { accept: 'text/csv' },
    )
    expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/json'])
  })
})
