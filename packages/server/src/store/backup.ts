import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Kysely } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { copyDatabase, type Counts, emptyTables, type Progress, type Side } from './copy.ts'
import { codeOf, sqliteDialect } from './dialect.ts'
import { lockFolder } from './folder-lock.ts'
import { MIGRATION_TABLE, migrate, refuseNewer } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { kyselyDialect, SqliteConnection } from './sqlite-driver.ts'
import { SQLITE_FILE } from './sqlite.ts'

/** Where a database is: the embedded one of a data folder, or a PostgreSQL address. */
export type Place = { readonly folder: string } | { readonly url: string }

export interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  readonly progress?: Progress | undefined
}

export interface Backup {
  readonly bytes: number
  readonly rows: number
  readonly tables: Counts
}

export interface Restored {
  readonly rows: number
  readonly tables: Counts
  /** Where the database that was replaced still lies. */
  readonly kept: string | null
}

/** Writes everything into one SQLite file, as it is at one moment, while a server goes on serving. */
export async function backup(source: Place, file: string, around: Surroundings): Promise<Backup> {
  const target = path.resolve(file)
  const partial = `${target}.partial`
  refuseExisting(target)
  try {
    const copied =
      'url' in source
        ? await exportTo(partial, source.url, around)
        : snapshot(databaseIn(source.folder), partial)
    const tables = inspect(partial)
    if (copied && !isDeepStrictEqual(copied, tables))
      throw new Failure('internal', 'The backup does not hold what was copied into it')
    refuseExisting(target)
    fs.renameSync(partial, target)
    syncFolder(path.dirname(target))
    return { bytes: fs.statSync(target).size, rows: sum(tables), tables }
  } finally {
    fs.rmSync(partial, { force: true })
  }
}

/** Puts a backup in place of a database that no server uses. A crash on the way leaves the old one or the new one. */
export async function restore(
  file: string,
  target: Place,
  { replace = false, ...around }: Surroundings & { readonly replace?: boolean | undefined },
): Promise<Restored> {
  const tables = inspect(file)
  const kept =
    'url' in target
      ? await restoreToPostgres(file, target.url, replace, around)
      : restoreToFolder(file, target.folder, replace)
  return { rows: sum(tables), tables, kept }
}

const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0)

function refuseExisting(file: string) {
  if (fs.existsSync(file))
    throw new Failure('thing.exists', `${file} exists already: choose another name for the backup`)
}

function databaseIn(folder: string): SqliteConnection {
  const file = path.join(folder, SQLITE_FILE)
  if (!fs.existsSync(file)) throw new Failure('config.invalid', `There is no database in ${folder}`)
  return new SqliteConnection(file, { readOnly: true })
}

/**
 * `vacuum into` reads in one transaction and so is whole whatever others write meanwhile; they need not wait for it.
 * The driver's own backup function would begin anew after every commit of another process.
 */
function snapshot(source: SqliteConnection, file: string): void {
  try {
    createPrivately(file)
    source.query('vacuum into ?', [file])
    syncFile(file)
  } finally {
    source.close()
  }
}

/** It holds names and password hashes. SQLite fills an empty file that is there already, and keeps its mode. */
function createPrivately(file: string) {
  try {
    fs.rmSync(file, { force: true })
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
  } catch (error) {
    const why = String(codeOf(error, 'code'))
    throw new Failure('config.invalid', `${file} cannot be written (${why})`, { why }, error)
  }
}

async function exportTo(file: string, url: string, around: Surroundings): Promise<Counts> {
  createPrivately(file)
  const { dialect, read, close } = await openPostgresToRead(url, around)
  try {
    return await fillNew(file, (to) => copyDatabase({ dialect, handle: read }, to, around.progress))
  } finally {
    await close()
  }
}

/** A file that is thrown away unless it becomes complete needs neither a journal nor a flush at every turn. */
async function fillNew<T>(file: string, fill: (side: Side) => Promise<T>): Promise<T> {
  const result = await using(new SqliteConnection(file, { readOnly: false }), async (connection) => {
    connection.run('pragma journal_mode = off')
    connection.run('pragma synchronous = off')
    const side = sideOf(connection)
    await migrate(side.handle, side.dialect)
    connection.run('begin')
    const filled = await fill(side)
    connection.run('commit')
    return filled
  })
  syncFile(file)
  return result
}

async function using<T>(connection: SqliteConnection, work: (connection: SqliteConnection) => Promise<T>) {
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}

export const sideOf = (connection: SqliteConnection): Side => ({
  handle: new Kysely<Schema>({ dialect: kyselyDialect(connection) }),
  dialect: sqliteDialect,
})

// The refusal itself, or what a transaction says that goes on after it.
const NOT_ALLOWED_TO_MIGRATE = new Set<unknown>(['25006', '25P02'])

/** Without the migrations that opening brings along: a server of another version may be using the database. */
export async function openPostgresToRead(url: string, { clock, log }: Surroundings) {
  try {
    return await openPostgres({ url: readOnly(url), clock, log, exclusive: false, poolSize: 1 })
  } catch (error) {
    const code = isFailure(error) ? error.detail['code'] : codeOf(error, 'code')
    if (!NOT_ALLOWED_TO_MIGRATE.has(code)) throw error
    throw new Failure(
      'state.conflict',
      'The database is empty or from an older version of Reveille: start this version once to bring it up to date',
      {},
      error,
    )
  }
}

function readOnly(url: string) {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const others = address.searchParams.get('options') ?? ''
  address.searchParams.set('options', `${others} -c default_transaction_read_only=on`.trim())
  return address.href
}

/** The rows in a file; one that is damaged, of a newer version or something else is refused. */
function inspect(file: string): Counts {
  const connection = openQuietly(file)
  try {
    const [finding] = connection.run('pragma quick_check(1)')
    const migrations = migrationsIn(connection)
    if (finding?.['quick_check'] !== 'ok' || migrations.length === 0) throw notOurs(file)
    refuseNewer(migrations, sqliteDialect)
    return countRows(connection)
  } catch (error) {
    throw isDamage(error) ? notOurs(file, error) : error
  } finally {
    connection.close()
  }
}

// In the middle of a statement the driver tells of damage without the code that it is known by.
const isDamage = (error: unknown) =>
  isFailure(error) ? error.code === 'store.corrupt' : /malformed|not a database/.test(messageOf(error))

const notOurs = (file: string, cause?: unknown) =>
  new Failure('store.corrupt', `${file} is damaged or is not a Reveille database`, {}, cause)

/** The tables of a file, ours and the migrator's. */
const tablesOf = (connection: SqliteConnection): string[] =>
  connection
    .run(`select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'`)
    .map((row) => String(row['name']))

/** The migrations that a file has behind it, oldest first. */
export function migrationsIn(connection: SqliteConnection): string[] {
  if (!tablesOf(connection).includes(MIGRATION_TABLE)) return []
  return connection.run(`select name from ${MIGRATION_TABLE} order by name`).map((row) => String(row['name']))
}

/** The migrations that a database of this version has behind it, oldest first. */
export function knownMigrations(): Promise<string[]> {
  return using(new SqliteConnection(':memory:', { readOnly: false }), async (connection) => {
    await migrate(sideOf(connection).handle, sqliteDialect)
    return migrationsIn(connection)
  })
}

function countRows(connection: SqliteConnection): Counts {
  const count = (table: string) => Number(connection.run(`select count(*) as n from "${table}"`)[0]?.['n'])
  const ours = tablesOf(connection).filter((table) => !table.startsWith(MIGRATION_TABLE))
  return Object.fromEntries(ours.map((table) => [table, count(table)]))
}

/**
 * Opens a file that nobody writes to, and leaves nothing beside it, as even a reader does without that promise.
 * With a log that still holds something the promise would hide the latest facts.
 */
export function openQuietly(file: string): SqliteConnection {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Failure('config.invalid', `There is no file ${file}`)
  const log = fs.statSync(`${file}-wal`, { throwIfNoEntry: false })
  const name = log && log.size > 0 ? file : `${pathToFileURL(file).href}?immutable=1`
  return new SqliteConnection(name, { readOnly: true })
}

function restoreToFolder(file: string, folder: string, replace: boolean): string | null {
  const lock = lockFolder(folder)
  const place = path.join(folder, SQLITE_FILE)
  const fresh = `${place}.restoring`
  try {
    if (!replace && fileHoldsData(place)) throw occupied('and keeps the present one beside it')
    snapshot(openQuietly(file), fresh)
    inspect(fresh)
    return exchange(fresh, place)
  } finally {
    fs.rmSync(fresh, { force: true })
    lock.release()
  }
}

const occupied = (words: string) =>
  new Failure(
    'thing.exists',
    `There is a hotel in this database already: --replace puts the backup in its place ${words}`,
  )

// Whoever has either has begun to use the database.
const SIGNS_OF_USE = ['account', 'meta'] as const

function fileHoldsData(file: string): boolean {
  if (!fs.existsSync(file)) return false
  const connection = openQuietly(file)
  try {
    const tables = tablesOf(connection)
    const used = SIGNS_OF_USE.filter((table) => tables.includes(table))
    return used.some((table) => connection.run(`select 1 from ${table} limit 1`).length > 0)
  } catch {
    // What cannot be read is not put aside unasked.
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

/** Root may restore for a server that runs as somebody else, who has to be able to open what we made. */
function giveToOwner(folder: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(folder)
  const ours = fs.readdirSync(folder).filter((name) => name.startsWith('reveille.'))
  for (const name of ours) fs.chownSync(path.join(folder, name), uid, gid)
}

async function restoreToPostgres(file: string, url: string, replace: boolean, around: Surroundings) {
  const engine = await openPostgres({ ...around, url })
  try {
    if (!replace && (await holdsData(engine.read))) throw occupied('and deletes the present one')
    await workingCopy(file, (source) =>
      engine.transaction(async (handle) => {
        await emptyTables(handle)
        await copyDatabase(source, { handle, dialect: engine.dialect }, around.progress)
      }),
    )
    return null
  } finally {
    await engine.close()
  }
}

async function holdsData(handle: Kysely<Schema>): Promise<boolean> {
  const rows = SIGNS_OF_USE.map((table) => handle.selectFrom(table).selectAll().limit(1).execute())
  return (await Promise.all(rows)).some((found) => found.length > 0)
}

/** The backup may be of an older version; it is brought up to date where that does no harm. */
async function workingCopy(file: string, use: (source: Side) => Promise<void>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-restore-'))
  const copy = path.join(folder, SQLITE_FILE)
  try {
    snapshot(openQuietly(file), copy)
    await using(new SqliteConnection(copy, { readOnly: false }), async (connection) => {
      const source = sideOf(connection)
      await migrate(source.handle, source.dialect)
      await use(source)
    })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function syncFile(file: string) {
  const handle = fs.openSync(file, 'r+')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** A new name is only there after a power cut if its folder was flushed as well. */
function syncFolder(folder: string) {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
