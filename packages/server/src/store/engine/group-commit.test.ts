import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes } from '../../kernel/clock.ts'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

const clock = manualClock(0)
let folder: string
let events: string[]
let database: Engine

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  events = []
  database = await openSqlite({ folder, clock, onCommit: (works) => events.push(`commit of ${works}`) })
})

afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true })
})

const write =
  (key: string, value = '') =>
  (handle: Kysely<Schema>) =>
    handle.insertInto('meta').values({ key, value }).execute()

const keys = async (handle = database.read) => {
  const rows = await handle.selectFrom('meta').select('key').orderBy('key').execute()
  return rows.map((row) => row.key)
}

const refuse = async (handle: Kysely<Schema>) => {
  await write('refused')(handle)
  throw new Error('No')
}

const orphan = (handle: Kysely<Schema>) => sql`insert into child values (1)`.execute(handle)

const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'kept' : result.reason.code))

const pragma = (text: string) => database.transaction((handle) => sql.raw(`pragma ${text}`).execute(handle))

test('a hundred transactions that are asked for at once share one flush', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => database.transaction(write(String(n)))))

  expect(events).toEqual(['commit of 100'])
  expect(await keys()).toHaveLength(100)
})

test('more than one batch can hold are all kept', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, n) => database.transaction(write(String(n)))))

  expect(events).toEqual(['commit of 128', 'commit of 128', 'commit of 44'])
  expect(await keys()).toHaveLength(300)
})

test('one that fails among many is rolled back alone', async () => {
  const before = database.transaction(write('before'))
  const refused = database.transaction(refuse)
  const after = database.transaction(write('after'))

  await expect(refused).rejects.toThrow('No')
  await Promise.all([before, after])
  expect(await keys()).toEqual(['after', 'before'])
  expect(events).toEqual(['commit of 3'])
})

test('a transaction sees what the one before it wrote, and nobody outside does before the commit', async () => {
  const first = database.transaction(write('first'))
  const second = database.transaction(async (handle) => ({
    inside: await keys(handle),
    outside: await keys(),
  }))

  expect(await second).toEqual({ inside: ['first'], outside: [] })
  await first
  expect(await keys()).toEqual(['first'])
})

test('nobody is answered before the commit, not even with a refusal', async () => {
  const note = (event: string) => () => events.push(event)
  await Promise.all([
    database.transaction(write('a')).then(note('answered')),
    database.transaction(write('a')).catch(note('refused')),
  ])

  expect(events).toEqual(['commit of 2', 'answered', 'refused'])
})

test('a commit that fails is a refusal for everybody in it, and the next one is served', async () => {
  await database.transaction(async (handle) => {
    await sql`create table parent (id integer primary key)`.execute(handle)
    await sql`create table child (parent integer references parent deferrable initially deferred)`.execute(
      handle,
    )
  })
  const works = [write('a'), orphan, refuse, write('b')]
  const results = await Promise.allSettled(works.map((work) => database.transaction<unknown>(work)))

  expect(codes(results)).toEqual(Array(4).fill('store.unavailable'))
  expect(await keys()).toEqual([])
  await database.transaction(write('next'))
  expect(await keys()).toEqual(['next'])
})

test('a full disk is a refusal for everybody who was in the batch, and all is well once there is room', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.read)
  await pragma(`max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`)
  const works = [write('small'), write('large', 'x'.repeat(100_000)), write('late')]
  const results = await Promise.allSettled(works.map((work) => database.transaction(work)))

  expect(codes(results)).toEqual(['store.unavailable', 'store.unavailable', 'kept'])
  expect(results[0]).toMatchObject({ reason: { message: expect.stringContaining('the disk is full') } })
  expect(await keys()).toEqual(['late'])
  await pragma('max_page_count = 1000000')
  await database.transaction(write('large', 'x'.repeat(100_000)))
  expect(await keys()).toEqual(['large', 'late'])
})

test('a work that swallows the news of a full disk is not believed', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.read)
  await pragma(`max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`)
  const careless = database.transaction(async (handle) => {
    await write('large', 'x'.repeat(100_000))(handle).catch(() => {})
    await write('small')(handle).catch(() => {})
  })

  await expect(careless).rejects.toMatchObject({ code: 'store.unavailable' })
  expect(await keys()).toEqual([])
})

test('a work that waits for something else is given up, and the others go on', async () => {
  let stuck: Promise<unknown> | undefined
  const handle = await new Promise<Kysely<Schema>>((reached) => {
    stuck = database.transaction(async (own) => {
      await write('stuck')(own)
      reached(own)
      return new Promise(() => {})
    })
  })
  const other = database.transaction(write('other'))
  clock.advance(minutes(1))

  await expect(stuck).rejects.toMatchObject({ code: 'internal' })
  await other
  await expect(write('late')(handle)).rejects.toMatchObject({ code: 'internal' })
  expect(await keys()).toEqual(['other'])
})

test('a query after the end of its transaction is refused', async () => {
  const handle = await database.transaction(async (own) => own)

  await expect(write('late')(handle)).rejects.toThrow('after the end of its transaction')
})

test('closing waits for what was asked for', async () => {
  const last = database.transaction(write('last'))
  await database.close()
  await last
  database = await openSqlite({ folder, clock })

  expect(await keys()).toEqual(['last'])
})
