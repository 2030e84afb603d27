import path from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import { isFailure } from '../../kernel/failure.ts'
import { silentLog } from '../../kernel/log.ts'
import { openQuietly, sideOf } from '../../store/files/backup-file.ts'
import type { Side } from '../../store/files/copy.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { SqliteConnection } from '../../store/engine/sqlite-driver.ts'
import { SQLITE_FILE } from '../../store/engine/sqlite.ts'
import { isInUse } from './server.ts'

export interface DatabaseCheck {
  readonly data: string
  /** A postgres:// address; null for the embedded database. */
  readonly database: string | null
  readonly clock: Clock
}

/** Looks at the database as it is at one moment; nothing is written to it. */
export const lookInside = <T>(check: DatabaseCheck, look: (side: Side) => Promise<T>): Promise<T> =>
  check.database === null
    ? withSqlite(check.data, (connection) => inOneView(sideOf(connection), look))
    : withPostgres(check.database, check.clock, look)

export async function withSqlite<T>(
  data: string,
  look: (connection: SqliteConnection) => Promise<T>,
): Promise<T> {
  const file = path.join(data, SQLITE_FILE)
  const connection = isInUse(data) ? new SqliteConnection(file, { readOnly: true }) : openQuietly(file)
  try {
    return await look(connection)
  } finally {
    connection.close()
  }
}

async function inOneView<T>(side: Side, look: (side: Side) => Promise<T>): Promise<T> {
  await sql`begin`.execute(side.handle)
  try {
    return await look(side)
  } finally {
    await sql`rollback`.execute(side.handle)
  }
}

/** A lost connection does not mean a faulty database: tries once more. */
export async function withPostgres<T>(
  url: string,
  clock: Clock,
  look: (side: Side) => Promise<T>,
): Promise<T> {
  try {
    return await once(url, clock, look)
  } catch (error) {
    if (isFailure(error) && error.code === 'store.unavailable') return once(url, clock, look)
    throw error
  }
}

async function once<T>(url: string, clock: Clock, look: (side: Side) => Promise<T>): Promise<T> {
  const only = { lock: 'none', migrate: false, poolSize: 1 } as const
  const { read, dialect, close } = await openPostgres({ url, clock, log: silentLog, ...only })
  try {
    // PostgreSQL itself keeps such a transaction from writing.
    return await read
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((handle) => look({ handle, dialect }))
  } finally {
    await close()
  }
}
