import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, transact } from '../src/actions/actor.ts'
import { deliveryActions } from '../src/actions/deliveries/deliveries.ts'
import { alarmActions } from '../src/actions/desk/alarms.ts'
import { receiptActions } from '../src/actions/receipts.ts'
import { roomStatusActions } from '../src/actions/rooms/room-status.ts'
import { loadSettings } from '../src/actions/settings.ts'
import { replanPending } from '../src/actions/wakeups/replanning.ts'
import { wakeupActions } from '../src/actions/wakeups/wakeups.ts'
import { raise } from '../src/hotel/desk/alarm.ts'
import type { TenantId } from '../src/hotel/accounts/tenancy.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { deskBook } from '../src/runners/desk/desk-book.ts'
import type { HotelDatabase, Stores } from '../src/store/stores/stores.ts'
import { customRoom, wakeup } from '../testing/records.ts'
import { EVENING, type Hotel, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

/** Two who write at the same time, each with a connection of its own; SQLite has one writer. */

const BOSS: Actor = {
  name: 'boss',
  scope: null,
  permissions: ['administrator'],
  source: 'rest',
  address: '',
}

const { newDatabase } = useDatabases()
let hotel: Hotel
let client: Client
beforeEach(async () => {
  const databaseUrl = await newDatabase()
  hotel = await openHotel({ databaseUrl })
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await hotel.close()
})

/** As seen by one who is slow: what it has read is another thing by the time that it writes. */
const slowly = (wrap: (stores: Stores) => Stores): HotelDatabase => {
  const { database } = hotel.app
  return { ...database, transaction: (work) => database.transaction((stores) => work(wrap(stores))) }
}

const after =
  <Found>(find: (id: string) => Promise<Found>, meddle: () => Promise<unknown>) =>
  async (id: string): Promise<Found> => {
    const found = await find(id)
    await meddle()
    return found
  }

const isSomebodyWaiting = async () =>
  (
    await client.query(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
  ).rows.length > 0

const somebodyWaits = async () => {
  while (!(await isSomebodyWaiting()));
}

it('an alarm that is acknowledged while the desk is being rung for it stays acknowledged', async () => {
  const { database } = hotel.app
  const about = { subject: 'voice1', tenant: '', room: '', text: 'No line', detail: { why: '' } }
  const alarm = raise({ ...about, id: 'a1', kind: 'line.down' }, EVENING)
  await database.transaction(({ alarms }) => alarms.insert(alarm))
  const remembered = {
    shown: () => [],
    unwritten: () => [],
    acknowledge: () => false,
    idOf: (id: string) => id,
  }
  const actions = alarmActions({ database, clock: hotel.clock, outage: { since: null }, remembered })
  const acknowledge = () => actions.acknowledge(BOSS, 'a1', 'seen')
  const book = deskBook({
    clock: hotel.clock,
    reached: () => Promise.resolve(),
    ids: systemIds(),
    whose: () => null,
    database: slowly((stores) => ({
      ...stores,
      alarms: { ...stores.alarms, get: after(stores.alarms.get, acknowledge) },
    })),
  })
  await book.change([alarm], (one) => ({ ...one, calls: one.calls + 1, nextAt: EVENING + 60_000 }), {
    kind: 'alarm.told',
    text: 'The desk was rung',
    detail: { by: 'phone' },
  })

  expect(await database.read.alarms.get('a1')).toEqual({
    ...alarm,
    state: 'acknowledged',
    endedBy: 'boss',
    endedAt: hotel.clock.now(),
    note: 'seen',
  })
  const log = await database.read.activity.page({ scope: null, wanted: ['alarm'], limit: 10 })
  expect(log.map(({ kind }) => kind)).toEqual(['alarm.acknowledged'])
})

it('a delivery that is taken up while an operator decides about it is left to the one who sends it', async () => {
  const { database } = hotel.app
  await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })
  const [waiting] = await database.read.deliveries.page({ scope: null, limit: 1 })
  const id = waiting?.id ?? ''
  const take = () => database.transaction(({ queues }) => queues.take([{ id, memo: null }]))
  const deliveries = deliveryActions({
    ids: systemIds(),
    clock: hotel.clock,
    deliverer: { added: () => {}, hurried: () => {} },
    queues: () => Promise.resolve([]),
    whyQuiet: () => null,
    database: slowly((stores) => ({
      ...stores,
      deliveries: { ...stores.deliveries, get: after(stores.deliveries.get, take) },
    })),
  })
  const dropped = deliveries.rule(BOSS, id, { as: 'drop', reason: 'paid in cash' })

  await expect(dropped).rejects.toMatchObject({ code: 'delivery.changed' })
  expect(await database.read.deliveries.get(id)).toMatchObject({ state: 'sending', note: '' })
  expect(await database.read.activity.page({ scope: null, kinds: ['delivery.ruled'], limit: 1 })).toEqual([])
})

it('of two processes that get the same request one does it, and the other waits for its answer', async () => {
  const { database } = hotel.app
  const receipt = {
    tenant: '' satisfies TenantId,
    scope: 'boss POST /rest/config/room',
    key: 'k',
    fingerprint: 'f',
  }
  const done: string[] = []
  const processOf = (name: string, meanwhile: () => Promise<void>) =>
    receiptActions({ database, clock: hotel.clock }).once(receipt, () =>
      transact(database, { ...BOSS, receipt }, EVENING, async ({ rooms }) => {
        await rooms.insertCustom(customRoom())
        done.push(name)
        await meanwhile()
        return `by ${name}`
      }),
    )
  let second: Promise<string> | undefined
  const first = processOf('the first', async () => {
    second = processOf('the second', () => Promise.resolve())
    await somebodyWaits()
  })

  expect(await first).toBe('by the first')
  expect(await second).toBe('by the first')
  expect(done).toEqual(['the first'])
  expect(await database.read.rooms.listCustom(null)).toHaveLength(1)
})

it('the second of two processes does what the first could not', async () => {
  const { database } = hotel.app
  const receipt = { tenant: '', scope: 'boss POST /rest/config/room', key: 'k', fingerprint: 'f' }
  const attempt = (work: () => Promise<string>) => transact(database, { ...BOSS, receipt }, EVENING, work)
  let second: Promise<string> | undefined
  const first = attempt(async () => {
    second = attempt(() => Promise.resolve('done'))
    await somebodyWaits()
    throw new Error('No')
  })

  await expect(first).rejects.toThrow('No')
  expect(await second).toBe('done')
})

const askFor101 = async (): Promise<string> =>
  (await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '2100' })).json.id

it('a call that is asked for again with a key while it is dialled rings on, and is counted', async () => {
  const { database } = hotel.app
  const id = await askFor101()
  const dialled = () =>
    database.transaction(async ({ wakeups }) => {
      const call = await wakeups.get(id)
      if (call) await wakeups.update({ ...call, state: 'calling', dials: 1, attempts: 1 })
    })
  const slow = slowly((stores) => ({
    ...stores,
    wakeups: {
      ...stores.wakeups,
      twin: async (call) => {
        const found = await stores.wakeups.twin(call)
        await dialled()
        return found
      },
    },
  }))
  const wakeups = wakeupActions({
    database: slow,
    clock: hotel.clock,
    ids: systemIds(),
    settings: await loadSettings(database),
    ringer: { asked: () => {}, changed: () => {} },
    rush: { after: () => Promise.resolve(null) },
    hasLine: () => true,
  })
  await wakeups.create(BOSS, { room: '101', time: '2100', confirm: true })

  expect(await database.read.wakeups.get(id)).toMatchObject({ state: 'calling', dials: 1, confirm: false })
})

it('a call that is dialled while the hotel moves to another zone stays dialled', async () => {
  const { database } = hotel.app
  const id = await askFor101()
  await database.transaction((stores) =>
    replanPending(
      {
        ...stores,
        wakeups: {
          ...stores.wakeups,
          page: async (filter) => {
            const found = await stores.wakeups.page(filter)
            await database.transaction(({ wakeups }) => wakeups.update({ ...wakeup(found[0]), dials: 1 }))
            return found
          },
        },
      },
      { scope: null, by: BOSS, now: hotel.clock.now(), zoneOf: () => 'Europe/Lisbon' },
    ),
  )

  expect(await database.read.wakeups.get(id)).toMatchObject({ dials: 1, zone: 'Europe/Lisbon' })
})

describe.each(['a room that has a status', 'a room of which nothing was reported'])('%s', (room) => {
  const deliverer = { added: () => {}, hurried: () => {} }
  const reported = async (database: HotelDatabase) => {
    const parts = { database, clock: hotel.clock, ids: systemIds(), deliverer }
    return roomStatusActions({ ...parts, settings: await loadSettings(database) })
  }
  const NEWER = { room: '101', id: '1', at: '20261114T194100' }
  const OLDER = { room: '101', id: '001', at: '20261114T194000' }
  beforeEach(async () => {
    if (room !== 'a room that has a status') return
    const changes = JSON.stringify([{ ...OLDER, at: '20261114T190000' }])
    await hotel.request('maid', 'POST', '/rest/rsi/changes', { changes })
  })

  /** While one report is about to be written, another is made: it is done, or it waits. */
  const whileWritten = (other: () => Promise<unknown>, made: { other?: Promise<unknown> }) =>
    slowly((stores) => ({
      ...stores,
      roomStatus: {
        ...stores.roomStatus,
        save: async (statuses) => {
          made.other = other()
          await Promise.race([made.other, somebodyWaits()])
          await stores.roomStatus.save(statuses)
        },
      },
    }))

  it('keeps the newer of two reports that devices bring at once', async () => {
    const { database } = hotel.app
    const made: { other?: Promise<unknown> } = {}
    const fast = await reported(database)
    const slow = await reported(whileWritten(() => fast.changeAll(BOSS, [NEWER]), made))
    await slow.changeAll(BOSS, [OLDER])
    expect(await made.other).toMatchObject([{ result: 'changed', previous: { status: '001' } }])

    expect(await database.read.roomStatus.ofRoom('', '101')).toMatchObject({ status: '1' })
  })

  it('is told of each report after what was reported before it', async () => {
    const { database } = hotel.app
    const made: { other?: Promise<unknown> } = {}
    const fast = await reported(database)
    const slow = await reported(whileWritten(() => fast.change(BOSS, { room: '101', id: '1' }), made))
    await slow.change(BOSS, { room: '101', id: '001' })
    await made.other

    const told = await database.read.activity.page({
      scope: null,
      kinds: ['room.status.changed'],
      order: 'desc',
      limit: 1,
    })
    expect(told).toMatchObject([{ detail: { status: { id: '1' }, previous: { id: '001' } } }])
  })
})
