import { describe, expect, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { type Group, homeAmong, isDone, type Machine, openGroup } from './group-of-nodes.ts'
import { NEW_YORK } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

const { newDatabase } = useDatabases()

/** How many lines this very node has; whoever is asked for their names is told those of all nodes. */
const linesAt = async ({ hotel }: Machine): Promise<number> =>
  (await hotel.request(null, 'GET', '/readyz')).json.lines.all

const namesAt = async ({ hotel }: Machine): Promise<string[]> => {
  const { json } = await hotel.request('boss', 'GET', '/rest/system/line')
  return json.lines.map(({ name }: { name: string }) => name)
}

const addLine = async ({ hotel }: Machine, { exchange }: Group, name: string, tenant?: string) => {
  const { host, port } = exchange.phones.address
  const line = { name, uri: `sip:${name}@${host}:${port}`, register: false, calls: 5, tenant }
  expect((await hotel.request('boss', 'POST', '/rest/config/line', line)).status).toBe(201)
}

/** A call in a room of the wing, whose clock is six hours behind. */
const askFor = async ({ hotel }: Machine, time: string): Promise<string> => {
  const { status, json } = await hotel.request('nyboss', 'POST', '/rest/wakeup', { room: '500', time })
  expect(status).toBe(201)
  return json.id
}

const owners = async ({ hotel }: Machine) => {
  const homes = await hotel.app.database.read.homes.list()
  return new Map(homes.map(({ house, lease }) => [house, lease]))
}

/** Two nodes, a line that serves all, and one of the wing: then all are one house. */
async function openWing() {
  const group = await openGroup(await newDatabase())
  const [a, b] = [await group.join('a'), await group.join('b')]
  /** Every line there is, and each at one node. */
  const areSole = async (count: number) => (await linesAt(a)) + (await linesAt(b)) === count
  await group.pass(seconds(3), a, b)
  await addLine(a, group, 'wing', NEW_YORK)
  await group.until(() => areSole(2), a, b)
  const [home, other] = await homeAmong(a, b)
  expect([await linesAt(home), await linesAt(other)]).toEqual([2, 0])
  const [common = ''] = (await namesAt(home)).filter((name) => name !== 'wing')
  /** Without the line that serves all, the wing is a house of its own. */
  const parts = async () => {
    const answer = await other.hotel.request('boss', 'DELETE', `/rest/config/line/${common}`)
    expect(answer.status).toBe(200)
    await group.until(async () => (await owners(a)).has(NEW_YORK), a, b)
  }
  return { ...group, group, a, b, areSole, parts }
}

describe('a wing is rung by one node at a time, over lines that one node has', () => {
  test('when its lines make it a house of its own', async () => {
    const { exchange, until, pass, a, b, areSole, parts } = await openWing()
    const call = await askFor(b, '1401')
    await parts()
    await until(isDone(a, call), a, b)
    expect(exchange.rings('500')).toHaveLength(1)
    await pass(seconds(10), a, b)
    const owned = await owners(a)
    expect(new Set(owned.values()).size).toBe(2)
    expect([...owned.values()]).not.toContain(null)
    expect(await areSole(1)).toBe(true)
    expect(await namesAt(a)).toEqual(['wing'])
  })

  test('when a line that serves all makes it part of the common house again', async () => {
    const { exchange, until, a, b, areSole, parts, group } = await openWing()
    await parts()
    const call = await askFor(a, '1401')
    await addLine(b, group, 'all')
    await until(async () => (await owners(a)).size === 2 && (await areSole(2)), a, b)
    await until(isDone(b, call), a, b)
    expect(exchange.rings('500')).toHaveLength(1)
    const [last] = await homeAmong(a, b)
    expect((await namesAt(last)).toSorted()).toEqual(['all', 'wing'])
    expect([await linesAt(last), await areSole(2)]).toEqual([2, true])
  })
})
