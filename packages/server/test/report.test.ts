import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import type { Wakeup } from '../src/hotel/wakeups/wakeup.ts'
import { type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

async function call(room: string, datetime: string, of: (call: Wakeup) => Partial<Wakeup>) {
  const { json } = await hotel.request('desk', 'POST', '/rest/wakeup', { room, datetime })
  await hotel.app.database.transaction(async ({ wakeups }) => {
    const asked = await wakeups.get(json.id)
    if (asked) await wakeups.update({ ...asked, ...of(asked) })
  })
}

const settled =
  (lateMs: number | null, outcome: 'complete' | 'no-answer' = 'complete', proof: Wakeup['proof'] = null) =>
  ({ scheduledAt }: Wakeup): Partial<Wakeup> => ({
    state: 'done',
    list: outcome === 'complete' ? 'answered' : 'failed',
    outcome,
    machineOutcome: outcome,
    proof,
    dialledAt: lateMs === null ? null : scheduledAt + lateMs,
  })

describe('the report on wakeup calls', () => {
  it('tells, by day and in all, how many calls were dialled in time', async () => {
    await call('101', '2026-11-15T07:00', settled(120))
    await call('102', '2026-11-15T07:00', settled(seconds(30), 'no-answer'))
    await call('103', '2026-11-15T07:00', settled(null, 'no-answer'))
    await call('104', '2026-11-15T08:00', () => ({}))
    await call('101', '2026-11-16T07:00', settled(seconds(400)))
    await call('102', '2026-11-17T07:00', () => ({}))
    const { report, totals } = (await hotel.request('boss', 'GET', '/rest/report/wakeup')).json
    expect(report).toMatchObject([
      { day: '20261115', calls: 4, pending: 1, within5s: 33.33, within60s: 66.66, within5m: 66.66 },
      { day: '20261116', calls: 1, within5s: 0, within60s: 0, within5m: 0 },
      { day: '20261117', calls: 1, pending: 1, within5s: null, within60s: null, within5m: null },
    ])
    expect(totals).toMatchObject({
      calls: 6,
      answered: 2,
      failed: 2,
      within5s: 25,
      within60s: 50,
      within5m: 50,
    })
  })

  it('tells how many answers came with a key, and how many without', async () => {
    await call('101', '2026-11-15T07:00', settled(0, 'complete', 'key'))
    for (const room of ['102', '103', '104'])
      await call(room, '2026-11-15T07:00', settled(0, 'complete', 'heard'))
    await call('101', '2026-11-16T07:00', settled(0, 'no-answer', 'hung-up'))
    const { report, totals } = (await hotel.request('boss', 'GET', '/rest/report/wakeup')).json
    expect(report).toMatchObject([
      { answered: 4, keyed: 25, unkeyed: 75 },
      { answered: 0, keyed: null, unkeyed: null },
    ])
    expect(totals).toMatchObject({ keyed: 25, unkeyed: 75 })
  })

  it('tells how many guests were reached by hand, not by the system', async () => {
    await call('101', '2026-11-15T07:00', settled(0))
    await call('102', '2026-11-15T07:00', (asked) => ({
      ...settled(0, 'no-answer')(asked),
      list: 'answered',
      outcome: 'complete',
    }))
    const { totals } = (await hotel.request('boss', 'GET', '/rest/report/wakeup')).json
    expect(totals).toMatchObject({ calls: 2, answered: 2, complete: 2, 'by-hand': 1, failed: 0 })
  })

  it('tells the same as CSV, with nothing where nothing is settled', async () => {
    await call('101', '2026-11-15T07:00', settled(120, 'complete', 'heard'))
    await call('102', '2026-11-17T07:00', () => ({}))
    const { text } = await hotel.request('boss', 'GET', '/rest/report/wakeup', undefined, {
      accept: 'text/csv',
    })
    const [head, ...rows] = text.trimEnd().split('\r\n')
    expect(head).toBe(
      'day,calls,pending,answered,failed,complete,no-answer,busy,diverted,no-line,unreachable,missed,within5s,within60s,within5m,keyed,unkeyed,machines,no-database,by-hand',
    )
    expect(rows).toEqual([
      '20261115,1,0,1,0,1,0,0,0,0,0,0,100,100,100,0,100,0,0,0',
      '20261117,1,1,0,0,0,0,0,0,0,0,0,,,,,,0,0,0',
    ])
  })

  it('shows the very fields that the document of the interface names', async () => {
    await call('101', '2026-11-15T07:00', settled(120))
    const { json: document } = await hotel.request(null, 'GET', '/openapi.json')
    const { schema } = document.paths['/rest/report/wakeup'].get.responses['200'].content['application/json']
    const of = async (by: string) => (await hotel.request('boss', 'GET', `/rest/report/wakeup?by=${by}`)).json
    const [byDay, byHour] = [await of('day'), await of('hour')]
    const { day, ...hour } = schema.properties.report.items.properties
    expect(Object.keys(hour)).toEqual(Object.keys(byHour.report[0]))
    expect(Object.keys({ day, ...schema.properties.totals.properties }).slice(0, -5)).toEqual(
      Object.keys(byDay.report[0]),
    )
    expect(Object.keys(schema.properties.totals.properties)).toEqual(Object.keys(byHour.totals))
  })
})

describe('the report on wakeup calls by hour', () => {
  it('tells of each hour of the day how late its calls were dialled', async () => {
    await call('101', '2026-11-15T07:10', settled(120))
    await call('102', '2026-11-16T07:50', settled(seconds(30), 'no-answer'))
    await call('103', '2026-11-15T07:00', settled(seconds(200)))
    await call('104', '2026-11-15T07:00', settled(seconds(301)))
    await call('105', '2026-11-15T07:00', settled(null, 'no-answer'))
    await call('106', '2026-11-15T07:00', () => ({}))
    await call('101', '2026-11-15T18:00', settled(0))
    const { report, totals } = (await hotel.request('boss', 'GET', '/rest/report/wakeup?by=hour')).json
    const buckets = { upTo5s: 1, upTo60s: 1, upTo5m: 1, later: 1, never: 1 }
    expect(report).toMatchObject([
      { hour: '07', calls: 6, pending: 1, answered: 3, within5s: 20, ...buckets },
      { hour: '18', calls: 1, upTo5s: 1, upTo60s: 0 },
    ])
    expect(totals).toMatchObject({ calls: 7, ...buckets, upTo5s: 2 })
    const csv = await hotel.request('boss', 'GET', '/rest/report/wakeup?by=hour', undefined, {
      accept: 'text/csv',
    })
    expect(csv.text).toMatch(/^hour,calls,.*,upTo5s,upTo60s,upTo5m,later,never\r\n07,6,/)
  })

  it('goes by the clocks of the room’s tenant', async () => {
    await call('500', '2026-11-15T07:10', settled(0))
    const { report } = (await hotel.request('boss', 'GET', '/rest/report/wakeup?by=hour')).json
    expect(report).toMatchObject([{ hour: '07' }])
  })
})

describe('the report on rooms turned round', () => {
  it('tells by day how long dirty rooms took to be clean', async () => {
    await hotel.request('boss', 'POST', '/rest/rsi/status', {
      id: '2',
      description: 'Dirty',
      condition: 'dirty',
    })
    const report = (room: string, id: string) =>
      hotel.request('maid', 'POST', '/rest/rsi/change', { room, id })
    for (const room of ['101', '102', '103']) await report(room, '2')
    for (const room of ['101', '102', '103', '104']) {
      hotel.clock.advance(minutes(20))
      await report(room, '001')
      await report(room, '1')
    }
    const { json } = await hotel.request('boss', 'GET', '/rest/report/turnround')
    const figures = { rooms: 3, shortest: 20, median: 40, longest: 60 }
    expect(json).toEqual({ report: [{ day: '20261114', ...figures }], totals: figures })
    const none = (await hotel.request('nyboss', 'GET', '/rest/report/turnround')).json
    expect(none).toEqual({ report: [], totals: { rooms: 0, shortest: null, median: null, longest: null } })
  })
})
