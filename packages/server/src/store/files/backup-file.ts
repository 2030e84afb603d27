import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { Failure, isFailure, messageOf } from '../../kernel/failure.ts'
import { type Counts, isLeftBehind, type Side } from './copy.ts'
import { codeOf, sqliteDialect } from '../engine/dialect.ts'
import { MIGRATION_TABLE, refuseNewer } from '../engine/migrations/index.ts'
import type { Schema } from '../engine/schema.ts'
import { sqliteKysely, SqliteConnection } from '../engine/sqlite-driver.ts'

/** What a database holds. */
export interface Content {
  readonly rows: number
  readonly tables: Counts
}

/** What is in a file; one that is damaged, of a newer version or something else is refused. */
export function inspect(file: string): Content {
  const connection = openQuietly(file)
  try {
    const [finding] = connection.run('pragma quick_check(1)')
    const migrations = migrationsIn(connection)
    if (finding?.['quick_check'] !== 'ok' || migrations.length === 0) throw notOurs(file)
    refuseNewer(migrations, sqliteDialect)
    return contentOf(connection)
  } catch (error) {
    throw isDamage(error) ? notOurs(file, error) : error
  } finally {
    connection.close()
  }
}

/**
 * Opens a file as immutable, as no process writes to it: otherwise even a reader leaves files beside it.
 * With a log that is not empty, that would hide the latest transactions.
 */
export function openQuietly(file: string): SqliteConnection {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Failure('config.invalid', `There is no file ${file}`)
  const log = fs.statSync(`${file}-wal`, { throwIfNoEntry: false })
  const name = log && log.size > 0 ? file : `${pathToFileURL(file).href}?immutable=1`
  return new SqliteConnection(name, { readOnly: true })
}

// In the middle of a statement the driver tells of damage without the code that it is known by.
export const isDamage = (error: unknown) =>
  isFailure(error) ? error.code === 'store.corrupt' : /malformed|not a database/.test(messageOf(error))

const notOurs = (file: string, cause?: unknown) =>
  new Failure('store.corrupt', `${file} is damaged or is not a Reveille database`, {}, cause)

/** The migrations that a file has behind it, oldest first. */
export function migrationsIn(connection: SqliteConnection): string[] {
  if (!tablesOf(connection).includes(MIGRATION_TABLE)) return []
  return connection.run(`select name from ${MIGRATION_TABLE} order by name`).map((row) => String(row['name']))
}

function contentOf(connection: SqliteConnection): Content {
  const count = (table: string) => Number(connection.run(`select count(*) as n from "${table}"`)[0]?.['n'])
  const ours = tablesOf(connection).filter(
    (table) => !isLeftBehind(table) && !table.startsWith(MIGRATION_TABLE),
  )
  const counts = ours.map((table) => [table, count(table)] as const)
  return { rows: counts.reduce((sum, [, rows]) => sum + rows, 0), tables: Object.fromEntries(counts) }
}

/** The tables of a file, ours and the migrator's. */
export const tablesOf = (connection: SqliteConnection): string[] =>
  connection
    .run(`select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'`)
    .map((row) => String(row['name']))

export const sideOf = (connection: SqliteConnection): Side => ({
  handle: new Kysely<Schema>({ dialect: sqliteKysely(connection) }),
  dialect: sqliteDialect,
})

/**
 * `vacuum into` reads in one transaction and so is whole whatever others write meanwhile; they need not wait for it.
 * The driver's own backup function would begin anew after every commit of another process.
 */
export function snapshot(source: SqliteConnection, file: string): void {
  try {
    createPrivately(file)
    source.query('vacuum into ?', [file])
    syncFile(file)
  } finally {
    source.close()
  }
}

/** It holds names and password hashes. SQLite fills an empty file that is there already, and keeps its mode. */
export function createPrivately(file: string) {
  try {
    fs.rmSync(file, { force: true })
    fs.closeSync(fs.openSync(file, 'wx', 0o600))
  } catch (error) {
    const why = String(codeOf(error, 'code'))
    throw new Failure('config.invalid', `${file} cannot be written (${why})`, { why }, error)
  }
}

export const syncFile = (file: string) => flush(file, 'r+')

/** A new name is only there after a power cut if its folder was flushed as well. */
export const syncFolder = (folder: string) => flush(folder, 'r')

function flush(name: string, mode: 'r' | 'r+') {
  const handle = fs.openSync(name, mode)
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
