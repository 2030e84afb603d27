import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure, isFailure } from '../../kernel/failure.ts'
import { silentLog } from '../../kernel/log.ts'
import { migrationsIn, openQuietly, sideOf } from '../../store/backup-file.ts'
import type { Side } from '../../store/copy.ts'
import { sqliteDialect } from '../../store/dialect.ts'
import { migrationNames, refuseNewer } from '../../store/migrations/index.ts'
import { openPostgres } from '../../store/postgres.ts'
import { SqliteConnection } from '../../store/sqlite-driver.ts'
import { SQLITE_FILE } from '../../store/sqlite.ts'
import { describeHouse } from './house.ts'
import { isInUse } from './server.ts'
import { ok, type Verdict, warning } from './verdict.ts'
import type { NamedZone } from './zone.ts'

export interface DatabaseCheck {
  readonly data: string
  /** A postgres:// address; null for the embedded database. */
  readonly database: string | null
  readonly clock: Clock
}

/** Also notes which time zones the house lives by. */
export const databaseVerdict = (check: DatabaseCheck, zones: NamedZone[]) =>
  check.database === null
    ? sqliteVerdict(check.data, check.clock, zones)
    : postgresVerdict(check.database, check.clock, zones)

async function sqliteVerdict(data: string, clock: Clock, zones: NamedZone[]): Promise<Verdict> {
  const file = path.join(data, SQLITE_FILE)
  if (!fs.existsSync(file)) return warning('There is none yet: it is made when the server first starts')
  const connection = isInUse(data) ? new SqliteConnection(file, { readOnly: true }) : openQuietly(file)
  try {
    refuseDamaged(connection, file)
    const version = `SQLite ${String(connection.run('select sqlite_version() as v')[0]?.['v'])}`
    const older = olderSchema(connection)
    if (older !== null)
      return warning(`${version}, schema ${older}: will be brought up to date at the next start`)
    return ok(`${version}, ${await describeHouse(sideOf(connection), clock.now(), zones)}`)
  } finally {
    connection.close()
  }
}

function refuseDamaged(connection: SqliteConnection, file: string) {
  const [finding] = connection.run('pragma integrity_check(1)')
  if (finding?.['integrity_check'] === 'ok') return
  throw new Failure(
    'store.corrupt',
    `${file} is damaged (${String(finding?.['integrity_check'])}): keep a copy of it and restore the last backup`,
  )
}

/** The last migration of a file that lacks some; a newer one is refused. */
function olderSchema(connection: SqliteConnection): string | null {
  const migrations = migrationsIn(connection)
  refuseNewer(migrations, sqliteDialect)
  const lacking = migrations.length < migrationNames(sqliteDialect).length
  return lacking ? (migrations.at(-1) ?? 'none') : null
}

async function postgresVerdict(url: string, clock: Clock, zones: NamedZone[]): Promise<Verdict> {
  try {
    return await lookTwice(() => look(url, clock, zones))
  } catch (error) {
    if (isFailure(error) && error.code === 'state.conflict') return warning(error.message)
    throw error
  }
}

/** A connection that closes under our hands is no sick database: it is looked at once more. */
async function lookTwice(once: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await once()
  } catch (error) {
    if (isFailure(error) && error.code === 'store.unavailable') return once()
    throw error
  }
}

async function look(url: string, clock: Clock, zones: NamedZone[]): Promise<Verdict> {
  const only = { exclusive: false, migrate: false, poolSize: 1 }
  const { read, dialect, close } = await openPostgres({ url, clock, log: silentLog, ...only })
  try {
    // PostgreSQL itself keeps such a transaction from writing.
    return await read
      .transaction()
      .setAccessMode('read only')
      .execute((handle) => houseVerdict({ handle, dialect }, clock.now(), zones))
  } finally {
    await close()
  }
}

async function houseVerdict(side: Side, now: Instant, zones: NamedZone[]): Promise<Verdict> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(side.handle)
  return ok(`PostgreSQL ${rows[0]?.server_version}, ${await describeHouse(side, now, zones)}`)
}
