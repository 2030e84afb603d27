import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'
import { eventually } from '../testing/eventually.ts'

let server: TestPostgres
let isDown = false
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
afterEach(async () => {
  if (isDown) await comeBack()
})

const goDown = async () => {
  await server.halt()
  isDown = true
}
const comeBack = async () => {
  await server.start()
  isDown = false
}
/** Connections that broke are noticed, and made anew, in a time of their own. */
const isServed = ({ hotel }: Night) =>
  eventually(() => expect(hotel.app.database.ping()).resolves.toBeUndefined())

describe('on PostgreSQL', () => {
  let night: Night
  beforeEach(async () => {
    // Closed when the test is over, which the database must live to see.
    night = await openNight({
      databaseUrl: await server.createDatabase(),
      wakeup: { snooze: { limit: 1, delay: '5m' } },
      // A database that is away cannot say when something is due: no timer may be passed over.
      idleStepMs: seconds(1),
    })
  })

  test('a guest is woken, snoozes and is woken again, as on the embedded database', async () => {
    const { hotel, exchange } = night
    exchange.does('101', { does: 'busy' }, PRESSES('1'), LISTENS)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 3, snoozes: 1, result: 1 })
    expect(exchange.rings('101').slice(0, 2).map(secondsAfterEight)).toEqual([60, 360])
  })

  test('a database that is gone at the hour: rooms are rung at their second, and the book has it all afterwards', async () => {
    const { hotel, exchange } = night
    exchange.does('102', { does: 'busy' }, LISTENS)
    exchange.does('104', PRESSES('1'), LISTENS)
    const ids = [await hotel.ask('101', '2005'), await hotel.ask('102', '2005')]
    // Not claimed yet when the database goes.
    ids.push(await hotel.ask('103', '2008'), await hotel.ask('104', '2008'))
    await hotel.pass(minutes(4) + seconds(50))
    await goDown()
    await hotel.pass(minutes(10))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300])
    expect(exchange.rings('102').map(secondsAfterEight)).toEqual([300, 600])
    expect(exchange.rings('103').map(secondsAfterEight)).toEqual([480])
    expect(hotel.app.isTurning()).toBe(true)
    const [woken, snoozed = 0] = exchange.rings('104').map(secondsAfterEight)
    expect(woken).toBe(480)
    expect(snoozed - 480).toBeGreaterThan(300)
    await comeBack()
    await isServed(night)
    const [, second, , fourth] = ids
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    expect(await hotel.call(second ?? '')).toMatchObject({ attempts: 2 })
    expect(await hotel.call(fourth ?? '')).toMatchObject({ attempts: 2, snoozes: 1 })
    await hotel.pass(minutes(10))
    expect(exchange.rings()).toHaveLength(6)
    const kinds = (await hotel.log()).map(({ kind }) => kind)
    expect(kinds.indexOf('outage.over')).toBeGreaterThan(kinds.indexOf('outage.began'))
  })

  test('a clock that is set back an hour, and is right, changes nothing about the wait between two attempts', async () => {
    const { stage, hotel, exchange } = await openNight({
      databaseUrl: await server.createDatabase(),
      clockInStep: () => Promise.resolve(true),
      idleStepMs: seconds(1),
    })
    exchange.does('101', { does: 'busy' }, LISTENS)
    const id = await hotel.ask('101', '2001')
    await hotel.pass(seconds(70))
    stage.clock.jump(stage.clock.now() - hours(1))
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
    const [first = 0, second = 0] = exchange.rings('101')
    expect(secondsAfterEight(first)).toBe(60)
    expect(secondsAfterEight(second + hours(1))).toBe(360)
  })

  test('a database that is gone while the phone rings hears afterwards how the call ended', async () => {
    const { hotel, exchange } = night
    exchange.does('101', { does: 'answer', ringMs: seconds(10), hangsUpAfterMs: seconds(10) })
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    await goDown()
    await hotel.until(() => exchange.seen.some(({ what }) => what === 'hangs up'))
    await hotel.pass(seconds(30))
    await comeBack()
    await isServed(night)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    await hotel.pass(minutes(10))
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('a call that was not known yet when the database went, and is missed before it is back, is on record', async () => {
    const { hotel, exchange } = night
    const id = await hotel.ask('101', '2020')
    await hotel.pass(seconds(50))
    await goDown()
    await hotel.pass(minutes(32))
    await comeBack()
    await isServed(night)
    // No line is to blame for it.
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 7 })
    expect(exchange.rings()).toEqual([])
    // The same in the log, at the desk, in the dossier and in the report.
    const why = 'not rung in time, because the database could not be used'
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'database.away', state: 'over' },
      { kind: 'wakeup.failed', room: '101', text: expect.stringContaining(why) },
    ])
    expect(await hotel.log('wakeup.settled')).toMatchObject([
      { text: expect.stringContaining(why), detail: { outcome: 'no-database' } },
    ])
    const html = { accept: 'text/html' }
    const dossier = await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`, undefined, html)
    expect(dossier.text).toContain(why)
    const report = await hotel.request('boss', 'GET', '/rest/report/wakeup')
    expect(report.json.totals).toMatchObject({ missed: 1, 'no-database': 1, 'no-line': 0 })
  })
})
