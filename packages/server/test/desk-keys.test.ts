import { describe, expect, test } from 'vitest'
import type { Word } from '../src/hotel/wakeups/announcement.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { type Night, openNight, secondsAfterEight } from './night.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'
import { SPEECH_MS } from './stage.ts'

const NO_ANSWER = { does: 'ring' } as const
const DESK = { attempts: 1, escalation: { extension: '0' } } as const
const ROOMS = (count: number) => Array.from({ length: count }, (_, n) => String(101 + n))

/** A hotel whose guests are busy when they are rung. */
async function afterFailures(count: number, ...desk: Parameters<Night['exchange']['does']>[1][]) {
  const mailboxes = [{ range: `101-${100 + count}` }]
  const night = await openNight({ wakeup: DESK, site: { mailboxes }, lines: [count + 1] })
  night.exchange.does('0', ...desk)
  for (const room of ROOMS(count)) night.exchange.does(room, { does: 'busy' })
  const ids = []
  for (const room of ROOMS(count)) ids.push(await night.hotel.ask(room, '2001'))
  for (const id of ids) await night.hotel.settled(id)
  return { ...night, ids }
}

const states = async ({ hotel }: Night) => (await hotel.alarms()).map(({ state }) => state)
const deskCalls = ({ exchange }: Night) => exchange.rings('0').map(secondsAfterEight)
const spoken = ({ hotel }: Night) =>
  hotel.voice.spoken.map(({ words }) => words).filter((words) => words.some((word) => isAttention(word)))
const isAttention = (word: Word) => 'phrase' in word && word.phrase === 'attention'

describe('key 1', () => {
  test('means "I know": the guest is asked for after ten minutes, three times, and then no more', async () => {
    const night = await afterFailures(1, PRESSES('1'))
    const { hotel } = night
    await hotel.until(() => deskCalls(night).length === 1)
    await hotel.pass(seconds(30))
    expect(await hotel.alarms()).toMatchObject([{ state: 'open', known: expect.any(String), calls: 1 }])
    await hotel.pass(minutes(45))
    const calls = deskCalls(night)
    expect(calls).toHaveLength(4)
    for (const [n, at] of calls.slice(1).entries())
      expect(at - (calls[n] ?? 0)).toBeCloseTo(minutes(10) / 1_000, -2)
    await hotel.pass(minutes(60))
    expect(deskCalls(night)).toHaveLength(4)
    expect(await hotel.alarms()).toMatchObject([{ state: 'acknowledged', by: 'extension 0', calls: 4 }])
    expect((await hotel.log('alarm.acknowledged'))[0]?.text).toMatch(/the guest not said to be reached/)
    expect(await hotel.call(night.ids[0] ?? '')).toMatchObject({ result: 3, actor: 'system' })
  })

  test('of one who then says by key 2 that the guest was reached ends it', async () => {
    const night = await afterFailures(1, PRESSES('1'), PRESSES('2'))
    await night.hotel.until(async () => !(await states(night)).includes('open'), minutes(12))
    expect(deskCalls(night)).toHaveLength(2)
    expect(await night.hotel.call(night.ids[0] ?? '')).toMatchObject({ result: 1, actor: 'extension 0' })
  })
})

describe('key 2', () => {
  test('means that the guest was reached: the call is marked by hand, and what the system found stays beside it', async () => {
    const night = await afterFailures(1, PRESSES('2'))
    const { hotel, ids } = night
    await hotel.until(async () => !(await states(night)).includes('open'))
    expect(await hotel.call(ids[0] ?? '')).toMatchObject({ result: 1, actor: 'extension 0' })
    expect((await hotel.app.database.read.wakeups.get(ids[0] ?? ''))?.machineOutcome).toBe('busy')
    expect(await hotel.log('wakeup.overwritten')).toMatchObject([
      { actor: 'extension 0', room: '101', detail: { reason: 'The guest was reached' } },
    ])
    await hotel.pass(minutes(30))
    expect(deskCalls(night)).toHaveLength(1)
  })

  test('is only for rooms already spoken: the others are told in another call at once', async () => {
    // Words take equally long: the first room has been told after a third of the announcement.
    const early = { ...LISTENS, keys: [{ keys: '2', afterMs: 500 + SPEECH_MS / 2 }] }
    const night = await afterFailures(3, NO_ANSWER, early, PRESSES('2'))
    const { hotel, exchange } = night
    await hotel.until(() => deskCalls(night).length === 2, minutes(5))
    await hotel.until(async () => (await hotel.log('alarm.acknowledged')).length > 0)
    const reached = (await hotel.log('alarm.acknowledged')).length
    expect(reached).toBeGreaterThan(0)
    expect(reached).toBeLessThan(3)
    const ended = exchange.seen.findLast(({ number, what }) => number === '0' && what === 'ends')
    await hotel.until(() => deskCalls(night).length === 3)
    expect((exchange.rings('0')[2] ?? 0) - (ended?.at ?? 0)).toBeLessThanOrEqual(seconds(3))
    await hotel.until(async () => !(await states(night)).includes('open'))
  })

  test('pressed once more while it is being noted says nothing of rooms that were not spoken', async () => {
    const at = 500 + SPEECH_MS / 2
    const twice = {
      ...LISTENS,
      hangsUpAfterMs: 30_000,
      keys: [
        { keys: '2', afterMs: at },
        { keys: '2', afterMs: at + SPEECH_MS / 2 },
      ],
    }
    const night = await afterFailures(3, NO_ANSWER, twice, NO_ANSWER)
    await night.hotel.until(() => deskCalls(night).length === 2, minutes(5))
    await night.hotel.until(async () => (await night.hotel.log('alarm.acknowledged')).length > 0)
    expect(await states(night)).toContain('open')
    await night.hotel.until(() => deskCalls(night).length === 3)
  })
})

test('another key means nothing: the announcement goes on', async () => {
  const night = await afterFailures(1, PRESSES('59'))
  await night.hotel.until(() => deskCalls(night).length === 2, minutes(3))
  expect(await states(night)).toEqual(['open'])
})

describe('many rooms', () => {
  test('are one sentence and a list, and one key says that they are known', async () => {
    const night = await afterFailures(30, NO_ANSWER, PRESSES('1'))
    const { hotel } = night
    await hotel.until(async () => (await hotel.log('alarm.known')).length === 30, minutes(5))
    expect(deskCalls(night)).toHaveLength(2)
    const words = spoken(night).at(-1) ?? []
    expect(words).toContainEqual({ count: 30 })
    expect(words).toContainEqual({ phrase: 'rooms-not-woken' })
    expect(words.filter((word) => 'digits' in word)).toHaveLength(20)
  })
})

test('a desk that is busy is tried again after 15 seconds', async () => {
  const night = await afterFailures(1, { does: 'busy' }, { does: 'busy' }, PRESSES('2'))
  await night.hotel.until(async () => !(await states(night)).includes('open'), minutes(2))
  const [first = 0, second = 0, third = 0] = deskCalls(night)
  for (const wait of [second - first, third - second]) {
    expect(wait).toBeGreaterThanOrEqual(15)
    expect(wait).toBeLessThanOrEqual(18)
  }
})
