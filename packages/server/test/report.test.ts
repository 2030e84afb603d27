import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
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

  it('tells the same as CSV, with nothing where nothing is settled', async () => {
    await call('101', '2026-11-15T07:00', settled(120, 'complete', 'heard'))
    await call('102', '2026-11-17T07:00', () => ({}))
    const { text } = await hotel.request('boss', 'GET', '/rest/report/wakeup', undefined, {
      accept: 'text/csv',
    })
    const [head, ...rows] = text.trimEnd().split('\r\n')
    expect(head).toBe(
      'day,calls,pending,answered,failed,complete,no-answer,busy,diverted,no-line,unreachable,missed,within5s,within60s,within5m,keyed,unkeyed,machines,no-database',
    )
    expect(rows).toEqual([
      '20261115,1,0,1,0,1,0,0,0,0,0,0,100,100,100,0,100,0,0',
      '20261117,1,1,0,0,0,0,0,0,0,0,0,,,,,,0,0',
    ])
  })

  it('shows the very fields that the document of the interface names', async () => {
    await call('101', '2026-11-15T07:00', settled(120))
    const { json: document } = await hotel.request(null, 'GET', '/openapi.json')
    const { schema } = document.paths['/rest/report/wakeup'].get.responses['200'].content['application/json']
    const { report, totals } = (await hotel.request('boss', 'GET', '/rest/report/wakeup')).json
    expect(Object.keys(schema.properties.report.items.properties)).toEqual(Object.keys(report[0]))
    expect(Object.keys(schema.properties.totals.properties)).toEqual(Object.keys(totals))
  })
})
