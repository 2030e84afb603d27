import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { openSqlite, SQLITE_FILE } from './sqlite.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  file = path.join(folder, SQLITE_FILE)
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

const open = () => openSqlite({ folder, clock: manualClock(0) })

/** A house with enough in it that a damaged page is a page in use. */
async function fill() {
  const database = await open()
  const rows = Array.from({ length: 500 }, (_, n) => ({ key: `key ${n}`, value: 'x'.repeat(500) }))
  await database.transaction((handle) => handle.insertInto('meta').values(rows).execute())
  await database.close()
}

const snapshot = () =>
  fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), 'base64')])

async function refusal() {
  const before = snapshot()
  const error: unknown = await open().catch((reason: unknown) => reason)
  return { error, unchanged: isDeepStrictEqual(snapshot(), before) }
}

const refused = (code: string, message: RegExp) => ({
  error: expect.objectContaining({ code, message: expect.stringMatching(message) }),
  unchanged: true,
})

test('a new file is made for its owner alone, flushed at every commit', async () => {
  const database = await open()

  const modes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
  const answers = await database.transaction(async (handle) => [
    ...(await sql`pragma journal_mode`.execute(handle)).rows,
    ...(await sql`pragma synchronous`.execute(handle)).rows,
    ...(await sql`pragma foreign_keys`.execute(handle)).rows,
  ])
  expect(answers).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }])
  await database.close()
})

test('what was committed is there again, and closing leaves everything in the one file', async () => {
  await fill()
  expect(fs.statSync(`${file}-wal`).size).toBe(0)
  const database = await open()

  expect(await database.read.selectFrom('meta').select('key').execute()).toHaveLength(500)
  await database.close()
})

test('what was committed before a crash is there again', async () => {
  const database = await open()
  await database.transaction((handle) => handle.insertInto('meta').values({ key: 'a', value: '' }).execute())
  const crashed = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  fs.cpSync(folder, crashed, { recursive: true })
  await database.close()

  const again = await openSqlite({ folder: crashed, clock: manualClock(0) })
  expect(await again.read.selectFrom('meta').select('key').execute()).toEqual([{ key: 'a' }])
  await again.close()
  fs.rmSync(crashed, { recursive: true })
})

test('the reader cannot write', async () => {
  const database = await open()

  const write = database.read.insertInto('meta').values({ key: 'a', value: '' }).execute()
  await expect(write).rejects.toMatchObject({ code: 'store.unavailable' })
  await database.close()
})

test('a file that is no database is refused and stays as it is', async () => {
  fs.writeFileSync(file, 'Dear guest, '.repeat(1000))

  expect(await refusal()).toEqual(refused('store.corrupt', /not a Reveille database/))
})

test('a damaged database is refused and stays as it is', async () => {
  await fill()
  const damage = Buffer.alloc(fs.statSync(file).size / 2, 0x55)
  const handle = fs.openSync(file, 'r+')
  fs.writeSync(handle, damage, 0, damage.length, damage.length)
  fs.closeSync(handle)

  expect(await refusal()).toEqual(refused('store.corrupt', /damaged.*backup/))
})

test('a database that was cut short is refused and stays as it is', async () => {
  await fill()
  fs.truncateSync(file, fs.statSync(file).size / 2)

  expect(await refusal()).toEqual(refused('store.corrupt', /damaged.*backup/))
})

test('a database of a newer version is refused and stays as it is', async () => {
  await fill()
  const newer = new DatabaseSync(file)
  newer.exec(`insert into kysely_migration values ('9999-pool', '2031'); pragma wal_checkpoint(truncate)`)
  newer.close()
  // As a copy would lie there, of the one file alone.
  for (const beside of ['wal', 'shm']) fs.rmSync(`${file}-${beside}`)

  expect(await refusal()).toEqual(refused('store.newer', /newer version.*9999-pool/))
})

test('a folder that is not there is told as such', async () => {
  await expect(
    openSqlite({ folder: path.join(folder, 'none'), clock: manualClock(0) }),
  ).rejects.toMatchObject({
    code: 'store.unavailable',
    message: expect.stringContaining('cannot be written (ENOENT)'),
  })
})
