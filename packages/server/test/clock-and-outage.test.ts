import { describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { fillDisk } from './full-disk.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
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
