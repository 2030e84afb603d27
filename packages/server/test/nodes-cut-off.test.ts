import { describe, expect, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { homeAmong, type Machine, openGroup } from './group-of-nodes.ts'
import { useDatabases } from './test-databases.ts'
import { LISTENS } from './test-exchange.ts'

const { newDatabase } = useDatabases()

const DESK = { wakeup: { attempts: 1, escalation: { extension: '0' } } }

/** Two nodes that know each other; the one that has the house is first. */
async function openPair() {
  const group = await openGroup(await newDatabase(), { site: DESK })
  group.exchange.does('0', LISTENS)
  const [a, b] = [await group.join('a'), await group.join('b')]
  await group.pass(seconds(3), a, b)
  const [home, other] = await homeAmong(a, b)
  return { ...group, home, other }
}

describe('a node that is cut off while others are not', () => {
  test('tells the desk nothing: whether calls will ring, or have failed, is not its to say', async () => {
    const { exchange, home, other, pass } = await openPair()
    exchange.does('101', { does: 'busy' })
    home.wire.cut()
    await pass(seconds(40), home, other)
    expect(exchange.rings('0')).toEqual([])
  })

  test('does not tell the desk of a call that failed just before: the other does, once', async () => {
    const { exchange, home, other, pass, until } = await openPair()
    exchange.does('101', { does: 'answer', ringMs: 60_000 })
    await home.hotel.ask('101', '2001')
    await until(() => exchange.rings('101').length === 1, home, other)
    exchange.does('101', { does: 'busy' })
    home.wire.cut()
    await until(() => exchange.rings('0').length > 0, home, other)
    await pass(seconds(40), home, other)
    expect(exchange.rings('0')).toHaveLength(1)
    expect(await other.hotel.alarms()).toHaveLength(1)
  })

  test('lets nobody in by what it remembers, and says when to come again', async () => {
    const { home, other, pass } = await openPair()
    const ask = ({ hotel }: Machine) => hotel.request('desk', 'GET', '/rest/room')
    expect((await ask(home)).status).toBe(200)
    home.wire.cut()
    await pass(seconds(5), home, other)
    const { status, headers } = await ask(home)
    expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect((await ask(other)).status).toBe(200)

    home.wire.mend()
    await pass(seconds(10), home, other)
    expect((await ask(home)).status).toBe(200)
  })
})

describe('nodes that are all cut off', () => {
  test('tell the desk by the one that has the house', async () => {
    const { exchange, home, other, pass } = await openPair()
    for (const { wire } of [home, other]) wire.cut()
    await pass(seconds(30), home, other)
    expect(exchange.rings('0')).toHaveLength(1)
  })
})
