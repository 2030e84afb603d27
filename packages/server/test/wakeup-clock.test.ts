import { describe, expect, onTestFinished, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { EVENING } from './hotel.ts'
import { newFolder, type Night, openNight, secondsAfterEight } from './night.ts'
import { openRingingHotel } from './ringing-hotel.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'

const NO_ANSWER = { does: 'ring' } as const

const DESK = { attempts: 1, escalation: { extension: '0' } } as const
const HOUR = hours(1)
/** No timer is passed over: what is due by another time than the machine's is not seen by the hand on the clock. */
const CLOSELY = { idleStepMs: 0 } as const
const KEPT_RIGHT = { ...CLOSELY, clockInStep: () => Promise.resolve(true) }

/** The machine's clock is set, and nothing passes. */
const jump = ({ stage: { clock } }: Night, ms: number) => clock.jump(clock.now() + ms)

/** When a room was rung, in seconds that have passed since eight, by a clock that was set by so much. */
const rungAfter = ({ exchange }: Night, room: string, set = 0) =>
  exchange.rings(room).map((at) => secondsAfterEight(at - set))

const clockRows = async ({ hotel }: Night) =>
  (await hotel.log('clock')).map(({ kind, detail: { seconds: by, is, by: witness } }) =>
    [kind, by, is, witness].filter((one) => one !== undefined),
  )
const clockAlarms = async ({ hotel }: Night) =>
  (await hotel.alarms()).filter(({ kind }) => kind === 'clock.jumped')

describe('a clock that is set forward an hour', () => {
  test('rings nothing an hour early while it is in doubt, and the desk is told at once, with the calls in doubt', async () => {
    const night = await openNight({ ...CLOSELY, wakeup: DESK })
    const id = await night.hotel.ask('101', '2003')
    await night.hotel.ask('102', '2030')
    await night.hotel.ask('103', '2300')
    jump(night, HOUR)
    await night.hotel.until(() => night.exchange.rings('0').length > 0)
    expect(rungAfter(night, '0', HOUR)[0]).toBeLessThanOrEqual(4)
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101', HOUR)).toEqual([180])
    expect(await clockAlarms(night)).toMatchObject([
      { state: 'open', text: expect.stringContaining('Calls in doubt: 101 at 20:03, 102 at 20:30') },
    ])
    expect(night.hotel.voice.spoken.flatMap(({ words }) => words)).toEqual(
      expect.arrayContaining([
        { phrase: 'clock-changed' },
        { time: { hour: 21, minute: 0 } },
        { time: { hour: 20, minute: 0 } },
        { phrase: 'clock-wrong' },
      ]),
    )
  })

  test('counts after five minutes in which nobody has decided: then what it has passed over was missed', async () => {
    const night = await openNight(CLOSELY)
    const missed = await night.hotel.ask('101', '2030')
    const later = await night.hotel.ask('102', '2110')
    jump(night, HOUR)
    await night.hotel.pass(seconds(295))
    expect(await night.hotel.call(missed)).toMatchObject({ status: 0 })
    expect(await night.hotel.settled(missed, minutes(1))).toMatchObject({ attempts: 0, result: 7 })
    expect(await night.hotel.settled(later)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '102')).toEqual([4_200])
    expect(await clockRows(night)).toEqual([
      ['clock.jumped', 3_600],
      ['clock.decided', 3_600, 'right', 'nobody'],
    ])
    expect(await clockAlarms(night)).toMatchObject([{ state: 'over' }])
  })

  test('and is kept by a time service: what it has passed over within the grace time rings at once', async () => {
    const night = await openNight(KEPT_RIGHT)
    const soon = await night.hotel.ask('101', '2055')
    const missed = await night.hotel.ask('102', '2030')
    jump(night, HOUR)
    expect(await night.hotel.settled(soon)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101', HOUR)[0]).toBeLessThanOrEqual(5)
    expect(await night.hotel.settled(missed)).toMatchObject({ attempts: 0, result: 7 })
    expect(await clockRows(night)).toEqual([
      ['clock.jumped', 3_600],
      ['clock.decided', 3_600, 'right', 'kernel'],
    ])
  })

  test.each([
    ['5', 'right', 7, []],
    ['6', 'wrong', 1, [600]],
  ] as const)('key %s at the desk says that it is %s', async (key, is, result, rung) => {
    const night = await openNight({ ...CLOSELY, wakeup: DESK })
    night.exchange.does('0', PRESSES(key), LISTENS)
    const id = await night.hotel.ask('101', '2010')
    jump(night, HOUR)
    expect(await night.hotel.settled(id)).toMatchObject({ result })
    expect(rungAfter(night, '101', HOUR)).toEqual(rung)
    expect(await clockRows(night)).toEqual([
      ['clock.jumped', 3_600],
      ['clock.decided', 3_600, is, 'desk'],
    ])
    expect(await clockAlarms(night)).toMatchObject([{ state: 'acknowledged', by: 'extension 0' }])
  })

  test('and corrected after two minutes: nothing has happened but two rows', async () => {
    const night = await openNight(CLOSELY)
    const id = await night.hotel.ask('101', '2010')
    jump(night, HOUR)
    await night.hotel.pass(minutes(2))
    jump(night, -HOUR)
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101')).toEqual([600])
    expect(await clockRows(night)).toEqual([
      ['clock.jumped', 3_600],
      ['clock.decided', 3_600, 'returned'],
    ])
    expect(await clockAlarms(night)).toMatchObject([{ state: 'over' }])
  })

  test('while a phone rings: that call is made to its end', async () => {
    const night = await openNight(KEPT_RIGHT)
    const { hotel, exchange } = night
    exchange.does('101', { does: 'answer', ringMs: seconds(10), hangsUpAfterMs: seconds(10) })
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    jump(night, hours(3))
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101')).toHaveLength(1)
  })
})

describe('a database on another machine', () => {
  /** A hotel that has asked for its clock before. */
  async function nightWith(shown: (night: Night) => number) {
    const night = await openNight(CLOSELY)
    const ownClock = () => Promise.resolve(shown(night))
    Object.assign(night.hotel.app.database, { ownClock })
    await night.hotel.pass(seconds(15))
    return night
  }
  const passed = ({ stage }: Night) => EVENING + stage.clock.elapsed()

  test('says that the new time is wrong when it shows the old one', async () => {
    const night = await nightWith(passed)
    const id = await night.hotel.ask('101', '2010')
    jump(night, HOUR)
    await night.hotel.pass(seconds(4))
    expect(await clockRows(night)).toEqual([
      ['clock.jumped', 3_600],
      ['clock.decided', 3_600, 'wrong', 'database'],
    ])
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101', HOUR)).toEqual([600])
  })

  test('differs from a clock that is wrong, which the desk hears; set right, the new time counts', async () => {
    const night = await nightWith((of) => passed(of) + HOUR)
    expect(await night.hotel.alarms()).toMatchObject([{ kind: 'clock.apart', state: 'open' }])
    jump(night, HOUR)
    await night.hotel.pass(seconds(15))
    expect(await clockRows(night)).toEqual([
      ['clock.jumped', 3_600],
      ['clock.decided', 3_600, 'right', 'database'],
    ])
    expect((await night.hotel.alarms()).map(({ state }) => state)).toEqual(['over', 'over'])
  })

  test('knows nothing where it jumps along, because it runs on the same machine', async () => {
    const night = await nightWith(({ stage }) => stage.clock.now())
    jump(night, HOUR)
    await night.hotel.pass(minutes(4))
    expect(await clockRows(night)).toEqual([['clock.jumped', 3_600]])
  })
})

describe('what is told of a clock in doubt', () => {
  const ready = async ({ hotel }: Night) => (await hotel.request(null, 'GET', '/readyz')).json
  const metrics = async ({ hotel }: Night) => (await hotel.request('boss', 'GET', '/metrics')).text

  test('/readyz and /metrics say how the house stands to it', async () => {
    const night = await openNight({ ...CLOSELY, wakeup: DESK })
    night.exchange.does('0', PRESSES('6'), LISTENS)
    await night.hotel.pass(seconds(2))
    expect(await ready(night)).toMatchObject({ status: 'ready', clock: 'in step' })
    jump(night, -HOUR)
    await night.hotel.pass(seconds(2))
    expect(await ready(night)).toMatchObject({ status: 'ready', clock: 'in doubt' })
    expect(await metrics(night)).toContain('reveille_clock_ahead_seconds -3600')
    await night.hotel.until(async () => (await ready(night)).clock === 'kept')
    expect(await metrics(night)).toContain('reveille_clock_state{state="kept"} 1')
  })
})

describe('a clock that is set back an hour', () => {
  test('what is due by the time that passes still rings while it is in doubt', async () => {
    const night = await openNight(CLOSELY)
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.pass(seconds(50))
    jump(night, -HOUR)
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101', -HOUR)).toEqual([60])
  })

  test('rings nothing again that was settled', async () => {
    const night = await openNight()
    const once = await night.hotel.ask('101', '2001')
    const daily = await night.hotel.ask('102', '2001', { daily: true })
    await night.hotel.settled(once)
    await night.hotel.pass(minutes(1))
    jump(night, -HOUR)
    await night.hotel.pass(hours(2))
    expect(night.exchange.order().toSorted()).toEqual(['101', '102'])
    expect(await night.hotel.call(daily)).toMatchObject({ scheduled: '2026-11-15T20:01:00+01:00' })
  })

  test('and is kept by a time service: what is to come rings at its time by the clock', async () => {
    const night = await openNight({ ...KEPT_RIGHT, idleStepMs: seconds(20) })
    const id = await night.hotel.ask('101', '2010')
    jump(night, -HOUR)
    expect(await night.hotel.settled(id, hours(2))).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101')).toEqual([600])
  })

  test('does not keep a phone ringing for an hour, nor the line resting', async () => {
    const night = await openNight({ ...CLOSELY, lines: [1], wakeup: { attempts: 1 } })
    const { hotel, exchange } = night
    exchange.does('101', NO_ANSWER)
    exchange.does('102', { does: 503 }, { does: 'answer', hangsUpAfterMs: seconds(10) })
    const first = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.calls.size === 1)
    jump(night, -HOUR)
    await hotel.pass(seconds(30))
    expect(exchange.phones.calls.size).toBe(0)
    expect(await hotel.settled(first)).toMatchObject({ result: 2 })
    const second = await hotel.ask('102', '2003')
    await hotel.until(() => exchange.rings('102').length === 1, minutes(5))
    jump(night, -HOUR)
    const third = await hotel.ask('103', '2005')
    expect(await hotel.settled(third, minutes(10))).toMatchObject({ result: 1 })
    expect(exchange.rings('103')).toHaveLength(1)
    expect(await hotel.settled(second, hours(2))).toMatchObject({ result: 1 })
  })
})

describe.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('a clock that is set %s an hour, and is right', (_, by) => {
  test('changes nothing about the wait between two attempts', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: { attempts: 2, retryDelay: '5m' } })
    night.exchange.does('101', NO_ANSWER, LISTENS)
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.until(() => night.exchange.seen.some(({ what }) => what === 'ends'))
    await night.hotel.pass(seconds(10))
    jump(night, by)
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
    const [first, second] = night.exchange.rings('101')
    expect([secondsAfterEight(first ?? 0), secondsAfterEight((second ?? 0) - by)]).toEqual([60, 360])
  })

  test('nor about when the desk is rung again', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: DESK })
    night.exchange.does('101', NO_ANSWER)
    night.exchange.does('0', NO_ANSWER)
    await night.hotel.settled(await night.hotel.ask('101', '2001'))
    await night.hotel.until(() => night.exchange.rings('0').length === 1)
    await night.hotel.until(() => night.exchange.phones.calls.size === 0)
    jump(night, by)
    await night.hotel.until(() => night.exchange.rings('0').length === 2, minutes(3))
    const [first, second] = night.exchange.rings('0')
    expect((second ?? 0) - by - (first ?? 0)).toBeLessThan(minutes(2))
  })
})

describe('a clock that is set by a few seconds', () => {
  test('is followed, with a row and without an alarm', async () => {
    const night = await openNight(CLOSELY)
    const id = await night.hotel.ask('101', '2001')
    jump(night, seconds(3))
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101')).toEqual([60])
    expect(await clockRows(night)).toEqual([['clock.jumped', 3]])
    expect(await night.hotel.alarms()).toEqual([])
  })
})

describe('a machine that was suspended', () => {
  test('for less than the grace time rings at once what it has passed over: its clock is right', async () => {
    const night = await openNight(CLOSELY)
    const id = await night.hotel.ask('101', '2005')
    night.stage.clock.sleep(minutes(12))
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(rungAfter(night, '101')[0]).toBeLessThanOrEqual(725)
    expect(await clockRows(night)).toEqual([])
  })

  test.each([
    ['long before it was taken up', 0],
    ['when it was in hand already', 290],
  ])('for more, %s: the call was missed, and the desk knows', async (_, before) => {
    const night = await openNight(CLOSELY)
    const id = await night.hotel.ask('101', '2005')
    await night.hotel.pass(seconds(before))
    night.stage.clock.sleep(minutes(20))
    expect(await night.hotel.settled(id)).toMatchObject({ attempts: 0, result: 7 })
    expect(night.exchange.rings()).toEqual([])
    expect(await night.hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed', room: '101' }])
  })
})

/** Closes the hotel, lets time pass, and opens it again on the same data. */
async function reopened({ stage, hotel }: Night, ms: number, options: { folder: string }) {
  await hotel.close()
  stage.clock.advance(ms)
  const again = await openRingingHotel({}, { stage, ...options })
  onTestFinished(() => again.close())
  return again
}

describe('a system that was down', () => {
  test('for less than the grace time rings at once what it has passed over', async () => {
    const options = { folder: newFolder() }
    const night = await openNight(options)
    const id = await night.hotel.ask('101', '2005')
    const hotel = await reopened(night, minutes(12), options)
    const started = hotel.clock.now()
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect((night.exchange.rings('101')[0] ?? 0) - started).toBeLessThan(seconds(5))
  })

  test('for a whole day has every missed call on record, and goes on with the next', async () => {
    const options = { folder: newFolder() }
    const night = await openNight(options)
    const once = await night.hotel.ask('101', '2200')
    const daily = await night.hotel.ask('102', '2030', { daily: true })
    const weekly = await night.hotel.ask('103', '0700', { days: 'sun' })
    const later = await night.hotel.ask('104', '2026-11-15T23:00')
    const hotel = await reopened(night, hours(25), options)
    await hotel.pass(seconds(10))
    expect(night.exchange.rings()).toEqual([])
    expect(await hotel.call(once)).toMatchObject({ status: 2, result: 7, attempts: 0 })
    expect(await hotel.call(daily)).toMatchObject({ status: 0, scheduled: '2026-11-16T20:30:00+01:00' })
    expect(await hotel.call(weekly)).toMatchObject({ status: 0, scheduled: '2026-11-22T07:00:00+01:00' })
    const { failed } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/failed')).json
    expect(
      failed.map((call: Record<string, unknown>) => [call['room'], call['result'], call['scheduled']]),
    ).toEqual([
      ['102', 7, '2026-11-14T20:30:00+01:00'],
      ['101', 7, '2026-11-14T22:00:00+01:00'],
      ['103', 7, '2026-11-15T07:00:00+01:00'],
      ['102', 7, '2026-11-15T20:30:00+01:00'],
    ])
    const alarms = (await hotel.alarms()).map(({ room, state }) => `${room} ${state}`)
    expect(alarms.toSorted()).toEqual(['101 open', '102 open', '102 open', '103 open'])
    expect(await hotel.settled(later, hours(3))).toMatchObject({ result: 1 })
  })

  test('between two attempts makes the next one, within its own grace time', async () => {
    const options = { folder: newFolder() }
    const night = await openNight(options)
    night.exchange.does('101', NO_ANSWER, { does: 'answer', hangsUpAfterMs: seconds(10) })
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.until(() => night.exchange.seen.some(({ what }) => what === 'ends'))
    const hotel = await reopened(night, minutes(12), options)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
  })
})
