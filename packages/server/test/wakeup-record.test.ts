import { describe, expect, test } from 'vitest'
import type { WholeWakeup } from '@reveille/contract'
import { hours, minutes } from '../src/kernel/clock.ts'
import { openNight } from './night.ts'
import type { RingingHotel } from './ringing-hotel.ts'
import { PRESSES } from './test-exchange.ts'

const BUSY = { does: 'busy' } as const
const one = async ({ request }: RingingHotel, id: string): Promise<WholeWakeup> =>
  (await request('guest', 'GET', `/rest/wakeup/${id}`)).json
const listed = async ({ request }: RingingHotel, query = '', user = 'guest'): Promise<WholeWakeup[]> =>
  (await request(user, 'GET', `/rest/wakeup/list${query}`)).json.wakeups

describe('the record of a call', () => {
  test('tells when it rings next, who asked for it, and that nothing has come of it yet', async () => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '2010')
    expect(await one(hotel, id)).toMatchObject({
      askedBy: 'desk',
      next: '2026-11-14T20:10:00+01:00',
      dialled: null,
      settled: null,
      result: -1,
      machineResult: -1,
      lastResult: -1,
    })
    expect(await one(hotel, id)).not.toHaveProperty('occurrence')
    expect(await one(hotel, id)).not.toHaveProperty('alarm')
  })

  test('has no field more in the lists of the contract', async () => {
    const { hotel } = await openNight()
    await hotel.ask('101', '2010')
    const { pending } = (await hotel.request('guest', 'GET', '/rest/wakeup/list/pending')).json
    expect(Object.keys(pending[0])).toEqual([
      'id',
      'room',
      'scheduled',
      'created',
      'daily',
      'actor',
      'attempts',
      'snoozes',
      'prompt',
      'result',
      'source',
      'status',
      'tenant',
    ])
  })

  test('tells what came of the last attempt, and when the next is, until it is over', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 2, retryDelay: '5m' } })
    exchange.does('101', { does: 'ring' })
    const id = await hotel.ask('101', '2010')
    await hotel.ringing(id, minutes(15))
    expect(await one(hotel, id)).toMatchObject({ status: 1, next: null, lastResult: -1 })
    await hotel.until(async () => (await one(hotel, id)).status === 0)
    expect(await one(hotel, id)).toMatchObject({
      lastResult: 2,
      machineResult: -1,
      dialled: '2026-11-14T20:10:00+01:00',
      next: '2026-11-14T20:15:00+01:00',
    })
    await hotel.settled(id)
    const over = await one(hotel, id)
    expect(over).toMatchObject({ result: 2, machineResult: 2, lastResult: 2, next: null })
    expect(over.settled).toMatch(/^2026-11-14T20:15:/)
    const [alarm] = await hotel.alarms()
    expect(over.alarm).toBe(alarm?.id)
  })

  test('keeps who asked and what the system found when somebody says otherwise, and its alarm is over', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    exchange.does('101', BUSY)
    const id = await hotel.ask('101', '2010')
    await hotel.settled(id)
    await hotel.request('maid', 'PUT', `/rest/wakeup/${id}`, { result: 1 })
    const record = await one(hotel, id)
    expect(record).toMatchObject({
      askedBy: 'desk',
      actor: 'maid',
      result: 1,
      machineResult: 3,
      lastResult: 3,
    })
    expect(record).not.toHaveProperty('alarm')
  })

  test('of a snoozed call says that it was answered', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { snooze: { limit: 1, delay: '5m' } } })
    exchange.does('101', PRESSES('1'))
    const id = await hotel.ask('101', '2010')
    await hotel.until(async () => (await one(hotel, id)).snoozes === 1, minutes(20))
    expect(await one(hotel, id)).toMatchObject({ status: 0, lastResult: 1, result: -1 })
  })

  test.each([
    [
      { method: 'backup', backupAfter: '3m' },
      { method: 'backup', backup: '2026-11-14T20:13:00+01:00' },
    ],
    [{ method: 'manual' }, { method: 'manual' }],
  ] as const)('tells who rings it, and when the system steps in: %o', async (wakeup, told) => {
    const { hotel } = await openNight({
      wakeup: { vipMethod: wakeup.method, ...wakeup, method: 'automatic' },
    })
    await hotel.request('desk', 'POST', '/rest/mailbox/102/checkin', { name: 'Okafor', vip: true })
    const [plain, vip] = [await hotel.ask('101', '2010'), await hotel.ask('102', '2010')]
    expect(await one(hotel, vip)).toMatchObject(told)
    expect(await listed(hotel, `?id=${plain},${vip}`)).toContainEqual(
      expect.objectContaining({ id: vip, ...told }),
    )
    expect(await one(hotel, plain)).not.toHaveProperty('method')
    await hotel.request('desk', 'PUT', `/rest/wakeup/${vip}`, { result: 1 })
    expect(await one(hotel, vip)).not.toHaveProperty('method')
  })

  test('of a call that rings with another names that one', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', { does: 'ring' })
    const leader = await hotel.ask('101', '2026-11-14T20:10:00')
    const other = await hotel.ask('101', '2026-11-14T20:10:30')
    await hotel.ringing(leader, minutes(15))
    expect(await one(hotel, other)).toMatchObject({ follows: leader })
  })
})

describe('a day of a series', () => {
  test('is found under the id that the log and alarms tell it by, while it rings and ever after', async () => {
    const { hotel, exchange } = await openNight({ idleStepMs: hours(2) })
    exchange.does('101', PRESSES('5'))
    const id = await hotel.ask('101', '2010', { daily: true })
    const { occurrence } = await one(hotel, id)
    await hotel.ringing(id, minutes(15))
    const [dialled] = await hotel.log('wakeup.dialled')
    expect(dialled?.wakeup).toBe(occurrence)
    expect(await one(hotel, occurrence ?? '')).toMatchObject({ id, status: 1, occurrence })
    await hotel.until(async () => (await one(hotel, occurrence ?? '')).status === 2)
    expect(await one(hotel, occurrence ?? '')).toMatchObject({ id: occurrence, series: id, askedBy: 'desk' })
    const next = await one(hotel, id)
    expect(next).toMatchObject({ status: 0, lastResult: -1, dialled: null })
    expect(next.occurrence).not.toBe(occurrence)
  })
})

describe('a list of named calls', () => {
  test('has those that are there, by time, and the series of a day', async () => {
    const { hotel } = await openNight()
    const late = await hotel.ask('101', '2300')
    const early = await hotel.ask('102', '2200')
    const series = await hotel.ask('103', '2230', { daily: true })
    await hotel.ask('104', '2200')
    const { occurrence } = await one(hotel, series)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const named = [late, early.toUpperCase(), occurrence, unknown, early].join(',')
    expect((await listed(hotel, `?id=${named}`)).map(({ id }) => id)).toEqual([early, series, late])
    expect((await listed(hotel, `?id=${named}&room=101`)).map(({ id }) => id)).toEqual([late])
    const page = await hotel.request('guest', 'GET', `/rest/wakeup/list?id=${named}&limit=1`)
    expect(page.json.wakeups).toHaveLength(1)
    const [, next = ''] = /<(.*)>/.exec(page.headers['link'] ?? '') ?? []
    expect((await hotel.request('guest', 'GET', next)).json.wakeups).toMatchObject([{ id: series }])
  })

  test('shows a tenant nothing of others', async () => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '2300')
    expect(await listed(hotel, `?id=${id}`, 'nymaid')).toEqual([])
  })

  test('may name 200 of them', async () => {
    const { hotel } = await openNight()
    const ids = (count: number) =>
      Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`).join(
        ',',
      )
    expect((await hotel.request('guest', 'GET', `/rest/wakeup/list?id=${ids(200)}`)).status).toBe(200)
    expect((await hotel.request('guest', 'GET', `/rest/wakeup/list?id=${ids(201)}`)).status).toBe(400)
  })
})
