import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PATIENCE } from '../testing/eventually.ts'
import { type Hotel, openHotel } from './hotel.ts'
import { Screen } from './screen.ts'

let hotel: Hotel
beforeAll(async () => {
  hotel = await openHotel()
  await hotel.open()
})
afterAll(() => hotel.close())

const ask = (method: string, url: string, body?: Record<string, string>) =>
  hotel.request('boss', method, url, body)

it('an administrator makes a backup, sees it in the list and takes it away', async () => {
  const { status, json } = await ask('POST', '/rest/system/backup', {})
  expect([status, json.id]).toEqual([201, 'reveille-20261114-200000.backup'])
  await vi.waitUntil(async () => (await ask('GET', '/rest/system/backup')).json.running === null, PATIENCE)
  const list = (await ask('GET', '/rest/system/backup')).json
  expect(list).toMatchObject({ failed: '', backups: [{ name: json.id, bytes: expect.any(Number) }] })
  const file = await ask('GET', `/rest/system/backup/${json.id}`)
  expect(file.headers).toMatchObject({ 'content-disposition': `attachment; filename="${json.id}"` })
  expect(file.text.startsWith('SQLite format 3')).toBe(true)
  expect((await ask('GET', '/rest/system/backup/reveille-20200101-000000.backup')).status).toBe(404)
  expect((await ask('GET', '/rest/system/backup/..%2Freveille.key')).status).toBe(400)
})

it('the doctor looks at the house while it serves', async () => {
  const { json } = await ask('GET', '/rest/system/doctor')
  expect(json.findings.map(({ topic }: { topic: string }) => topic)).toContain('database')
})

it('a screen tells of pages that broke, ten times a minute at most', async () => {
  const screen = await Screen.at(hotel, 'guest', {})
  const report = () =>
    screen.ask('POST', '/rest/system/report', { build: '1', page: '/today', message: 'x', stack: '' })
  for (let n = 0; n < 10; n++) expect((await report()).status).toBe(200)
  expect((await report()).status).toBe(429)
})
