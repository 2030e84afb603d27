import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import {
  type Content,
  createPrivately,
  inspect,
  isDamage,
  openQuietly,
  sideOf,
  snapshot,
  syncFile,
  syncFolder,
  tablesOf,
} from './backup-file.ts'
import { takeMoment } from './backup-moment.ts'
import { type DataPlace, fillNew, type Surroundings } from './backup.ts'
import { copyDatabase, type Counts, emptyTables, type Side } from './copy.ts'
import { lockFolder } from './folder-lock.ts'
import { removeJournal } from './journal.ts'
import { giveToOwner } from './owner.ts'
import { migrate } from '../engine/migrations/index.ts'
import { openPostgres } from '../engine/postgres.ts'
import type { Schema } from '../engine/schema.ts'
import { SqliteConnection } from '../engine/sqlite-driver.ts'
import { SIGN_OF_LIFE } from '../stores/site-store.ts'
import { SQLITE_FILE } from '../engine/sqlite.ts'

export interface Restored extends Content {
  /** Where the database that was replaced still lies. */
  readonly kept: string | null
}

export interface Restoring extends Surroundings {
  readonly replace?: boolean | undefined
  /** Looks at the rows before anything is replaced, and refuses them by throwing. */
  accept?(source: Side): Promise<void>
  /** What becomes of the rows in their new place, before anybody sees them there. */
  arrive?(to: Side, backupAt: Instant): Promise<void>
}

/** Puts a backup in place of a database that no server uses. A crash on the way leaves the old one or the new one. */
export async function restore(file: string, target: DataPlace, how: Restoring): Promise<Restored> {
  inspect(file)
  return 'url' in target
    ? restoreToPostgres(file, target.url, how)
    : restoreToFolder(file, target.folder, how)
}

async function restoreToFolder(file: string, folder: string, how: Restoring): Promise<Restored> {
  const lock = lockFolder(folder)
  const place = path.join(folder, SQLITE_FILE)
  const fresh = `${place}.restoring`
  try {
    if (!how.replace && fileHoldsData(place)) throw occupied('and keeps the present one beside it')
    const tables = await rowsInto(fresh, file, how)
    inspect(fresh)
    // What is in it happened to the data that goes.
    removeJournal(folder)
    return { ...contentOf(tables), kept: exchange(fresh, place) }
  } finally {
    fs.rmSync(fresh, { force: true })
    lock.release()
  }
}

/** A file that we made ourselves, with the rows of the backup: whatever else stands in that does not come along. */
async function rowsInto(fresh: string, file: string, how: Restoring): Promise<Counts> {
  createPrivately(fresh)
  const counts = await workingCopy(file, path.dirname(fresh), how, (source, backupAt) =>
    fillNew(fresh, async (to) => {
      const copied = await copyDatabase(source, to, how.progress)
      await how.arrive?.(to, backupAt)
      return copied
    }),
  )
  syncFile(fresh)
  return counts
}

const contentOf = (tables: Counts): Content => ({
  rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0),
  tables,
})

const occupied = (words: string) =>
  new Failure(
    'thing.exists',
    `There is a hotel in this database already: --replace puts the backup in its place ${words}`,
  )

// A row in either table shows that the database has been used.
const SIGNS_OF_USE = ['account', 'meta'] as const

function fileHoldsData(file: string): boolean {
  if (!fs.existsSync(file)) return false
  const connection = openQuietly(file)
  try {
    const tables = tablesOf(connection)
    const used = SIGNS_OF_USE.filter((table) => tables.includes(table))
    return used.some((table) => connection.run(`select 1 from ${table} limit 1`).length > 0)
  } catch {
    // A file that cannot be read may hold data: it is replaced only on request.
    return true
  } finally {
    connection.close()
  }
}

/**
 * There is a complete database under the name at every moment: the old one gets a second name, then the new one
 * takes over the first.
 */
function exchange(fresh: string, place: string): string | null {
  const folder = path.dirname(place)
  const kept = fs.existsSync(place) ? freeName(`${place}.before-restore-`) : null
  if (kept !== null) {
    putLogInto(place, kept)
    nameAlso(place, kept)
  }
  for (const beside of ['-wal', '-shm']) fs.rmSync(place + beside, { force: true })
  giveToOwner(folder)
  syncFolder(folder)
  fs.renameSync(fresh, place)
  syncFolder(folder)
  return kept
}

function freeName(start: string) {
  let n = 1
  while (fs.existsSync(`${start}${n}`)) n++
  return `${start}${n}`
}

/** Its log must not stay where the new file would find it. One that is damaged keeps it under its new name. */
function putLogInto(file: string, kept: string) {
  try {
    if (checkpoint(file)) return
  } catch (error) {
    if (!isDamage(error)) throw error
    if (fs.existsSync(`${file}-wal`)) fs.renameSync(`${file}-wal`, `${kept}-wal`)
    return
  }
  throw new Failure('store.in-use', `Another program is reading ${file}: try again when it has finished`)
}

function checkpoint(file: string): boolean {
  const connection = new SqliteConnection(file, { readOnly: false })
  try {
    connection.run('pragma busy_timeout = 1000')
    // A checkpoint alone would pass over a file that is no database.
    connection.run('select 1 from sqlite_master')
    return connection.run('pragma wal_checkpoint(truncate)')[0]?.['busy'] === 0
  } finally {
    connection.close()
  }
}

/** A second name where the file system has such, otherwise a copy. */
function nameAlso(file: string, other: string) {
  try {
    fs.linkSync(file, other)
  } catch {
    fs.copyFileSync(file, other, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE)
    syncFile(other)
  }
}

async function restoreToPostgres(file: string, url: string, how: Restoring): Promise<Restored> {
  const engine = await openPostgres({ ...how, url })
  try {
    if (!how.replace && (await holdsData(engine.read))) throw occupied('and deletes the present one')
    const tables = await workingCopy(file, os.tmpdir(), how, (source, backupAt) =>
      engine.transaction(async (handle) => {
        const to = { handle, dialect: engine.dialect }
        await emptyTables(handle)
        const counts = await copyDatabase(source, to, how.progress)
        await how.arrive?.(to, backupAt)
        // Of the process that served when the backup was made: it rings nothing of what is restored.
        await handle.deleteFrom('meta').where('key', 'like', `${SIGN_OF_LIFE}%`).execute()
        return counts
      }),
    )
    return { ...contentOf(tables), kept: null }
  } finally {
    await engine.close()
  }
}

async function holdsData(handle: Kysely<Schema>): Promise<boolean> {
  const rows = SIGNS_OF_USE.map((table) => handle.selectFrom(table).selectAll().limit(1).execute())
  return (await Promise.all(rows)).some((found) => found.length > 0)
}

/** The backup may be of an older version; it is brought up to date, and looked at, where that does no harm. */
async function workingCopy<T>(
  file: string,
  beside: string,
  { accept }: Restoring,
  use: (source: Side, backupAt: Instant) => Promise<T>,
): Promise<T> {
  const folder = fs.mkdtempSync(path.join(beside, 'reveille-restore-'))
  const copy = path.join(folder, SQLITE_FILE)
  try {
    snapshot(openQuietly(file), copy)
    return await upToDate(copy, async (source) => {
      await accept?.(source)
      return use(source, await takeMoment(source))
    })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function upToDate<T>(file: string, use: (source: Side) => Promise<T>): Promise<T> {
  const connection = new SqliteConnection(file, { readOnly: false })
  try {
    dropWhatActs(connection)
    const source = sideOf(connection)
    await migrate(source.handle, source.dialect)
    return await use(source)
  } finally {
    connection.close()
  }
}

/** We make neither triggers nor views: one in a backup was put there, and would run with our hands. */
function dropWhatActs(connection: SqliteConnection) {
  connection.run('pragma trusted_schema = off')
  const found = connection.run(`select type, name from sqlite_master where type in ('trigger', 'view')`)
  for (const { type, name } of found)
    connection.run(`drop ${String(type)} if exists "${String(name).replaceAll('"', '""')}"`)
}
