import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NO_FACTS, type NodeFacts } from '../../src/hotel/nodes/node-facts.ts'
import { type Clock, minutes, seconds, systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { admit } from '../../src/runners/nodes/admission.ts'
import { Beat } from '../../src/runners/nodes/beat.ts'
import { fenced } from '../../src/runners/nodes/fence.ts'
import { Homes } from '../../src/runners/nodes/homes.ts'
import { nudging, Sealer } from '../../src/runners/log/sealer.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import { keyIn } from '../../src/store/files/key-file.ts'
import type { SealedActivity } from '../../src/store/stores/seal-store.ts'
import { createStores, type HotelDatabase } from '../../src/store/stores/stores.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { eventually } from '../../testing/eventually.ts'
import { activity as activityRow, NOON } from '../../testing/records.ts'
import { newFolder } from '../night.ts'
import { useDatabases } from '../test-databases.ts'

const { newDatabase } = useDatabases()

const HOUSES = ['@log', '', 'east', 'west']
const MEMORY = { amongOthers: seconds(90), alone: minutes(15) }

/** A node with a clock of its own: one that is not moved stands still, as a process that was stopped. */
interface TestNode {
  readonly name: string
  readonly clock: ManualClock
  readonly beat: Beat
  readonly homes: Homes
  readonly database: HotelDatabase
  /** `+east`, `-east`: what it has taken and left, in order. */
  readonly moves: string[]
  readonly here: string[]
  /** The tenants whose things are here, as those who look after them were told. */
  readonly living: readonly string[]
}

interface Wishes {
  readonly url: string
  readonly name: string
  readonly start?: number
  readonly machine?: string
  readonly houses?: () => readonly string[]
  readonly tenants?: () => readonly string[]
  readonly facts?: () => NodeFacts
  readonly isQuiet?: () => boolean
}

async function join(wishes: Wishes): Promise<TestNode> {
  const { url, name, start = NOON, houses = () => HOUSES, facts = () => NO_FACTS } = wishes
  const { isQuiet = () => true, machine = name, tenants = () => ['east', 'west'] } = wishes
  const arrangement = () => ({
    houses: houses(),
    tenants: tenants(),
    print: `${houses().join()} ${tenants().join()}`,
  })
  const clock = manualClock(start)
  const log = silentLog
  const database = await openDatabase({ url, createStores, clock, log, lock: 'shared', poolSize: 2 })
  onTestFinished(() => database.close())
  const apart = database.apart ?? database.transaction
  const ids = systemIds()
  const areCutOff = () => Promise.resolve(false)
  const address = () => `http://${name}`
  const beat = new Beat({
    apart,
    clock,
    ids,
    log,
    name,
    machine,
    version: '1',
    address,
    facts,
    memory: MEMORY,
    areCutOff,
  })
  const homes = new Homes({
    database,
    beat,
    clock,
    log,
    name,
    arrangement,
    isQuiet,
    isWritten: () => Promise.resolve(true),
  })
  const moves: string[] = []
  homes.residents.onTaken((_, houses) => void moves.push(...houses.map((house) => `+${house}`)))
  homes.residents.onLeft((_, houses) => void moves.push(...houses.map((house) => `-${house}`)))
  const living: string[] = []
  homes.residents.onTaken((those) => void living.push(...those))
  homes.residents.onLeft(
    (those) => void living.splice(0, living.length, ...living.filter((one) => !those.includes(one))),
  )
  const here = () => [...homes.residents.houses].toSorted()
  const node = {
    name,
    clock,
    beat,
    homes,
    database,
    moves,
    living,
    get here() {
      return here()
    },
  }
  homes.start()
  await beat.start()
  await settle(node)
  return node
}

async function settle({ beat, homes }: TestNode) {
  await beat.settled()
  await homes.settled()
}

/** Seconds pass for these nodes, and for no other. */
async function pass(wanted: number, ...nodes: readonly TestNode[]) {
  for (let second = 0; second < wanted; second++)
    for (const node of nodes) {
      node.clock.advance(seconds(1))
      await settle(node)
    }
}

/** Two nodes that have seen each other and have their shares. */
async function twoNodes() {
  const url = await newDatabase()
  const a = await join({ url, name: 'a' })
  const b = await join({ url, name: 'b' })
  await pass(20, a, b)
  return { url, a, b }
}

/** Until one transaction waits for a lock that another holds. */
async function lockWait(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await eventually(async () => {
    const { rows } = await client.query(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
    expect(rows.length).toBeGreaterThan(0)
  })
}

const write = (node: TestNode, lease: string | null) =>
  fenced(node.database, () => lease ?? '')
    .transaction(({ site }) => site.remember('written', 'yes'))
    .then(
      () => 'written',
      (error: { code: string }) => error.code,
    )

test('a node that is alone has every house', async () => {
  const a = await join({ url: await newDatabase(), name: 'a' })

  expect([a.here, a.beat.isAlone, a.beat.permit.isHeld]).toEqual([['', '@log', 'east', 'west'], true, true])
})

test('one that joins takes nothing by force: it is given its share, house by house', async () => {
  const url = await newDatabase()
  const a = await join({ url, name: 'a' })
  const b = await join({ url, name: 'b' })
  expect(b.here).toEqual([])

  await pass(3, a, b)
  expect([a.here.length, b.here.length]).toEqual([3, 1])
  await pass(10, a, b)
  expect([a.here.length, b.here.length]).toEqual([2, 2])
  expect([...a.here, ...b.here].toSorted()).toEqual(HOUSES.toSorted())
  expect([a.beat.isAlone, b.beat.isAlone]).toEqual([false, false])
})

test('one that is stopped while it takes houses stops neither the beat of another nor what that one writes', async () => {
  const url = await newDatabase()
  const [a, b] = [await join({ url, name: 'a' }), await join({ url, name: 'b' })]
  const lease = b.beat.lease ?? ''
  await a.database.transaction(async ({ nodes }) => {
    await nodes.held()
    const beaten = b.database.transaction((of) => of.nodes.beat({ lease, address: '', facts: NO_FACTS }))
    expect(await beaten).toBe(true)
    expect(await fenced(b.database, () => lease).transaction(() => Promise.resolve('written'))).toBe(
      'written',
    )
  })
})

test('a house where a phone rings stays where it is', async () => {
  const url = await newDatabase()
  const a = await join({ url, name: 'a', isQuiet: () => false })
  const b = await join({ url, name: 'b' })
  await pass(30, a, b)

  expect([a.here.length, b.here]).toEqual([4, []])
})

describe('a node that is stopped in its tracks', () => {
  test('is taken over within six seconds, and not before five', async () => {
    const { a, b } = await twoNodes()
    await pass(4, b)
    expect(b.here.length).toBe(2)
    await pass(2, b)

    expect(b.here).toEqual(['', '@log', 'east', 'west'])
    expect(a.here.length).toBe(2)
  })

  test('may not act by the time that others do, writes nothing any more, and joins anew with no house', async () => {
    const { a, b } = await twoNodes()
    const old = a.beat.lease
    a.clock.advance(seconds(3.5) - 1)
    expect(a.beat.permit.isHeld).toBe(true)
    await settle(a)
    await pass(6, b)
    expect(await write(a, old)).toBe('house.lost')

    a.clock.advance(seconds(60))
    expect(a.beat.permit.isHeld).toBe(false)
    await settle(a)
    await settle(a)
    expect([a.here, a.beat.lease === old]).toEqual([[], false])
    expect(a.moves.filter((move) => move.startsWith('-')).length).toBe(4)
    await pass(20, a, b)
    expect([a.here.length, b.here.length]).toEqual([2, 2])
    expect([await write(a, old), await write(a, a.beat.lease)]).toEqual(['house.lost', 'written'])
  })

  test('is waited for by those who declare it lost while it writes', async () => {
    const { url, a, b } = await twoNodes()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    onTestFinished(() => release())
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const order: string[] = []
    const writing = fenced(a.database, () => a.beat.lease ?? '').transaction(async () => {
      begin()
      await held
      order.push('written')
    })
    await begun
    for (let second = 0; second < 6; second++) {
      b.clock.advance(seconds(1))
      await b.beat.settled()
    }
    await lockWait(url)
    order.push(`b has ${b.here.length}`)
    release()
    await writing
    await settle(b)

    order.push(`b has ${b.here.length}`)
    expect(order).toEqual(['b has 2', 'written', 'b has 4'])
  })
})

test('whoever was away itself takes nobody for dead', async () => {
  const { a, b } = await twoNodes()
  b.clock.advance(minutes(10))
  await settle(b)
  await pass(4, b)

  expect(b.here.length).toBe(2)
  expect(a.here.length).toBe(2)
})

test('clocks that differ, and one that is set, make nobody dead', async () => {
  const url = await newDatabase()
  const a = await join({ url, name: 'a' })
  const b = await join({ url, name: 'b', start: NOON + minutes(5) })
  await pass(12, a, b)
  b.clock.set(NOON + minutes(60))
  await pass(12, a, b)

  expect([a.here.length, b.here.length]).toEqual([2, 2])
  expect((await a.database.read.nodes.list()).map(({ state }) => state)).toEqual(['up', 'up'])
})

describe('one that never saw the other beating', () => {
  test('takes over at once from a predecessor in its own folder', async () => {
    const url = await newDatabase()
    const first = await join({ url, name: 'a' })
    const next = await join({ url, name: 'a' })
    await pass(1, next)

    expect([next.here.length, await write(first, first.beat.lease)]).toEqual([4, 'house.lost'])
  })

  test('takes nothing from one of its own name on another machine, until that has been silent for long enough', async () => {
    const url = await newDatabase()
    const first = await join({ url, name: 'a' })
    await pass(2, first)
    const next = await join({ url, name: 'a', machine: 'another' })
    await pass(60, next)
    expect([next.here.length, await write(first, first.beat.lease)]).toEqual([0, 'written'])
    await pass(841, next)
    expect([next.here.length, await write(first, first.beat.lease)]).toEqual([4, 'house.lost'])
  })

  test('waits as long as the other can ring from memory: longer, if that one saw nobody else', async () => {
    const { b, url } = await twoNodes()
    const c = await join({ url, name: 'c' })
    await pass(89, c)
    expect(c.here).toEqual([])
    await pass(2, c)
    expect([c.here.length, b.here.length]).toEqual([4, 2])

    const lonely = await newDatabase()
    await pass(2, await join({ url: lonely, name: 'a' }))
    const d = await join({ url: lonely, name: 'd' })
    await pass(899, d)
    expect(d.here).toEqual([])
    await pass(2, d)
    expect(d.here.length).toBe(4)
  })
})

test('a node that leaves hands over everything, and is gone', async () => {
  const { a, b } = await twoNodes()
  await a.homes.stop()
  await a.beat.stop()
  await pass(1, b)

  expect([a.here, b.here.length, a.beat.permit.isHeld]).toEqual([[], 4, false])
  expect((await b.database.read.nodes.list()).map(({ name }) => name)).toEqual(['b'])
})

test('nodes that go by another configuration take nothing until they agree, and leave what is gone', async () => {
  const url = await newDatabase()
  const at = { version: 1, houses: ['@log', '', 'east'] }
  const houses = () => at.houses
  const a = await join({ url, name: 'a', houses, facts: () => ({ ...NO_FACTS, configuration: at.version }) })
  const b = await join({
    url,
    name: 'b',
    houses: () => ['@log', '', 'west'],
    facts: () => ({ ...NO_FACTS, configuration: 2 }),
  })
  await pass(12, a, b)
  expect([a.here, b.here]).toEqual([['', '@log', 'east'], []])

  at.version = 2
  at.houses = ['@log', '', 'west']
  await pass(12, a, b)
  expect([...a.here, ...b.here].toSorted()).toEqual(['', '@log', 'west'])
})

test('one whose clock is far from the database’s is kept out while another node runs, and only then', async () => {
  const url = await newDatabase()
  const ask = async (ahead: number, ...beating: readonly TestNode[]) => {
    const clock = manualClock(NOON)
    const database = await openDatabase({ url, createStores, clock, log: silentLog, lock: 'shared' })
    onTestFinished(() => database.close())
    const key = keyIn(path.join(newFolder(), 'key'), () => Buffer.alloc(32))
    let answer: string | undefined
    admit({
      database,
      clock,
      name: 'b',
      machine: 'b',
      key,
      databaseClock: async () => clock.now() - ahead,
    }).then(
      () => (answer = 'admitted'),
      (error: Error) => (answer = error.message),
    )
    await eventually(async () => {
      await pass(1, ...beating)
      clock.advance(seconds(1))
      expect(answer).toBeDefined()
    })
    return answer
  }
  expect(await ask(minutes(5))).toBe('admitted')
  const a = await join({ url, name: 'a' })
  expect([await ask(seconds(30), a), await ask(-seconds(30), a)]).toEqual(['admitted', 'admitted'])
  expect([await ask(seconds(31), a), await ask(-seconds(40), a)]).toEqual([
    "The clock of this machine is 31 s ahead of the database's, while other nodes run: set it right first",
    "The clock of this machine is 40 s behind the database's, while other nodes run: set it right first",
  ])
})

test('a server that is no node is kept out while nodes run, and nodes while it runs', async () => {
  const url = await newDatabase()
  const clock: Clock = manualClock(NOON)
  const open = (lock: 'alone' | 'shared') => openDatabase({ url, createStores, clock, log: silentLog, lock })
  const node = await open('shared')
  await expect(open('alone')).rejects.toMatchObject({ code: 'store.in-use' })
  await node.close()
  const alone = await open('alone')
  await expect(open('shared')).rejects.toMatchObject({ code: 'store.in-use' })
  await alone.close()
})

test('what is done in turn is done by one process at a time, and by the next after one that has failed', async () => {
  const url = await newDatabase()
  const clock = systemClock()
  const open = () => openDatabase({ url, createStores, clock, log: silentLog, lock: 'shared' })
  const databases = [await open(), await open(), await open()]
  onTestFinished(async () => void (await Promise.all(databases.map((one) => one.close()))))
  const seen: string[] = []
  const turns = databases.map((one, n) =>
    one.inTurn(async () => {
      seen.push(`begun`)
      await one.transaction(({ site }) => site.remember('turn', String(n)))
      seen.push(`done`)
      if (n === 0) throw new Error('no')
    }),
  )
  await Promise.allSettled(turns)

  expect(seen).toEqual(['begun', 'done', 'begun', 'done', 'begun', 'done'])
})

describe('several nodes and one log', () => {
  interface Scribe extends Pick<TestNode, 'database' | 'clock'> {
    readonly sealer: Sealer
    readonly told: SealedActivity[]
  }

  async function scribe(url: string, isHere: () => boolean): Promise<Scribe> {
    const clock = manualClock(NOON)
    const log = silentLog
    const opened = await openDatabase({ url, createStores, clock, log, lock: 'shared', poolSize: 4 })
    const sealer = new Sealer({ database: opened, clock, log, isHere })
    const told: SealedActivity[] = []
    sealer.onSealed((rows) => told.push(...rows))
    sealer.start()
    // It tells what is sealed from its first look on.
    await sealer.settled()
    onTestFinished(async () => {
      await sealer.stop()
      await opened.close()
    })
    return { sealer, told, clock, database: nudging(opened, sealer) }
  }

  test('each is told everything in order, nothing twice, over many changes of who seals', async () => {
    const url = await newDatabase()
    const at = { who: 0 }
    const scribes = [await scribe(url, () => at.who === 0), await scribe(url, () => at.who === 1)]
    let written = 0
    const write = async (one: Scribe) => {
      const text = `row ${++written}`
      await one.database.transaction(({ activity }) => activity.add(activityRow({ text })))
    }
    const untilTold = () =>
      eventually(() => {
        for (const one of scribes) one.sealer.nudge()
        expect(scribes.map(({ told }) => told.length)).toEqual([written, written])
      })
    for (let round = 0; round < 6; round++) {
      await Promise.all(scribes.flatMap((one) => [write(one), write(one), write(one)]))
      await untilTold()
      at.who = 1 - at.who
    }
    for (const { told } of scribes) {
      expect(told.map(({ seal }) => seal)).toEqual(told.map((_, n) => n + 1))
      expect(new Set(told.map(({ text }) => text)).size).toBe(written)
    }
  })
})

describe('words between nodes', () => {
  const open = async (url: string) => {
    const clock = systemClock()
    const database = await openDatabase({ url, createStores, clock, log: silentLog, lock: 'shared' })
    onTestFinished(() => database.close())
    const heard: string[] = []
    database.bell?.onRing((word) => heard.push(word))
    return { heard, say: (word: string) => database.bell?.ring(word) }
  }

  test('are heard by all others, each once, and not by who has said them', async () => {
    const url = await newDatabase()
    const [a, b, c] = [await open(url), await open(url), await open(url)]
    for (const word of ['sealed', 'calls 1', 'sealed', 'ünï']) a.say(word)

    await eventually(() => expect([b.heard.length, c.heard.length]).toEqual([3, 3]))
    expect([a.heard, b.heard, c.heard]).toEqual([[], c.heard, ['sealed', 'calls 1', 'ünï']])
  })

  test('of which there are thousands are all heard, however long they are together', async () => {
    const url = await newDatabase()
    const [a, b] = [await open(url), await open(url)]
    const words = Array.from({ length: 3_000 }, (_, n) => `calls ${n} ${'x'.repeat(n % 50)}`)
    for (const word of words) a.say(word)

    await eventually(() => expect(b.heard.length).toBe(words.length))
    expect(b.heard).toEqual(words)
  })
})

test('who looks whether another node could take over sees what is being written about it', async () => {
  const { url, a, b } = await twoNodes()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let hold = () => {}
  const isHeld = new Promise<void>((resolve) => (hold = resolve))
  const first = a.database.transaction(async ({ nodes }) => {
    await nodes.held()
    hold()
    await released
    await nodes.leave(a.beat.lease ?? '')
  })
  await isHeld
  const second = b.database.transaction(async ({ nodes }) => (await nodes.held()).map(({ state }) => state))
  await lockWait(url)
  release()
  await first
  expect((await second).toSorted()).toEqual(['leaving', 'up'])
})

describe('tenants whose house becomes another one', () => {
  /** Two nodes with their shares, by an arrangement that each of them learns of when it is told to. */
  async function arranged(first: readonly string[]) {
    const url = await newDatabase()
    const knows = { a: first, b: first }
    const a = await join({ url, name: 'a', houses: () => knows.a })
    const b = await join({ url, name: 'b', houses: () => knows.b })
    await pass(20, a, b)
    const [home, other] = a.here.includes('') ? [a, b] : [b, a]
    const learns = (node: TestNode, houses: readonly string[]) =>
      void (knows[node.name === 'a' ? 'a' : 'b'] = houses)
    return { home, other, learns }
  }
  const all = (...nodes: readonly TestNode[]) => nodes.flatMap(({ living }) => living).toSorted()
  const ONE = ['@log', '']

  test('leave the common house before their own is taken by anybody', async () => {
    const { home, other, learns } = await arranged(ONE)
    expect([home.living, other.living]).toEqual([['', 'east', 'west'], []])

    learns(other, HOUSES)
    await pass(10, other, home)
    expect([home.living, other.living]).toEqual([['', 'east', 'west'], []])

    learns(home, HOUSES)
    await pass(20, home, other)
    expect(all(home, other)).toEqual(['', 'east', 'west'])
    expect(other.living.length).toBeGreaterThan(0)
    expect(home.living).toContain('')
  })

  test('are let into the common house when nobody has their own any more', async () => {
    const { home, other, learns } = await arranged(HOUSES)
    const before = all(home, other)
    expect(before).toEqual(['', 'east', 'west'])
    expect(other.living.length + home.living.length).toBe(3)

    learns(home, ONE)
    await pass(10, home, other)
    expect(all(home, other).filter((one, at, those) => those.indexOf(one) !== at)).toEqual([])

    learns(other, ONE)
    await pass(20, home, other)
    expect(all(home, other)).toEqual(['', 'east', 'west'])
    expect([home.living, other.living].filter((one) => one.length > 0)).toHaveLength(1)
  })

  test('who is new is let in, and who is gone is left, without a move of the house', async () => {
    const url = await newDatabase()
    const now = { tenants: ['east'] }
    const a = await join({ url, name: 'a', houses: () => ONE, tenants: () => now.tenants })
    expect([a.living, a.homes.whose()]).toEqual([['', 'east'], null])
    now.tenants = ['west']
    await pass(3, a)
    expect([a.living.toSorted(), a.homes.whose(), a.moves.filter((move) => move === '+')]).toEqual([
      ['', 'west'],
      null,
      ['+', '+'],
    ])
  })
})
