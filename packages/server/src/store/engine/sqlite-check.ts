import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Failure, isFailure } from '../../kernel/failure.ts'
import { sqliteDialect } from './dialect.ts'
import { MIGRATION_TABLE, refuseChanged } from './migrations/index.ts'
import { SqliteConnection } from './sqlite-driver.ts'

// Measured on 227 MB: 0.25 s from memory, 0.75 s from disk. A hotel that restarts should not wait for minutes.
const LARGEST_CHECKED = 1_000_000_000

/** Looks at a file before it is opened for writing; one that is damaged or too new is refused and stays as it is. */
export function checkFile(file: string) {
  const size = sizeOf(file)
  if (!fs.existsSync(file)) return
  if (size === 0) throw notADatabase(file)
  const connection = new SqliteConnection(withoutTraces(file), { readOnly: true })
  try {
    refuseDamaged(connection, file, size)
    const names = carriedOut(connection)
    // Something else lives here, or has taken our tables away.
    if (names.length === 0 && connection.run('select name from sqlite_master').length > 0)
      throw notADatabase(file)
    refuseChanged(names, sqliteDialect)
  } finally {
    connection.close()
  }
}

const sizeOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Even a reader leaves a `-wal` and a `-shm` file beside the database, unless it declares the file immutable.
 * With a log that is not empty, that would hide the latest transactions.
 */
function withoutTraces(file: string) {
  return sizeOf(`${file}-wal`) > 0 ? file : `${pathToFileURL(file).href}?immutable=1`
}

function refuseDamaged(connection: SqliteConnection, file: string, size: number) {
  const findings = findingsOf(connection, file, size)
  if (findings.length === 0) return
  throw new Failure(
    'store.corrupt',
    `The database file ${file} is damaged: keep a copy of it and restore the last backup`,
    { findings },
  )
}

function findingsOf(connection: SqliteConnection, file: string, size: number): string[] {
  const check =
    size <= LARGEST_CHECKED ? 'pragma quick_check(10)' : 'select name from sqlite_master where false'
  try {
    const found = connection.run(check).map((row) => String(row['quick_check']))
    return found.filter((finding) => finding !== 'ok')
  } catch (error) {
    if (isFailure(error) && error.code === 'store.corrupt') throw notADatabase(file, error)
    throw error
  }
}

const notADatabase = (file: string, cause?: Failure) =>
  new Failure(
    'store.corrupt',
    `${file} is damaged or is not a Reveille database: move it away, and restore the last backup`,
    {},
    cause,
  )

function carriedOut(connection: SqliteConnection): string[] {
  const tables = connection.run(
    `select 1 from sqlite_master where type = 'table' and name = '${MIGRATION_TABLE}'`,
  )
  if (tables.length === 0) return []
  return connection.run(`select name from ${MIGRATION_TABLE}`).map((row) => String(row['name']))
}
