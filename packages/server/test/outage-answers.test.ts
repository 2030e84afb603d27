import { expect, test } from 'vitest'
import type { AlarmRecord } from '@reveille/contract'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { fillDisk } from './full-disk.ts'
import { openNight, type Night } from './night.ts'

// What those see who look at the house while nothing can be written.

const WAKEUP = { attempts: 1, escalation: { extension: '0' } } as const

/** Room 104 was rung in vain, and room 101 answered, after the disk was full. */
async function anOutage() {
  const night = await openNight({ idleStepMs: seconds(1), wakeup: WAKEUP })
  const { hotel, exchange } = night
  exchange.does('104', { does: 'busy' })
  exchange.does('0', { does: 'ring' })
  const answered = await hotel.ask('101', '2005')
  await hotel.ask('104', '2005')
  await hotel.pass(minutes(4))
  const free = fillDisk(hotel)
  await hotel.pass(seconds(100))
  return { ...night, answered, free }
}

const get = ({ hotel }: Night, path: string, accept = 'application/json') =>
  hotel.request('boss', 'GET', path, undefined, { accept })
const openAlarms = async (night: Night): Promise<AlarmRecord[]> =>
  (await get(night, '/rest/alarm?state=open')).json.alarms
const failed = async (night: Night) => (await openAlarms(night)).find(({ kind }) => kind === 'wakeup.failed')

test('alarms are listed that cannot be written yet, and found by their ids', async () => {
  const night = await anOutage()
  const alarms = await openAlarms(night)
  expect(alarms.map(({ kind, room }) => [kind, room])).toEqual(
    expect.arrayContaining([
      ['database.away', ''],
      ['wakeup.failed', '104'],
    ]),
  )
  const one = await failed(night)
  expect((await get(night, `/rest/alarm/${one?.id}`)).json).toMatchObject({ kind: 'wakeup.failed' })
})

test('an alarm is acknowledged meanwhile, and stays so under its id when it is written', async () => {
  const night = await anOutage()
  const { hotel, exchange, free } = night
  const id = (await failed(night))?.id ?? ''
  const acknowledge = () => hotel.request('boss', 'POST', `/rest/alarm/${id}/acknowledge`, { note: 'seen' })
  expect((await acknowledge()).status).toBe(200)
  expect((await acknowledge()).status).toBe(409)
  expect(await failed(night)).toBeUndefined()

  free()
  await hotel.pass(seconds(30))
  const rung = exchange.rings('0').length
  expect((await get(night, `/rest/alarm/${id}`)).json).toMatchObject({
    kind: 'wakeup.failed',
    state: 'acknowledged',
    by: 'boss',
    note: 'seen',
  })
  await hotel.pass(minutes(20))
  expect(exchange.rings('0')).toHaveLength(rung)
})

test('every answer says since when nothing is written, and the pages say what that means', async () => {
  const night = await anOutage()
  const { hotel, answered, free } = night
  const pages = [`/rest/wakeup/${answered}/dossier`, '/rest/wakeup/list/print']
  const since = (await get(night, '/rest/wakeup/list/pending')).headers['reveille-outage']
  expect(since).toMatch(/^2026-11-14T20:04:/)
  for (const path of pages) expect((await get(night, path, 'text/html')).text).toContain('Not up to date')

  free()
  await hotel.pass(seconds(10))
  expect((await get(night, '/rest/wakeup/list/pending')).headers['reveille-outage']).toBeUndefined()
  for (const path of pages) expect((await get(night, path, 'text/html')).text).not.toContain('Not up to date')
})

test('the system does not call a database running that takes nothing, and nobody overdue who was rung', async () => {
  const night = await anOutage()
  const { hotel } = night
  expect((await get(night, '/rest/system')).json).toMatchObject({ database: false })
  const { checks } = (await hotel.during(get(night, '/rest/system/check'))).json
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'database',
      ok: false,
      text: expect.stringContaining('Nothing can be written') as unknown,
    }),
  )
  const metrics = (await hotel.during(get(night, '/metrics'))).text
  expect(metrics).toContain('\nreveille_wakeups_overdue 0\n')
})
