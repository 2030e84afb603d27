import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useDatabases } from '../test-databases.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { type Database, openDatabase } from '../../src/store/engine/database.ts'
import type { Schema } from '../../src/store/engine/schema.ts'

const { newDatabase } = useDatabases()

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const common = { createStores: (handle: Kysely<Schema>) => handle, clock: systemClock(), log: silentLog }

const activity = (id?: number) => ({
  ...(id !== undefined && { id }),
  class: 'log' as const,
  at: 1_800_000_000_000,
  tenant: '',
  kind: 'note',
  room: '101',
  actor: '',
  source: 'rest' as const,
  text: '',
  detail: '',
})

type House = Database<Kysely<Schema>>

const claimOne = (database: House) =>
  database.transaction((handle) => {
    const free = handle.selectFrom('meta').select('key').where('value', '=', 'free').limit(1)
    return handle
      .updateTable('meta')
      .set({ value: 'claimed' })
      .where('key', 'in', database.dialect.skipClaimed(free))
      .returning('key')
      .execute()
  })

describe.each(['sqlite', 'postgres'] as const)('on %s', (name) => {
  let database: House
  let observed: string[]
  let place: { folder: string } | { url: string }

  beforeEach(async () => {
    observed = []
    place = name === 'sqlite' ? { folder } : { url: await newDatabase() }
    database = await openDatabase({ ...common, ...place, observe: (kind) => observed.push(kind) })
  })
  afterEach(() => database.close())

  const write = (key: string, value = '') =>
    database.transaction((handle) => handle.insertInto('meta').values({ key, value }).execute())
  const keys = async () => {
    const rows = await database.read.selectFrom('meta').select('key').orderBy('key').execute()
    return rows.map((row) => row.key)
  }

  test('what was written is there when the database is opened again', async () => {
    await write('a')
    await database.close()
    database = await openDatabase({ ...common, ...place })

    expect(await keys()).toEqual(['a'])
  })

  test('a transaction that fails leaves nothing behind', async () => {
    const failed = database.transaction(async (handle) => {
      await handle.insertInto('meta').values({ key: 'a', value: '' }).execute()
      throw new Error('No')
    })

    await expect(failed).rejects.toThrow('No')
    expect(await keys()).toEqual([])
  })

  test('text is in the order of its bytes', async () => {
    for (const key of ['é', 'a', 'B', '10', '9', 'Z', 'z', '😀', '～']) await write(key)

    expect(await keys()).toEqual(['10', '9', 'B', 'Z', 'a', 'z', 'é', '～', '😀'])
  })

  test('a key that is there already is recognised', async () => {
    await write('a')
    const error = await write('a').catch((reason: unknown) => reason)

    expect(database.dialect.isUniqueViolation(error)).toBe(true)
    expect(database.dialect.isUniqueViolation(new Error('Another'))).toBe(false)
  })

  test('large numbers, counts and sums are numbers', async () => {
    await database.transaction((handle) =>
      handle.insertInto('activity').values([activity(), activity()]).execute(),
    )

    const row = await database.read
      .selectFrom('activity')
      .select(({ fn }) => [fn.max('at').as('last'), fn.sum('at').as('sum'), fn.countAll().as('count')])
      .executeTakeFirst()
    expect(row).toEqual({ last: 1_800_000_000_000, sum: 3_600_000_000_000, count: 2 })
  })

  test('rows that are changed or removed are counted', async () => {
    await write('a')
    const [updated, deleted] = await database.transaction(async (handle) => [
      await handle.updateTable('meta').set({ value: 'x' }).executeTakeFirstOrThrow(),
      await handle.deleteFrom('meta').executeTakeFirstOrThrow(),
    ])

    expect(updated).toMatchObject({ numUpdatedRows: 1n })
    expect(deleted).toMatchObject({ numDeletedRows: 1n })
  })

  test('rows can be copied with their ids, and the next id comes after them', async () => {
    const ids = await database.transaction(async (handle) => {
      await handle.insertInto('activity').values(activity(41)).execute()
      await database.dialect.continueIdentity(handle, 'activity', 'id')
      return handle.insertInto('activity').values(activity()).returning('id').execute()
    })

    expect(ids).toEqual([{ id: 42 }])
  })

  test('two claimers get different rows', async () => {
    await write('a', 'free')
    await write('b', 'free')
    const claims = [claimOne(database), claimOne(database), claimOne(database)]
    const claimed = (await Promise.all(claims)).flat()

    expect(claimed.map((row) => row.key).toSorted()).toEqual(['a', 'b'])
  })

  test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, {}, []])(
    '%s is refused as a value',
    async (value) => {
      const query = sql`select ${value}`.execute(database.read)

      await expect(query).rejects.toThrow('A value that no column can hold')
    },
  )

  test('after it was closed, everything is refused as unavailable', async () => {
    await database.close()

    await expect(write('a')).rejects.toMatchObject({ code: 'store.unavailable' })
    await expect(keys()).rejects.toMatchObject({ code: 'store.unavailable' })
    database = await openDatabase({ ...common, ...place })
  })

  test('the time of reads and transactions is told', async () => {
    await write('a')
    await keys()
    await database.ping()

    expect(observed).toEqual(['transaction', 'read'])
  })
})

test('without a place there is no database', async () => {
  await expect(openDatabase(common)).rejects.toMatchObject({ code: 'config.invalid' })
})
