import { describe, expect, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { alterationsOf, homeAmong, isDone, openGroup } from './group-of-nodes.ts'
import { SITE } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { LISTENS } from './test-exchange.ts'

const { newDatabase } = useDatabases()

describe('two nodes of one house', () => {
  test('a call is rung by the one that has the house, wherever it was asked for', async () => {
    const { exchange, join, until } = await openGroup(await newDatabase())
    const a = await join('a')
    const b = await join('b')
    const id = await b.hotel.ask('101', '2001')
    await until(isDone(b, id), a, b)

    expect(exchange.rings('101')).toHaveLength(1)
    expect((await a.hotel.call(id)).result).toBe(1)
    expect((await b.hotel.call(id)).result).toBe(1)
  })

  test('every house that the first start has made has a home', async () => {
    const lineOf = (tenant: string) => ({ uri: 'sip:voice1@127.0.0.1:9', register: false, tenant })
    const more = ['1', '2'].map((n) => ({ id: `0000000${n}-0000-4000-8000-000000000000`, name: `Wing ${n}` }))
    const tenants = [...(SITE.tenants ?? []), ...more]
    const lines = tenants.map(({ id }) => lineOf(id))
    const site = { tenants, telephony: { mode: 'sip', lines } } as const
    const { join, pass, until } = await openGroup(await newDatabase(), { site })
    const a = await join('a')
    const b = await join('b')
    const homes = () => a.hotel.app.database.read.homes.list()
    await until(
      async () => (await homes()).every(({ lease }) => lease !== null) && (await homes()).length > 2,
      a,
      b,
    )
    await pass(seconds(12), a, b)
    await until(async () => (await homes()).every(({ lease }) => lease !== null), a, b)
    expect(await homes()).toHaveLength(lines.length + 2)
    expect(new Set((await homes()).map(({ lease }) => lease)).size).toBe(2)
  })

  test('a second one that starts hangs up nothing, and a silent first is taken over within 8 s', async () => {
    const { exchange, join, pass, until } = await openGroup(await newDatabase())
    exchange.does('101', { does: 'answer', ringMs: 60_000 }, LISTENS)
    const a = await join('a')
    const id = await a.hotel.ask('101', '2001')
    await until(() => exchange.rings('101').length === 1, a)

    const b = await join('b')
    await pass(seconds(3), a, b)
    expect(exchange.seen.filter(({ what }) => what === 'ends')).toEqual([])

    expect(await until(() => exchange.rings('101').length === 2, b)).toBeLessThanOrEqual(8_000)
    await until(isDone(b, id), b)
    expect((await b.hotel.call(id)).result).toBe(1)

    // The first comes back, and does nothing more in that house.
    const seen = exchange.seen.length
    await pass(seconds(10), a, b)
    expect(exchange.seen.slice(seen).filter(({ what }) => what === 'is rung')).toEqual([])
    expect(exchange.rings('101')).toHaveLength(2)
  })

  test('a phone that is picked up while its node stands still is hung up when that wakes, and rung by the other', async () => {
    const { exchange, join, pass, until } = await openGroup(await newDatabase())
    exchange.does('101', { does: 'answer', ringMs: 2_000 }, LISTENS)
    const a = await join('a')
    const b = await join('b')
    const id = await a.hotel.ask('101', '2001')
    await until(() => exchange.rings('101').length === 1, a, b)
    const [home, other] = await homeAmong(a, b)
    await until(() => exchange.rings('101').length === 2, other)
    await until(isDone(other, id), other)
    await pass(seconds(5), home, other)

    expect((await other.hotel.call(id)).result).toBe(1)
    expect(exchange.rings('101')).toHaveLength(2)
    const late = await other.hotel.log('wakeup.answered-late')
    expect(late).toMatchObject([{ room: '101', detail: { number: 1 } }])
    expect(await alterationsOf(other, id)).toEqual([])
  })

  test('who was heard for good at a node that is cut off is not woken twice, whoever has the house', async () => {
    const { exchange, join, until, pass } = await openGroup(await newDatabase())
    exchange.does('101', { does: 'answer', ringMs: 1_000, hangsUpAfterMs: 20_000 })
    const a = await join('a')
    const b = await join('b')
    const id = await a.hotel.ask('101', '2001')
    const [home, other] = await homeAmong(a, b)
    await until(() => exchange.seen.some(({ what }) => what === 'answers'), home, other)
    // The home stands still for a while, with the guest on the line, and comes back before the other has taken over.
    await pass(seconds(2), other)
    await pass(seconds(20), home, other)

    expect((await other.hotel.call(id)).result).toBe(1)
    expect(exchange.rings('101')).toHaveLength(1)
  })
})
