import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  around,
  contentOf,
  databaseIn,
  ENTRY,
  HOUSE,
  inHouse,
  KINDS,
  open,
  ROWS,
  usePremises,
  write,
} from '../premises.ts'
import { backup, type DataPlace } from '../../src/store/files/backup.ts'
import { lockFolder } from '../../src/store/files/folder-lock.ts'
import { restore } from '../../src/store/files/restore.ts'
import { SQLITE_FILE } from '../../src/store/engine/sqlite.ts'

const { root, emptyPlace, newFolder, filled } = usePremises()
let file: string
beforeEach(() => {
  file = path.join(root(), 'backup.sqlite')
})
afterEach(() => vi.restoreAllMocks())

describe.each(KINDS.flatMap((one) => KINDS.map((other) => [one, other] as const)))(
  'a backup of %s, restored to %s',
  (one, other) => {
    test('is the same house again', async () => {
      const [source, target] = [await filled(one), await emptyPlace(other)]
      await backup(source, file, around)
      const restored = await restore(file, target, around)

      expect(restored).toMatchObject({ rows: ROWS, kept: null, tables: { mailbox: 1 } })
      expect(await contentOf(target)).toEqual(await contentOf(source))
    })

    test('signs out whoever has signed in at the house before', async () => {
      const target = await filled(other)
      await backup(await filled(one), file, around)
      await restore(file, target, { ...around, replace: true })

      const house = await open(target)
      expect(await house.read.selectFrom('session').selectAll().execute()).toEqual([])
      await house.close()
    })

    test('goes on with the numbers of the log', async () => {
      const [source, target] = [await filled(one), await emptyPlace(other)]
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

/** Somebody had the backup in hand. */
function putTraps() {
  const prepared = new DatabaseSync(file)
  prepared.exec(`
    create table loot (name);
    create trigger steal after insert on wakeup begin insert into loot values (new.room); end;
    create trigger "o'dd ""name""" before insert on meta begin select raise(abort, 'no'); end;
    create trigger spoil after insert on activity begin update account set permissions = '["administrator"]'; end;
    create view spy as select password_hash from account;
    create index slow on meta (length(value));`)
  prepared.close()
}

/** Everything that a file is made of, but its rows. */
function objectsIn(database: string) {
  const connection = new DatabaseSync(database, { readOnly: true })
  const rows = connection.prepare('select type, name, sql from sqlite_master order by type, name').all()
  connection.close()
  return rows
}

describe.each(KINDS)('restoring to %s', (kind) => {
  /** What is refused, and that the house in place is untouched. */
  async function refusal(target: DataPlace, replace = true) {
    const before = await contentOf(target)
    const error = await restore(file, target, { ...around, replace }).catch((reason: unknown) => reason)
    return { error, untouched: isDeepStrictEqual(await contentOf(target), before) }
  }
  const refused = (code: string) => ({ error: expect.objectContaining({ code }), untouched: true })

  const goodBackup = async () => backup(await filled('sqlite'), file, around)

  test.each([
    ['a letter', () => fs.writeFileSync(file, 'Dear guest, '.repeat(1000))],
    ['an empty file', () => fs.writeFileSync(file, '')],
    ['a database of another program', () => new DatabaseSync(file).exec('create table song (name)')],
  ])('%s is refused', async (_, make) => {
    make()

    expect(await refusal(await filled(kind))).toEqual(refused('store.corrupt'))
  })

  test('a backup that was cut short is refused', async () => {
    await goodBackup()
    fs.truncateSync(file, fs.statSync(file).size / 2)

    expect(await refusal(await filled(kind))).toEqual(refused('store.corrupt'))
  })

  test('a damaged backup is refused', async () => {
    await goodBackup()
    const handle = fs.openSync(file, 'r+')
    fs.writeSync(handle, Buffer.alloc(8192, 0x55), 0, 8192, 4096)
    fs.closeSync(handle)

    expect(await refusal(await filled(kind))).toEqual(refused('store.corrupt'))
  })

  test('a backup of a newer version is refused', async () => {
    await goodBackup()
    const newer = new DatabaseSync(file)
    newer.exec(`insert into kysely_migration values ('9999-pool', '2031')`)
    newer.close()

    expect(await refusal(await filled(kind))).toEqual(refused('store.newer'))
  })

  test('a file that is not there is refused', async () => {
    expect(await refusal(await filled(kind))).toEqual(refused('config.invalid'))
  })

  test('a backup brings its rows, and nothing that would act on them', async () => {
    const source = await filled('sqlite')
    const rows = await contentOf(source)
    await backup(source, file, around)
    putTraps()
    const target = await emptyPlace(kind)
    await restore(file, target, around)

    expect(await contentOf(target)).toEqual(rows)
  })

  test('a backup that its receiver does not accept changes nothing', async () => {
    await goodBackup()
    const target = await filled(kind)
    const before = await contentOf(target)
    const accept = () => Promise.reject(new Error('The log was changed'))

    await expect(restore(file, target, { ...around, replace: true, accept })).rejects.toThrow(
      'The log was changed',
    )
    expect(await contentOf(target)).toEqual(before)
  })

  test('a house that is in use already is only replaced if that is said', async () => {
    await goodBackup()
    const target = await emptyPlace(kind)
    await write(target, 'other')
    expect(await refusal(target, false)).toEqual(refused('thing.exists'))
    await restore(file, target, { ...around, replace: true })

    expect((await contentOf(target))['meta']).toEqual(HOUSE.meta)
  })

  test('a house that is only built yet needs no such word', async () => {
    await goodBackup()
    const target = await emptyPlace(kind)
    await contentOf(target)
    await restore(file, target, around)

    expect((await contentOf(target))['meta']).toEqual(HOUSE.meta)
  })

  test('a running server is not disturbed', async () => {
    await goodBackup()
    const target = await emptyPlace(kind)
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
  test('makes a file of its own, with what a new one has and nothing else', async () => {
    const [source, target] = [newFolder(), newFolder()]
    await contentOf(source)
    await backup(await filled('sqlite'), file, around)
    putTraps()
    await restore(file, target, around)

    expect(objectsIn(databaseIn(target))).toEqual(objectsIn(databaseIn(source)))
  })

  test('makes the folder and the file, for their owner alone', async () => {
    await backup(await filled('sqlite'), file, around)
    const folder = path.join(root(), 'new', 'data')
    await restore(file, { folder }, around)

    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    expect(fs.statSync(databaseIn({ folder })).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['reveille.lock', SQLITE_FILE])
  })

  test('keeps what was there, together with what was still in its log when the power went', async () => {
    await backup(await filled('sqlite'), file, around)
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
    await backup(await filled('sqlite'), file, around)
    const target = await crashedHouse()
    vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw new Error('Power cut')
    })
    await expect(restore(file, target, { ...around, replace: true })).rejects.toThrow('Power cut')

    expect((await contentOf(target))['meta']).toEqual([{ key: 'first life', value: '' }])
    expect(fs.readdirSync(target.folder).some((name) => name.endsWith('restoring'))).toBe(false)
  })

  test('at every step there is a whole database, the old one or the new one', async () => {
    await backup(await filled('sqlite'), file, around)
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
    const copy = fs.mkdtempSync(path.join(root(), 'crash-'))
    fs.cpSync(folder, copy, { recursive: true })
    return keysIn(databaseIn({ folder: copy }))
  }

  test('replaces a damaged database if that is said, and keeps it', async () => {
    await backup(await filled('sqlite'), file, around)
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
    await backup(await filled('sqlite'), file, around)
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
    await backup(await filled('sqlite'), file, around)
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
    await backup(await filled('sqlite'), file, around)
    const target = await emptyPlace('postgres')
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
