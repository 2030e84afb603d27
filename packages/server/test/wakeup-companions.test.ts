import { describe, expect, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { PRESSES } from './test-exchange.ts'
import { openNight, secondsAfterEight } from './night.ts'

const EARLY = '2026-11-14T20:05:10'
const LATE = '2026-11-14T20:05:40'
const NO_ANSWER = { does: 'ring' } as const

describe('two calls of one room in one minute', () => {
  test('ring once, at the earlier moment, and are both settled', async () => {
    const { hotel, exchange } = await openNight()
    const [late, early] = [await hotel.ask('101', LATE), await hotel.ask('101', EARLY)]
    expect(await hotel.settled(early)).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.settled(late)).toMatchObject({ attempts: 0, result: 1 })
    await hotel.pass(minutes(10))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310])
  })

  test('of which the earlier one is asked for at the last moment: it rings for both', async () => {
    const { hotel, exchange } = await openNight()
    const late = await hotel.ask('101', LATE)
    await hotel.pass(minutes(5))
    const early = await hotel.ask('101', EARLY)
    expect(await hotel.settled(early)).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.settled(late)).toMatchObject({ attempts: 0, result: 1 })
    await hotel.pass(minutes(2))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310])
  })

  test('fail together, after the attempts of one', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 2 } })
    exchange.does('101', NO_ANSWER)
    const [early, late] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE)]
    expect(await hotel.settled(early)).toMatchObject({ result: 2 })
    expect(await hotel.call(late)).toMatchObject({ result: 2 })
    await hotel.pass(minutes(10))
    expect(exchange.rings('101')).toHaveLength(2)
  })

  test('of which one repeats: the series goes on tomorrow', async () => {
    const { hotel, exchange } = await openNight()
    const early = await hotel.ask('101', EARLY)
    const late = await hotel.ask('101', LATE, { daily: true })
    expect(await hotel.settled(early)).toMatchObject({ result: 1 })
    expect(await hotel.call(late)).toMatchObject({ status: 0, scheduled: '2026-11-15T20:05:40+01:00' })
    const { answered } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/answered')).json
    expect(answered).toMatchObject([{ id: early }, { series: late, result: 1 }])
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('of which the one that rings is deleted: the other rings by itself', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', NO_ANSWER, { does: 'answer', hangsUpAfterMs: seconds(10) })
    const [early, late] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE)]
    await hotel.until(() => exchange.rings('101').length === 1, minutes(6))
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${early}`)
    expect(await hotel.settled(late)).toMatchObject({ attempts: 1, result: 1 })
    // Not before the phone has stopped ringing for the first, and not before its own time.
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310, 340])
  })

  test('of which the one that rings is settled by hand: so is the other', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', NO_ANSWER)
    const [early, late] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE)]
    await hotel.until(() => exchange.rings('101').length === 1, minutes(6))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${early}`, { result: 1 })
    expect(await hotel.call(late)).toMatchObject({ result: 1, actor: 'desk' })
    await hotel.pass(minutes(10))
    expect(exchange.rings('101')).toHaveLength(1)
    expect(exchange.phones.calls.size).toBe(0)
  })

  test('of which the one that waits is settled by hand: the other rings on', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', { does: 'answer', ringMs: seconds(15), hangsUpAfterMs: seconds(10) })
    const [early, late] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE)]
    await hotel.until(() => exchange.rings('101').length === 1, minutes(6))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${late}`, { result: 3 })
    expect(await hotel.settled(early)).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.call(late)).toMatchObject({ result: 3 })
  })

  test('of which one wants a key: no other settles it', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    const [plain, strict] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE, { confirm: true })]
    expect(await hotel.settled(strict)).toMatchObject({ attempts: 1, result: 4 })
    expect(await hotel.settled(plain)).toMatchObject({ attempts: 0, result: 4 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310])
  })

  test('of which the later one wants a key, and the earlier is asked for last: both ring at the earlier', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', PRESSES('5'))
    const strict = await hotel.ask('101', LATE, { confirm: true })
    await hotel.pass(minutes(5))
    const plain = await hotel.ask('101', EARLY)
    expect(await hotel.settled(strict)).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.settled(plain)).toMatchObject({ attempts: 0, result: 1 })
    await hotel.pass(minutes(2))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310])
  })

  test('of which the earlier is taken back: the one with the key rings at its own time', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    const [plain, strict] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE, { confirm: true })]
    await hotel.pass(minutes(5))
    expect(await hotel.log('wakeup.followed')).toMatchObject([{ wakeup: plain, detail: { with: strict } }])
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${plain}`)
    await hotel.settled(strict)
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([340])
  })

  test('of which the earlier is settled by hand: the one with the key rings at its own time', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    const [plain, strict] = [await hotel.ask('101', EARLY), await hotel.ask('101', LATE, { confirm: true })]
    await hotel.pass(minutes(5))
    await hotel.request('desk', 'PUT', `/rest/wakeup/${plain}`, { result: 1 })
    await hotel.settled(strict)
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([340])
  })

  test('of which a third goes: the other two still ring at the earlier of theirs', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    const first = await hotel.ask('101', '2026-11-14T20:05:05')
    await hotel.ask('101', '2026-11-14T20:05:20')
    const strict = await hotel.ask('101', LATE, { confirm: true })
    await hotel.pass(minutes(4.5))
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${first}`)
    await hotel.settled(strict)
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([320])
  })

  test('of which one that wants a key is asked for while the other rings: it is rung by itself', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    const plain = await hotel.ask('101', EARLY)
    await hotel.until(() => exchange.phones.up === 1, minutes(6))
    const strict = await hotel.ask('101', LATE, { confirm: true })
    expect(await hotel.settled(plain)).toMatchObject({ result: 1 })
    expect(await hotel.settled(strict)).toMatchObject({ attempts: 1, result: 4 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310, 340])
  })

  test('that are the same but for the key: there is one call, and it wants the key', async () => {
    const { hotel } = await openNight({ wakeup: { attempts: 1 } })
    const id = await hotel.ask('101', EARLY)
    await hotel.pass(minutes(5))
    expect(await hotel.ask('101', EARLY, { confirm: true })).toBe(id)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 4 })
    expect(await hotel.log('wakeup.changed')).toMatchObject([{ wakeup: id, room: '101' }])
  })

  test('of which one is asked for while the other is talking: no second call', async () => {
    const { hotel, exchange } = await openNight()
    const early = await hotel.ask('101', '2026-11-14T20:05:00')
    await hotel.until(() => exchange.phones.up === 1, minutes(6))
    const late = await hotel.ask('101', '2026-11-14T20:05:05')
    expect(await hotel.settled(early)).toMatchObject({ result: 1 })
    expect(await hotel.settled(late)).toMatchObject({ result: 1 })
    expect(exchange.rings('101')).toHaveLength(1)
  })
})

test('calls of one room in two minutes ring twice', async () => {
  const { hotel, exchange } = await openNight()
  const [first, second] = [await hotel.ask('101', '2005'), await hotel.ask('101', '2006')]
  await hotel.settled(first)
  await hotel.settled(second)
  expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300, 360])
})
