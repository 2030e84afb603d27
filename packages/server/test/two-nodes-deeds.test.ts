import { openPms, type ScriptedPms } from '@reveille/fias/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { homeAmong, type Machine, openGroup } from './group-of-nodes.ts'
import { SITE } from './hotel.ts'
import { openStage } from './stage.ts'
import { useDatabases } from './test-databases.ts'
import { LISTENS } from './test-exchange.ts'

const { newDatabase } = useDatabases()

const GUESTS = { '101': [{ reservation: '1', name: 'Ada' }] }

/** Two machines, and a property system that is linked to one of them. */
async function openLinked() {
  const street = openStage()
  const { clock } = street
  const after = (ms: number, callback: () => void) => clock.at(clock.now() + ms, callback)
  const pms = await openPms({ guests: GUESTS, clock: { now: () => clock.now(), after } })
  onTestFinished(() => pms.close())
  const connector = { name: 'pms', type: 'fias', ...pms.address, articles: { '10': '1450' } } as const
  const site = {
    inventory: { ...SITE.inventory, connectors: [connector] },
    roomStatus: { ...SITE.roomStatus, servers: [] },
    network: { allow: ['127.0.0.1'] },
  }
  const group = await openGroup(await newDatabase(), { street, site, hotel: { connectorFor: 'network' } })
  const [a, b] = [await group.join('a'), await group.join('b')]
  await group.until(() => pms.isAlive, a, b)
  // Each has seen the other beating.
  await group.pass(seconds(2), a, b)
  const [home, other] = await homeAmong(a, b)
  return { ...group, pms, home, other }
}

async function charge({ hotel }: Machine, quantity: number) {
  const answer = await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity, room: '101' })
  expect(answer.status).toBe(200)
}

const quantities = ({ folio }: ScriptedPms) =>
  folio.bookings.flatMap(({ articles }) => articles.map(({ count }) => count))

describe('two nodes and a property system', () => {
  test('a charge taken anywhere is booked once, by the one link there is', async () => {
    const { home, other, until, pass, pms } = await openLinked()
    expect(pms.connections).toBe(1)
    await charge(other, 1)
    await charge(home, 2)
    await until(() => pms.folio.bookings.length === 2, home, other)
    await pass(seconds(5), home, other)

    expect(quantities(pms)).toEqual(['1', '2'])
    expect(pms.connections).toBe(1)
    expect(pms.violations).toEqual([])
  })

  test('the link of a silent node is taken over within 10 s, and it does not take it back', async () => {
    const { home, other, until, pass, pms, wake } = await openLinked()
    await charge(other, 3)
    const taken = await until(() => pms.folio.bookings.length === 1 && pms.connections === 2, other)
    expect(taken).toBeLessThanOrEqual(10_000)
    await charge(other, 4)
    await until(() => pms.folio.bookings.length === 2, other)

    wake(home)
    await pass(seconds(15), home, other)
    await charge(home, 5)
    await until(() => pms.folio.bookings.length === 3, home, other)
    expect(quantities(pms)).toEqual(['3', '4', '5'])
    expect(pms.connections).toBe(2)
  })
})

describe('two nodes and the desk', () => {
  const alarmed = async () => {
    const wakeup = { attempts: 1, escalation: { extension: '0' } }
    const group = await openGroup(await newDatabase(), { site: { wakeup } })
    group.exchange.does('101', { does: 'busy' })
    group.exchange.does('0', LISTENS)
    const [a, b] = [await group.join('a'), await group.join('b')]
    await b.hotel.ask('101', '2001')
    return { ...group, a, b }
  }

  test('an alarm rings the desk once', async () => {
    const { exchange, a, b, until, pass } = await alarmed()
    await until(() => exchange.rings('0').length > 0, a, b)
    await pass(seconds(20), a, b)
    expect(exchange.rings('101')).toHaveLength(1)
    expect(exchange.rings('0')).toHaveLength(1)
  })

  test('who leaves as it should hands its house over within a second, and the call rings on time', async () => {
    const { exchange, street, a, b, until } = await alarmed()
    const [home, other] = await homeAmong(a, b)
    const before = street.clock.now()
    await home.leave()
    expect(await isHomeOf(other)).toBe(true)
    expect(street.clock.now() - before).toBeLessThan(3_000)
    await until(() => exchange.rings('101').length === 1, other)
    expect(exchange.rings('101')).toEqual([Date.UTC(2026, 10, 14, 19, 1, 0)])
  })
})

const isHomeOf = async (machine: Machine) => (await homeAmong(machine, machine))[0] === machine
