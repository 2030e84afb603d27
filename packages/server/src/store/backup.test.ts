import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Insertable, type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { backup, type Place, restore } from './backup.ts'
import { TABLE_NAMES } from './copy.ts'
import { type Database, openDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import type { Schema } from './schema.ts'
import { SQLITE_FILE } from './sqlite.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

let root: string
let file: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  file = path.join(root, 'backup.sqlite')
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(root, { recursive: true })
})

type House = Database<Kysely<Schema>>
const around = { clock: systemClock(), log: silentLog }
const open = (place: Place): Promise<House> =>
  openDatabase({ ...around, ...place, createStores: (handle) => handle })

const KINDS = ['sqlite', 'postgres'] as const
type Kind = (typeof KINDS)[number]

const newPlace = async (kind: Kind): Promise<Place> =>
  kind === 'sqlite'
    ? { folder: fs.mkdtempSync(path.join(root, 'data-')) }
    : { url: await server.createDatabase() }

const newFolder = () => ({ folder: fs.mkdtempSync(path.join(root, 'data-')) })
const databaseIn = ({ folder }: { folder: string }) => path.join(folder, SQLITE_FILE)

const WAKEUP = {
  id: 'w1',
  tenant: '',
  room: '101',
  list: 'pending',
  state: 'scheduled',
  outcome: null,
  machine_outcome: null,
  scheduled_at: 1_800_000_000_000,
  wall: '2027-01-15T08:00:00',
  zone: 'Europe/Zurich',
  days: 'mon,tue',
  until: null,
  series: null,
  confirm: 0,
  prompt: 0,
  attempts: 0,
  snoozes: 0,
  actor: 'desk',
  source: 'interface',
  created_at: 1_799_999_999_999,
  settled_at: null,
} as const

const ENTRY = {
  at: 1_799_999_999_999,
  tenant: '',
  kind: 'wakeup.created',
  room: '101',
  actor: 'desk',
  source: 'interface',
  wakeup: 'w1',
  text: 'Zoë asked: "7?" – l’été 😀\n\\',
  detail: '{"a":1}',
}

/** Something in every table, or it does not compile. */
const HOUSE: { [T in keyof Schema]: Insertable<Schema[T]>[] } = {
  meta: [{ key: 'siteId', value: 'x' }],
  setting: [{ name: 'site', value: '{"timezone":"Europe/Zurich"}' }],
  tenant: [{ id: 't', name: 'East wing', timezone: null, wakeup: '{}' }],
  account: [{ username: 'desk', tenant: '', password_hash: '$argon2$', permissions: '[]', disabled: 0 }],
  mailbox: [{ tenant: 't', number: '101', extension: '', name: "O'Neill", language: 'de', vip: 1 }],
  guest: [{ id: 'g', tenant: '', room: '101', name: '名前', language: null, vip: 0, arrived_at: 1 }],
  room: [{ tenant: '', number: 'SPA' }],
  category: [{ tenant: '', id: '1', description: 'Drinks', color: '#3366cc' }],
  item: [
    {
      tenant: '',
      id: '10',
      description: 'Cola',
      category: '1',
      max: 5,
      price_minor: 2 ** 40,
      price_scale: 2,
    },
  ],
  status_type: [{ tenant: '', id: '001', description: 'Maintenance', condition: null }],
  room_status: [{ tenant: '', room: '101', status: '1', description: 'Clean', changed_at: 5, actor: '' }],
  line: [{ name: 'voice1', tenant: '', config: '{}' }],
  destination: [{ purpose: 'charge', name: 'bar', tenant: '', config: '{}', sequence: 7 }],
  prompt: [{ id: 3, tenant: '', description: 'd', text: '', language: null }],
  wakeup: [WAKEUP],
  activity: [ENTRY, { ...ENTRY, id: 500 }],
  outbox: [
    {
      id: 'o',
      purpose: 'charge',
      destination: 'bar',
      tenant: '',
      kind: 'charge.posted',
      room: '101',
      sequence: 7,
      state: 'waiting',
      attempts: 1,
      next_at: 0,
      created_at: 0,
      payload: '{}',
    },
  ],
  outbox_attempt: [{ delivery: 'o', number: 1, at: 0, status: null, ms: 3, text: '', actor: '' }],
  receipt: [{ scope: 's', key: 'k', fingerprint: 'f', answer: '{}', at: 1 }],
}
const ROWS = Object.values(HOUSE).flat().length

async function furnish(place: Place) {
  const house = await open(place)
  await house.transaction(async (handle) => {
    const anyTable = handle as unknown as Kysely<Record<string, object>>
    for (const table of TABLE_NAMES) await anyTable.insertInto(table).values(HOUSE[table]).execute()
    await house.dialect.continueIdentity(handle, 'activity', 'id')
  })
  await house.close()
}

async function contentOf(place: Place) {
  const house = await open(place)
  const content: Record<string, unknown[]> = {}
  for (const table of TABLE_NAMES)
    content[table] = (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(house.read)).rows
  await house.close()
  return content
}

async function inHouse<T>(place: Place, work: (handle: Kysely<Schema>) => Promise<T>): Promise<T> {
  const house = await open(place)
  try {
    return await house.transaction(work)
  } finally {
    await house.close()
  }
}

const write = (place: Place, key: string) =>
  inHouse(place, (handle) => handle.insertInto('meta').values({ key, value: '' }).execute())

async function furnished(kind: Kind) {
  const place = await newPlace(kind)
  await furnish(place)
  return place
}

describe.each(KINDS)('a backup of %s', (kind) => {
  test('is one file for its owner alone, and tells what it holds', async () => {
    const made = await backup(await furnished(kind), file, around)

    expect(made).toMatchObject({
      bytes: fs.statSync(file).size,
      rows: ROWS,
      tables: { activity: 2, wakeup: 1 },
    })
    expect(Object.keys(made.tables).toSorted()).toEqual(TABLE_NAMES.toSorted())
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(root).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite'])
  })

  test('does not overwrite a file', async () => {
    fs.writeFileSync(file, 'precious')

    await expect(backup(await furnished(kind), file, around)).rejects.toMatchObject({ code: 'thing.exists' })
    expect(fs.readFileSync(file, 'utf8')).toBe('precious')
  })

  test('takes the place of one that was cut short', async () => {
    fs.writeFileSync(`${file}.partial`, 'half')
    await backup(await furnished(kind), file, around)

    expect(fs.existsSync(`${file}.partial`)).toBe(false)
  })

  test('is refused where there is no folder to write to', async () => {
    const nowhere = path.join(root, 'none', 'backup.sqlite')

    await expect(backup(await furnished(kind), nowhere, around)).rejects.toMatchObject({
      code: 'config.invalid',
    })
  })

  test('leaves nothing behind when there is nothing to back up', async () => {
    const empty = await newPlace(kind)

    await expect(backup(empty, file, around)).rejects.toMatchObject({
      code: kind === 'sqlite' ? 'config.invalid' : 'state.conflict',
    })
    expect(fs.existsSync(file) || fs.existsSync(`${file}.partial`)).toBe(false)
  })

  test('holds whole transactions up to some moment while another process goes on writing', async () => {
    const place = await newPlace(kind)
    const writer = await startWriter(place)
    try {
      for (const round of [1, 2, 3]) {
        const written = await writer.next()
        await backup(place, `${file}.${round}`, around)
        checkPairs(`${file}.${round}`, written)
        await writer.next()
      }
    } finally {
      await writer.kill()
    }
  })
})

/** Another process that writes calls with their entries in the log, and tells how many are committed. */
async function startWriter(place: Place) {
  const code = `
    import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url).href)}
    import { systemClock } from ${JSON.stringify(new URL('../kernel/clock.ts', import.meta.url).href)}
    import { silentLog } from ${JSON.stringify(new URL('../kernel/log.ts', import.meta.url).href)}
    const wakeup = ${JSON.stringify(WAKEUP)}, entry = ${JSON.stringify(ENTRY)}, place = ${JSON.stringify(place)}
    const parts = { clock: systemClock(), log: silentLog, createStores: (handle) => handle }
    const house = await openDatabase({ ...parts, ...place })
    for (let n = 1; ; n++) {
      await house.transaction(async (handle) => {
        await handle.insertInto('wakeup').values({ ...wakeup, id: 'w' + n }).execute()
        await handle.insertInto('activity').values({ ...entry, wakeup: 'w' + n }).execute()
      })
      if (n % 50 === 0) process.stdout.write(n + '\\n')
    }`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { next: () => lastLine(child), kill: () => kill(child) }
}

/** The next number that the writer tells from now on; what waits to be read is older. */
async function lastLine(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('No output')
  const lines = readline.createInterface({ input: child.stdout })
  const [line] = await once(lines, 'line')
  lines.close()
  return Number(line)
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function checkPairs(copy: string, written: number) {
  const database = new DatabaseSync(copy, { readOnly: true })
  const ids = (text: string) =>
    database
      .prepare(text)
      .all()
      .map((row) => Object.values(row)[0])
  const calls = ids('select id from wakeup order by id')
  expect(ids('select wakeup from activity order by wakeup')).toEqual(calls)
  expect(calls.length).toBeGreaterThanOrEqual(written)
  expect(ids('select max(cast(substr(id, 2) as integer)) from wakeup')).toEqual([calls.length])
  database.close()
}

describe.each(KINDS.flatMap((one) => KINDS.map((other) => [one, other] as const)))(
  'a backup of %s, restored to %s',
  (one, other) => {
    test('is the same house again', async () => {
      const [source, target] = [await furnished(one), await newPlace(other)]
      await backup(source, file, around)
      const restored = await restore(file, target, around)

      expect(restored).toMatchObject({ rows: ROWS, kept: null, tables: { mailbox: 1 } })
      expect(await contentOf(target)).toEqual(await contentOf(source))
    })

    test('goes on with the numbers of the log', async () => {
      const [source, target] = [await furnished(one), await newPlace(other)]
      await backup(source, file, around)
      await restore(file, target, around)

      const added = inHouse(target, (handle) =>
        handle.insertInto('activity').values(ENTRY).returning('id').execute(),
      )
      expect(await added).toEqual([{ id: 501 }])
    })
  },
)

const snapshotOf = (folder: string) =>
  fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), 'base64')])

describe.each(KINDS)('restoring to %s', (kind) => {
  /** What is refused, and that the house in place is untouched. */
  async function refusal(target: Place, replace = true) {
    const before = await contentOf(target)
    const error = await restore(file, target, { ...around, replace }).catch((reason: unknown) => reason)
    return { error, untouched: isDeepStrictEqual(await contentOf(target), before) }
  }
  const refused = (code: string) => ({ error: expect.objectContaining({ code }), untouched: true })

  const goodBackup = async () => backup(await furnished('sqlite'), file, around)

  test.each([
    ['a letter', () => fs.writeFileSync(file, 'Dear guest, '.repeat(1000))],
    ['an empty file', () => fs.writeFileSync(file, '')],
    ['a database of another program', () => new DatabaseSync(file).exec('create table song (name)')],
  ])('%s is refused', async (_, make) => {
    make()

    expect(await refusal(await furnished(kind))).toEqual(refused('store.corrupt'))
  })

  test('a backup that was cut short is refused', async () => {
    await goodBackup()
    fs.truncateSync(file, fs.statSync(file).size / 2)

    expect(await refusal(await furnished(kind))).toEqual(refused('store.corrupt'))
  })

  test('a damaged backup is refused', async () => {
    await goodBackup()
    const handle = fs.openSync(file, 'r+')
    fs.writeSync(handle, Buffer.alloc(8192, 0x55), 0, 8192, 4096)
    fs.closeSync(handle)

    expect(await refusal(await furnished(kind))).toEqual(refused('store.corrupt'))
  })

  test('a backup of a newer version is refused', async () => {
    await goodBackup()
    const newer = new DatabaseSync(file)
    newer.exec(`insert into kysely_migration values ('9999-pool', '2031')`)
    newer.close()

    expect(await refusal(await furnished(kind))).toEqual(refused('store.newer'))
  })

  test('a file that is not there is refused', async () => {
    expect(await refusal(await furnished(kind))).toEqual(refused('config.invalid'))
  })

  test('a house that is in use already is only replaced if that is said', async () => {
    await goodBackup()
    const target = await newPlace(kind)
    await write(target, 'other')
    expect(await refusal(target, false)).toEqual(refused('thing.exists'))
    await restore(file, target, { ...around, replace: true })

    expect((await contentOf(target))['meta']).toEqual(HOUSE.meta)
  })

  test('a house that is only built yet needs no such word', async () => {
    await goodBackup()
    const target = await newPlace(kind)
    await contentOf(target)
    await restore(file, target, around)

    expect((await contentOf(target))['meta']).toEqual(HOUSE.meta)
  })

  test('a running server is not disturbed', async () => {
    await goodBackup()
    const target = await newPlace(kind)
    const lock = 'folder' in target ? lockFolder(target.folder) : undefined
    const house = await open(target)

    await expect(restore(file, target, { ...around, replace: true })).rejects.toMatchObject({
      code: 'store.in-use',
    })
    await house.close()
    lock?.release()
  })
})

describe('restoring to a folder', () => {
  test('makes the folder and the file, for their owner alone', async () => {
    await backup(await furnished('sqlite'), file, around)
    const folder = path.join(root, 'new', 'data')
    await restore(file, { folder }, around)

    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    expect(fs.statSync(databaseIn({ folder })).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['reveille.lock', SQLITE_FILE])
  })

  test('keeps what was there, together with what was still in its log when the power went', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = await crashedHouse()
    const first = await restore(file, target, { ...around, replace: true })
    await write(target, 'second life')
    const second = await restore(file, target, { ...around, replace: true })

    expect([first.kept, second.kept]).toEqual([
      `${databaseIn(target)}.before-restore-1`,
      `${databaseIn(target)}.before-restore-2`,
    ])
    expect(keysIn(`${databaseIn(target)}.before-restore-1`)).toEqual(['first life'])
    expect(keysIn(`${databaseIn(target)}.before-restore-2`)).toEqual(['second life', 'siteId'])
    expect((await contentOf(target))['meta']).toEqual(HOUSE.meta)
  })

  /** A folder with a fact that is only in the log. */
  async function crashedHouse() {
    const [living, dead] = [newFolder(), newFolder()]
    const house = await open(living)
    await house.transaction((handle) =>
      handle.insertInto('meta').values({ key: 'first life', value: '' }).execute(),
    )
    fs.cpSync(living.folder, dead.folder, { recursive: true })
    await house.close()
    expect(fs.statSync(`${databaseIn(dead)}-wal`).size).toBeGreaterThan(0)
    return dead
  }

  const keysIn = (database: string) => {
    const connection = new DatabaseSync(database, { readOnly: true })
    const rows = connection.prepare('select key from meta order by key').all()
    connection.close()
    return rows.map((row) => Object.values(row)[0])
  }

  test('that dies before its last step leaves the old house', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = await crashedHouse()
    vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw new Error('Power cut')
    })
    await expect(restore(file, target, { ...around, replace: true })).rejects.toThrow('Power cut')

    expect((await contentOf(target))['meta']).toEqual([{ key: 'first life', value: '' }])
    expect(fs.readdirSync(target.folder).some((name) => name.endsWith('restoring'))).toBe(false)
  })

  test('at every step there is a whole database, the old one or the new one', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = await crashedHouse()
    const seen: string[] = []
    const watch = () => seen.push(String(keysAfterCrash(target.folder)))
    for (const step of ['rmSync', 'linkSync', 'renameSync', 'fsyncSync'] as const) watchStep(step, watch)
    await restore(file, target, { ...around, replace: true })
    vi.restoreAllMocks()

    expect(new Set(seen)).toEqual(new Set(['first life', 'siteId']))
    expect(seen).toEqual(seen.toSorted())
  })

  /** Looks at the folder after each such step, as if the machine had stopped there. */
  function watchStep(step: 'rmSync' | 'linkSync' | 'renameSync' | 'fsyncSync', watch: () => void) {
    const original = fs[step] as (...words: unknown[]) => unknown
    vi.spyOn(fs, step as 'rmSync').mockImplementation((...words: unknown[]) => {
      original(...words)
      watch()
    })
  }

  /** What the next start would find, on a copy of the folder. */
  function keysAfterCrash(folder: string) {
    const copy = fs.mkdtempSync(path.join(root, 'crash-'))
    fs.cpSync(folder, copy, { recursive: true })
    return keysIn(databaseIn({ folder: copy }))
  }

  test('replaces a damaged database if that is said, and keeps it', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = newFolder()
    fs.writeFileSync(databaseIn(target), 'Dear guest, '.repeat(1000))
    fs.writeFileSync(`${databaseIn(target)}-wal`, 'log')
    const before = snapshotOf(target.folder)
    await expect(restore(file, target, around)).rejects.toMatchObject({ code: 'thing.exists' })
    expect(snapshotOf(target.folder)).toEqual(expect.arrayContaining(before))
    const { kept } = await restore(file, target, { ...around, replace: true })

    expect(fs.readFileSync(String(kept), 'utf8')).toContain('Dear guest')
    expect(fs.readFileSync(`${kept}-wal`, 'utf8')).toBe('log')
    expect((await contentOf(target))['meta']).toEqual(HOUSE.meta)
  })

  test('waits for nobody who still reads the old database', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = await crashedHouse()
    const reader = new DatabaseSync(databaseIn(target), { readOnly: true })
    reader.exec('begin; select * from meta')
    await expect(restore(file, target, { ...around, replace: true })).rejects.toMatchObject({
      code: 'store.in-use',
    })
    reader.close()

    expect((await contentOf(target))['meta']).toEqual([{ key: 'first life', value: '' }])
  })

  test('takes a copy that somebody made by hand, with the log beside it', async () => {
    const target = newFolder()
    const { kept } = await restore(databaseIn(await crashedHouse()), target, around)

    expect(kept).toBe(null)
    expect((await contentOf(target))['meta']).toEqual([{ key: 'first life', value: '' }])
  })

  test.runIf(process.getuid?.() === 0)('as root gives the files to the owner of the folder', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = newFolder()
    fs.chownSync(target.folder, 65_534, 65_534)
    await restore(file, target, around)

    const owners = fs
      .readdirSync(target.folder)
      .map((name) => fs.statSync(path.join(target.folder, name)).uid)
    expect(owners).toEqual([65_534, 65_534])
  })
})

describe('restoring to PostgreSQL', () => {
  test('that fails on the way leaves the old house, and its numbers', async () => {
    await backup(await furnished('sqlite'), file, around)
    const target = await newPlace('postgres')
    await inHouse(target, (handle) =>
      handle
        .insertInto('activity')
        .values(Array.from({ length: 600 }, () => ENTRY))
        .execute(),
    )
    const before = await contentOf(target)
    const progress = (rows: number, total: number) => {
      if (rows === total) throw new Error('Power cut')
    }
    await expect(restore(file, target, { ...around, replace: true, progress })).rejects.toThrow('Power cut')

    expect(await contentOf(target)).toEqual(before)
    const added = inHouse(target, (handle) =>
      handle.insertInto('activity').values(ENTRY).returning('id').execute(),
    )
    expect(await added).toEqual([{ id: 601 }])
  })
})

test('a backup leaves a PostgreSQL database of an older version as it is', async () => {
  const place = await newPlace('postgres')
  const house = await open(place)
  await sql`delete from kysely_migration`.execute(house.read)
  const tables = () => house.read.introspection.getTables({ withInternalKyselyTables: true })
  const before = await tables()

  await expect(backup(place, file, around)).rejects.toMatchObject({ code: 'state.conflict' })
  expect(await tables()).toEqual(before)
  await house.close()
})
