import { describe, expect, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { homeAmong, isDone, openGroup } from './group-of-nodes.ts'
import { useDatabases } from './test-databases.ts'
import { LISTENS } from './test-exchange.ts'

const { newDatabase } = useDatabases()

const DUE = Date.UTC(2026, 10, 14, 19, 1, 0)

/** Two nodes that know each other, and a call at one minute past, which is claimed by now. */
async function beforeTheCall(secondsBefore = 10) {
  const group = await openGroup(await newDatabase(), { site: { wakeup: { attempts: 3, retryDelay: '5s' } } })
  const [a, b] = [await group.join('a'), await group.join('b')]
  const id = await a.hotel.ask('101', '2001')
  await group.until(() => group.street.clock.now() >= DUE - seconds(secondsBefore), a, b)
  const [home, other] = await homeAmong(a, b)
  return { ...group, id, home, other }
}

describe('a database that is away', () => {
  test('for all nodes: the room is rung on time by its home, once, and the book knows it afterwards', async () => {
    const { exchange, home, other, id, pass, until } = await beforeTheCall()
    for (const { wire } of [home, other]) wire.cut()
    await pass(seconds(25), home, other)
    expect(exchange.rings('101')).toHaveLength(1)
    expect((exchange.rings('101')[0] ?? 0) - DUE).toBeLessThanOrEqual(1_000)
    expect((await home.hotel.request(null, 'GET', '/readyz')).json.code).toBe('node.cut-off')

    for (const { wire } of [home, other]) wire.mend()
    expect(await until(isDone(other, id), home, other)).toBeLessThanOrEqual(10_000)
    expect((await other.hotel.call(id)).result).toBe(1)
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('for one that has the house: it stands down, and the other rings on time, once', async () => {
    const { exchange, home, other, id, pass, until } = await beforeTheCall()
    home.wire.cut()
    await until(isDone(other, id), home, other)
    expect(exchange.rings('101')).toEqual([DUE])
    home.wire.mend()
    await pass(seconds(10), home, other)
    expect(exchange.rings('101')).toEqual([DUE])
    expect((await home.hotel.call(id)).result).toBe(1)
  })

  test('while a phone rings: it falls silent before the other rings it', async () => {
    const { exchange, home, other, id, until } = await beforeTheCall(2)
    exchange.does('101', { does: 'ring' }, LISTENS)
    await until(() => exchange.rings('101').length === 1, home, other)
    home.wire.cut()
    await until(() => exchange.rings('101').length === 2, home, other)
    const course = exchange.seen
      .map(({ what }) => what)
      .filter((what) => what === 'ends' || what === 'is rung')
    expect(course.slice(0, 3)).toEqual(['is rung', 'ends', 'is rung'])
    await until(isDone(other, id), home, other)
    expect(exchange.rings('101')).toHaveLength(2)
    expect((await other.hotel.call(id)).result).toBe(1)
  })

  test('when one wakes that stood still with a guest on the line: it does not ring whom the other has woken', async () => {
    const { exchange, home, other, id, pass, until, wake } = await beforeTheCall(2)
    await until(() => exchange.seen.some(({ what }) => what === 'answers'), home, other)
    await pass(seconds(1), home, other)
    home.wire.cut()
    await until(isDone(other, id), other)
    expect(exchange.rings('101')).toHaveLength(2)

    wake(home)
    home.wire.mend()
    await pass(seconds(90), home, other)
    expect(exchange.rings('101')).toHaveLength(2)
    expect((await home.hotel.call(id)).result).toBe(1)
  })

  test('for all but a newcomer: nobody is rung by two', async () => {
    const { exchange, home, other, id, join, pass, until } = await beforeTheCall()
    for (const { wire } of [home, other]) wire.cut()
    const newcomer = await join('c')
    await pass(seconds(60), home, other, newcomer)
    expect(exchange.rings('101')).toHaveLength(1)

    for (const { wire } of [home, other]) wire.mend()
    await until(isDone(newcomer, id), home, other, newcomer)
    await pass(seconds(10), home, other, newcomer)
    expect(exchange.rings('101')).toHaveLength(1)
    expect((await newcomer.hotel.call(id)).result).toBe(1)
  })
})
