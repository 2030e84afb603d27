import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure, isFailure } from '../../kernel/failure.ts'
import { migrationsIn, sideOf } from '../../store/files/backup-file.ts'
import type { Side } from '../../store/files/copy.ts'
import { sqliteDialect } from '../../store/engine/dialect.ts'
import { migrationNames, refuseNewer } from '../../store/engine/migrations/index.ts'
import type { SqliteConnection } from '../../store/engine/sqlite-driver.ts'
import { SQLITE_FILE } from '../../store/engine/sqlite.ts'
import { describeHouse } from './house.ts'
import { type DatabaseCheck, withPostgres, withSqlite } from './inside.ts'
import { ok, type CheckVerdict, warning } from './verdict.ts'
import type { NamedZone } from './zone.ts'

/** Also notes which time zones the house lives by. */
export const databaseVerdict = (check: DatabaseCheck, zones: NamedZone[]) =>
  check.database === null
    ? sqliteVerdict(check.data, check.clock, zones)
    : postgresVerdict(check.database, check.clock, zones)

async function sqliteVerdict(data: string, clock: Clock, zones: NamedZone[]): Promise<CheckVerdict> {
  const file = path.join(data, SQLITE_FILE)
  if (!fs.existsSync(file)) return warning('There is none yet: it is made when the server first starts')
  return withSqlite(data, async (connection) => {
    refuseDamaged(connection, file)
    const version = `SQLite ${String(connection.run('select sqlite_version() as v')[0]?.['v'])}`
    const older = olderSchema(connection)
    if (older !== null)
      return warning(`${version}, schema ${older}: will be brought up to date at the next start`)
    return ok(`${version}, ${await describeHouse(sideOf(connection), clock.now(), zones)}`)
  })
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

async function postgresVerdict(url: string, clock: Clock, zones: NamedZone[]): Promise<CheckVerdict> {
  try {
    return await withPostgres(url, clock, (side) => houseVerdict(side, clock.now(), zones))
  } catch (error) {
    if (isFailure(error) && error.code === 'state.conflict') return warning(error.message)
    throw error
  }
}

async function houseVerdict(side: Side, now: Instant, zones: NamedZone[]): Promise<CheckVerdict> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(side.handle)
  return ok(`PostgreSQL ${rows[0]?.server_version}, ${await describeHouse(side, now, zones)}`)
}
