import path from 'node:path'
import { type Dialect as KyselyDialect, Kysely, Migrator } from 'kysely'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { around, databaseIn, KINDS, usePremises } from '../premises.ts'

import { UNSENT } from '../../src/hotel/deliveries/delivery.ts'
import { WELL } from '../../src/hotel/deliveries/retry.ts'
import { settleWakeup, unrung } from '../../src/hotel/wakeups/wakeup.ts'
import { backup, type Place } from '../../src/store/files/backup.ts'
import { NOON } from '../../testing/records.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import { type Dialect, postgresDialect, sqliteDialect } from '../../src/store/engine/dialect.ts'
import * as postgres from '../../src/store/engine/postgres-driver.ts'
import { restore } from '../../src/store/files/restore.ts'
import * as sqlite from '../../src/store/engine/sqlite-driver.ts'
import { createStores, type HotelDatabase } from '../../src/store/stores/stores.ts'
import { house } from '../../src/store/engine/migrations/0001-house.ts'

const { root, newPlace } = usePremises()

let opened: HotelDatabase | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(place: Place): Promise<HotelDatabase> {
  opened = await openDatabase({ ...around, ...place, createStores })
  return opened
}

type Rows = Record<string, object>

/** Tables and calls as the first version left them. */
async function leaveFirstVersion(place: Place) {
  if ('folder' in place) {
    const connection = new sqlite.SqliteConnection(databaseIn(place), { readOnly: false })
    await fill(sqlite.kyselyDialect(connection), sqliteDialect)
    connection.close()
    return
  }
  const client = new Client({ connectionString: place.url })
  await client.connect()
  await fill(
    postgres.kyselyDialect(async () => ({ client, release: () => {} })),
    postgresDialect,
  )
  await client.end()
}

async function fill(dialect: KyselyDialect, { types }: Dialect) {
  const db = new Kysely<Rows>({ dialect })
  const provider = { getMigrations: async () => ({ '0001-house': house(types) }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
  await db.insertInto('wakeup').values(CALLS).execute()
  await db.insertInto('destination').values(DESTINATION).execute()
  await db.insertInto('delivery').values(MESSAGE).execute()
}

const DESTINATION = { purpose: 'charge', name: 'bar', tenant: '', config: '{}', sequence: 7 }
const MESSAGE = {
  id: 'message',
  purpose: 'charge',
  destination: 'bar',
  tenant: '',
  kind: 'inventory.charged',
  room: '101',
  sequence: 7,
  state: 'waiting',
  attempts: 0,
  next_at: NOON,
  created_at: NOON,
  payload: '{}',
}

const call = (id: string, of: object = {}) => ({
  id,
  tenant: '',
  room: '101',
  list: 'pending',
  state: 'pending',
  scheduled_at: NOON,
  wall: '2027-01-15T09:00:00',
  zone: 'Europe/Zurich',
  days: '',
  confirm: 1,
  prompt: 7,
  attempts: 0,
  snoozes: 0,
  actor: 'desk',
  source: 'rest',
  created_at: NOON - 1,
  ...of,
})

const CALLS = [
  call('single'),
  call('daily', { days: 'mon,tue,wed,thu,fri,sat,sun', scheduled_at: NOON + 1 }),
  call('weekly', { days: 'fri', scheduled_at: NOON + 2 }),
  call('settled', { state: 'done', list: 'failed', outcome: 'busy', scheduled_at: NOON - 1 }),
  call('ended', { state: 'done', list: 'answered', outcome: 'complete', days: 'mon', until: '20270101' }),
]

const claimAll = (database: HotelDatabase) =>
  database.transaction(({ wakeups }) =>
    wakeups.claim({ before: NOON + 10, now: NOON, until: NOON + 10, lease: 'runner', limit: 10 }),
  )

describe.each(KINDS)('a house of the first version on %s', (kind) => {
  async function broughtUpToDate() {
    const place = await newPlace(kind)
    await leaveFirstVersion(place)
    return open(place)
  }

  test('keeps its calls as they were, unrung and due when they were asked for', async () => {
    const { read } = await broughtUpToDate()

    for (const { id, scheduled_at: dueAt } of CALLS)
      expect(await read.wakeups.get(id)).toMatchObject({ ...unrung(dueAt), scheduledAt: dueAt })
    expect(await read.wakeups.get('single')).toEqual({
      id: 'single',
      tenant: '',
      room: '101',
      list: 'pending',
      state: 'pending',
      outcome: null,
      machineOutcome: null,
      scheduledAt: NOON,
      wall: '2027-01-15T09:00:00',
      zone: 'Europe/Zurich',
      days: [],
      until: null,
      series: null,
      confirm: true,
      prompt: 7,
      attempts: 0,
      snoozes: 0,
      actor: 'desk',
      source: 'rest',
      createdAt: NOON - 1,
      settledAt: null,
      ...unrung(NOON),
      occurrence: null,
    })
  })

  test('keeps its messages as they were, unsent, and its destinations without a fault', async () => {
    const { read } = await broughtUpToDate()
    const bar = { purpose: 'charge', destination: 'bar' } as const

    expect(await read.queues.next(bar, [], 10)).toEqual([
      {
        id: 'message',
        ...bar,
        tenant: '',
        kind: 'inventory.charged',
        room: '101',
        sequence: 7,
        nextAt: NOON,
        createdAt: NOON,
        payload: {},
        ...UNSENT,
      },
    ])
    expect(await read.queues.get(bar)).toEqual({
      ...bar,
      health: WELL,
      told: null,
      disabledAt: null,
      disabledWhy: '',
    })
  })

  test('rings what is pending, and nothing that is over', async () => {
    const database = await broughtUpToDate()
    const claimed = (await claimAll(database)).map(({ id }) => id)

    expect(claimed.toSorted()).toEqual(['daily', 'single', 'weekly'])
    expect(await database.transaction(({ wakeups }) => wakeups.dial(claimed, 'runner', NOON))).toHaveLength(3)
  })

  test('tells the present day of each series under an id of its own', async () => {
    const { read } = await broughtUpToDate()
    const occurrences = await Promise.all(
      CALLS.map(async ({ id }) => [id, (await read.wakeups.get(id))?.occurrence]),
    )

    const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(Object.fromEntries(occurrences)).toEqual({
      single: null,
      daily: uuid,
      weekly: uuid,
      settled: null,
      ended: null,
    })
    expect(new Set(occurrences.map(([, occurrence]) => occurrence)).size).toBe(3)
  })

  test('settles its calls: each leaves a record, and each series goes on', async () => {
    const database = await broughtUpToDate()
    const by = { outcome: 'complete', actor: 'system', byOperator: false } as const
    for (const one of await claimAll(database)) {
      const { record, series } = settleWakeup(one, by, NOON + 5, `next of ${one.id}`)
      await database.transaction(async ({ wakeups }) => {
        await wakeups.update(series ?? record)
        if (series) await wakeups.insert(record)
      })
    }

    const pending = await database.read.wakeups.page({ scope: null, list: 'pending', limit: 10 })
    expect(pending.map(({ id, occurrence }) => [id, occurrence])).toEqual([
      ['daily', 'next of daily'],
      ['weekly', 'next of weekly'],
    ])
    const answered = await database.read.wakeups.page({ scope: null, list: 'answered', limit: 10 })
    expect(answered.map(({ series }) => series)).toEqual([null, null, 'daily', 'weekly'])
  })
})

test.each(KINDS)('a backup that the first version made is brought up to date on %s', async (kind) => {
  const old = await newPlace('sqlite')
  await leaveFirstVersion(old)
  const file = path.join(root(), 'backup.sqlite')
  await backup(old, file, around)
  const place = await newPlace(kind)
  await restore(file, place, around)

  expect(await claimAll(await open(place))).toHaveLength(3)
})
