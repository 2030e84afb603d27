import { describe, expect, onTestFinished, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { fillDisk } from './full-disk.ts'
import { newFolder, type Night, openNight, secondsAfterEight } from './night.ts'
import { openRingingHotel, type RingingOptions } from './ringing-hotel.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'

// Two troubles at once: the clock is set, and something else is going on.

const NO_ANSWER = { does: 'ring' } as const
const DESK = { attempts: 1, escalation: { extension: '0' } } as const
const HOUR = hours(1)
const CLOSELY = { idleStepMs: 0 } as const
const KEPT_RIGHT = { ...CLOSELY, clockInStep: () => Promise.resolve(true) }

const jump = ({ stage: { clock } }: Night, ms: number) => clock.jump(clock.now() + ms)

describe('after the clock was set back, and is right', () => {
  test('the desk hears at once of a guest who was not woken', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: DESK })
    const { hotel, exchange } = night
    jump(night, -HOUR)
    await hotel.pass(minutes(2))
    exchange.does('101', { does: 'busy' })
    exchange.does('0', NO_ANSWER)
    const told = exchange.rings('0').length
    await hotel.settled(await hotel.ask('101', '1905'))
    await hotel.until(() => exchange.rings('0').length > told, seconds(10))
  })

  test('an outage is noticed in a quiet night, and the desk is told of it', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: DESK })
    const { hotel, exchange } = night
    jump(night, -HOUR)
    await hotel.pass(minutes(2))
    const told = exchange.rings('0').length
    fillDisk(hotel)
    await hotel.pass(seconds(20))
    expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(503)
    expect(exchange.rings('0').length).toBeGreaterThan(told)
  })
})

describe.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('while nothing can be written, a clock that is set %s an hour, and is right', (_, by) => {
  /** A guest who does not answer at 20:05, is rung again at 20:10, and then wants to sleep on. */
  async function nightOfRetry() {
    const night = await openNight({
      ...KEPT_RIGHT,
      wakeup: { attempts: 2, retryDelay: '5m', snooze: { limit: 1, delay: '5m' } },
    })
    night.exchange.does('101', NO_ANSWER, PRESSES('1'), LISTENS)
    const id = await night.hotel.ask('101', '2005')
    await night.hotel.pass(minutes(4))
    const free = fillDisk(night.hotel)
    await night.hotel.pass(minutes(2))
    jump(night, by)
    await night.hotel.pass(seconds(30))
    return { ...night, id, free }
  }
  const after = ({ exchange }: Pick<Night, 'exchange'>) =>
    exchange.rings('101').map((at, n) => secondsAfterEight(at - (n === 0 ? 0 : by)))

  test('leaves the wait of a call as it was, also in the book afterwards', async () => {
    const night = await nightOfRetry()
    night.free()
    expect(await night.hotel.settled(night.id)).toMatchObject({ attempts: 3, snoozes: 1, result: 1 })
    expect(after(night)).toEqual([300, 600, expect.closeTo(913.5, -1)])
  })

  test('leaves a wait as it is that has begun since', async () => {
    const night = await nightOfRetry()
    await night.hotel.pass(minutes(5))
    expect(after(night)).toEqual([300, 600])
    night.free()
    expect(await night.hotel.settled(night.id)).toMatchObject({ attempts: 3, snoozes: 1, result: 1 })
    expect(after(night)).toEqual([300, 600, expect.closeTo(913.5, -1)])
  })

  test('is told until it is decided, and no longer; its rows carry both times', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: DESK })
    const { hotel, exchange } = night
    exchange.does('0', { does: 'busy' })
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    await hotel.pass(seconds(3))
    jump(night, by)
    await hotel.pass(seconds(5))
    exchange.does('0', PRESSES('1'), LISTENS)
    await hotel.pass(minutes(2))
    const asked = () =>
      hotel.voice.spoken.filter(({ words }) =>
        words.some((one) => 'phrase' in one && one.phrase === 'clock-changed'),
      ).length
    expect(asked()).toBeLessThanOrEqual(1)
    free()
    await hotel.pass(minutes(1))
    const told = asked()
    expect((await hotel.alarms()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'clock.jumped over',
      'database.away acknowledged',
    ])
    expect((await hotel.log('clock')).map(({ kind, detail }) => [kind, 'written' in detail])).toEqual([
      ['clock.jumped', true],
      ['clock.decided', true],
    ])
    await hotel.pass(minutes(10))
    expect(asked()).toBe(told)
  })
})

describe('a clock that is set twice', () => {
  const clockAlarms = async ({ hotel }: Night) =>
    (await hotel.alarms()).filter(({ kind }) => kind === 'clock.jumped')

  test('the desk, which still hears of the first time, says nothing about the second', async () => {
    const night = await openNight({ ...CLOSELY, wakeup: DESK })
    const { hotel, exchange } = night
    exchange.does('0', PRESSES('5'), NO_ANSWER)
    const id = await hotel.ask('101', '2010')
    jump(night, HOUR)
    await hotel.until(() => exchange.seen.some(({ what }) => what === 'answers'))
    jump(night, HOUR)
    await hotel.pass(seconds(30))
    expect(await hotel.log('clock.decided')).toEqual([])
    expect((await clockAlarms(night)).map(({ state }) => state).toSorted()).toEqual(['open', 'over'])
    expect(await hotel.call(id)).toMatchObject({ status: 0 })
  })

  test('while nothing can be written: the desk is told of both', async () => {
    const night = await openNight({ ...CLOSELY, wakeup: DESK })
    const { hotel, exchange } = night
    exchange.does('0', PRESSES('1'), LISTENS)
    const free = fillDisk(hotel)
    await hotel.pass(seconds(3))
    jump(night, HOUR)
    await hotel.pass(minutes(1))
    jump(night, -HOUR)
    await hotel.pass(minutes(1))
    jump(night, -HOUR)
    await hotel.pass(minutes(1))
    const times = hotel.voice.spoken.flatMap(({ words }) =>
      words.flatMap((one) => ('time' in one ? [one.time.hour] : [])),
    )
    expect(times).toEqual(expect.arrayContaining([21, 19]))
    free()
    await hotel.pass(minutes(1))
    expect((await clockAlarms(night)).length).toBe(2)
  })
})

describe('a server that is started anew after the clock was set an hour forward', () => {
  async function startedAnew({ stage, hotel }: Night, options: RingingOptions) {
    await hotel.close()
    stage.clock.advance(seconds(5))
    const next = await openRingingHotel({}, { stage, ...options })
    onTestFinished(() => next.close())
    return next
  }
  const rungAfter = ({ exchange }: Night, room: string) =>
    exchange.rings(room).map((at) => secondsAfterEight(at - HOUR))

  test('and nobody had decided yet: goes on by the time that passes, and the desk is asked again', async () => {
    const options = { ...CLOSELY, folder: newFolder() }
    const night = await openNight({ ...options, wakeup: DESK })
    night.exchange.does('0', { does: 'busy' })
    const id = await night.hotel.ask('101', '2004')
    jump(night, HOUR)
    await night.hotel.pass(minutes(1))
    const next = await startedAnew(night, options)
    expect((await next.request(null, 'GET', '/readyz')).json).toMatchObject({ status: 'ready' })
    night.exchange.does('0', PRESSES('6'), LISTENS)
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101')).toEqual([240])
    expect(await next.log('clock.decided')).toMatchObject([{ detail: { is: 'wrong', by: 'desk' } }])
    expect((await next.request(null, 'GET', '/readyz')).json).toMatchObject({ clock: 'kept' })
  })

  test('and it was found wrong: the house goes on by its own time', async () => {
    const options = { ...CLOSELY, folder: newFolder() }
    const night = await openNight({ ...options, wakeup: DESK })
    night.exchange.does('0', PRESSES('6'), LISTENS)
    const id = await night.hotel.ask('101', '2015')
    jump(night, HOUR)
    await night.hotel.until(async () => (await night.hotel.log('clock.decided')).length === 1)
    const next = await startedAnew(night, options)
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101')).toEqual([900])
  })

  test('and so was the machine: the clock is believed, as nothing says how long it was off', async () => {
    const options = { ...CLOSELY, folder: newFolder() }
    const night = await openNight({ ...options, wakeup: DESK })
    const id = await night.hotel.ask('101', '2004')
    jump(night, HOUR)
    await night.hotel.pass(minutes(1))
    const next = await startedAnew(night, { ...options, bootId: () => 'another start' })
    expect(await next.settled(id)).toMatchObject({ attempts: 0, result: 7 })
    expect((await next.request(null, 'GET', '/readyz')).json).toMatchObject({ clock: 'in step' })
  })

  test('and it was set right while the server was off: nothing is in doubt', async () => {
    const options = { ...CLOSELY, folder: newFolder() }
    const night = await openNight({ ...options, wakeup: DESK })
    jump(night, HOUR)
    await night.hotel.pass(seconds(30))
    await night.hotel.close()
    jump(night, -HOUR)
    const next = await openRingingHotel({}, { stage: night.stage, ...options })
    onTestFinished(() => next.close())
    await next.pass(minutes(1))
    expect((await next.request(null, 'GET', '/readyz')).json).toMatchObject({ clock: 'in step' })
    expect((await next.alarms()).map(({ state }) => state)).toEqual(['over'])
  })
})

test('the desk is not told of the clock again in an outage, because the database was slow when it jumped', async () => {
  const night = await openNight({ ...CLOSELY, wakeup: DESK })
  const { hotel, exchange, stage } = night
  exchange.does('0', PRESSES('1'), PRESSES('1'), PRESSES('1'))
  await hotel.pass(seconds(10))
  const { database } = hotel.app
  const { transaction } = database
  const slowly: typeof transaction = async (work) => {
    await new Promise<void>((resolve) => void stage.clock.at(stage.clock.now() + seconds(3), resolve))
    return transaction(work)
  }
  Object.assign(database, { transaction: slowly })
  jump(night, HOUR)
  await hotel.pass(seconds(20))
  Object.assign(database, { transaction })
  await hotel.pass(minutes(1))
  jump(night, -HOUR)
  await hotel.pass(minutes(5))
  const free = fillDisk(hotel)
  await hotel.pass(minutes(1))
  free()
  await hotel.pass(minutes(1))
  const clockAlarms = (await hotel.alarms()).filter(({ kind }) => kind === 'clock.jumped')
  expect(clockAlarms.filter(({ state }) => state === 'open')).toEqual([])
  expect(clockAlarms).toHaveLength(1)
})
