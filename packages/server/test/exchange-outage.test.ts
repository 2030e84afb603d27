import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { openTestExchange, type TestExchange } from './test-exchange.ts'

const ROOMS = ['101', '102', '103', '104', '105', '106', '107', '108']
const DUE = 300
const AWAY = 20

/** All rooms are to be woken at one second, and the exchange dies then, with every call, for 20 seconds. */
async function loseExchange(lines: readonly number[], afterMs: number, awayMs = seconds(AWAY)) {
  const night = await openNight({ lines, wakeup: { escalation: { extension: '0' } } })
  const { hotel, exchange, stage } = night
  const { port } = exchange.phones.address
  const ids: string[] = []
  for (const room of ROOMS) ids.push(await hotel.ask(room, '2005'))
  await hotel.pass(seconds(DUE) + afterMs)
  await exchange.dies()
  await hotel.pass(awayMs)
  const again = await openTestExchange(stage, port)
  onTestFinished(() => again.close())
  const backAt = secondsAfterEight(stage.clock.now())
  return { night, again, ids, backAt }
}

async function results({ hotel }: Night, ids: readonly string[]) {
  const found = []
  for (const id of ids) found.push((await hotel.settled(id)).result)
  return found
}

const kinds = async ({ hotel }: Night) => (await hotel.alarms()).map(({ kind, state }) => [kind, state])
const isGuests = (number: string) => number !== '0'
const afterwards = ({ seen }: TestExchange, backAt: number) =>
  seen
    .filter(({ what, number }) => what === 'is rung' && isGuests(number))
    .map(({ at }) => secondsAfterEight(at) - backAt)

describe('an exchange that is away at the second of many calls', () => {
  test('rings all of them within five seconds of its return, and the desk was told once', async () => {
    const { night, again, ids, backAt } = await loseExchange([2, 2, 2, 2], -100)
    expect(await results(night, ids)).toEqual(ROOMS.map(() => 1))
    const late = afterwards(again, backAt)
    expect(late).toHaveLength(ROOMS.length)
    expect(Math.max(...late)).toBeLessThan(5)
    await night.hotel.pass(minutes(2))
    expect(await kinds(night)).toEqual(Array.from({ length: 4 }, () => ['line.down', 'over']))
    expect(again.rings('0').length).toBeLessThanOrEqual(1)
  })

  test('takes the calls up again that rang when it died: nobody who was not rung "did not answer"', async () => {
    const { night, again, ids, backAt } = await loseExchange([2, 2, 2, 2], 1_000)
    expect(await results(night, ids)).toEqual(ROOMS.map(() => 1))
    expect(Math.max(...afterwards(again, backAt))).toBeLessThan(5)
  })

  test.each([1, 4, 7, 9])(
    'tells the desk of it before it is back, though it died %i s after the phones began to ring',
    async (afterS) => {
      const { night, again, backAt } = await loseExchange([2, 2, 2, 2], seconds(afterS))
      const alarms = await night.hotel.alarms()
      expect(alarms.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'line.down'))
      for (const { raised } of alarms) expect(secondsAfterEight(Date.parse(raised))).toBeLessThan(backAt)
      await night.hotel.pass(minutes(2))
      expect(await kinds(night)).toEqual(alarms.map(() => ['line.down', 'over']))
      expect(again.rings('0').length).toBeLessThanOrEqual(1)
    },
  )

  test('and has few lines has each of them at work within five seconds', async () => {
    const { night, again, ids, backAt } = await loseExchange([1, 1, 1, 1], 5_000)
    expect(await results(night, ids)).toEqual(ROOMS.map(() => 1))
    expect(afterwards(again, backAt).filter((late) => late < 5)).toHaveLength(4)
  })

  test('for minutes rings them as soon as it is back, however often they were tried in vain', async () => {
    const { night, again, ids, backAt } = await loseExchange([2, 2, 2, 2], -100, minutes(4))
    expect(await results(night, ids)).toEqual(ROOMS.map(() => 1))
    const late = afterwards(again, backAt)
    expect(late).toHaveLength(ROOMS.length)
    expect(Math.max(...late)).toBeLessThan(5)
  })
})
