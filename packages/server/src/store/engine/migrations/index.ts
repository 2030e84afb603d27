import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { Failure } from '../../../kernel/failure.ts'
import type { Dialect } from '../dialect.ts'
import type { Schema } from '../schema.ts'
import { house } from './0001/index.ts'

/** Every migration, oldest first. Forward only: one that was released is never changed, the next one mends it. */
const all = (dialect: Dialect): Record<string, Migration> => ({ '0001-house': house(dialect) })

/** Where Kysely writes down which migrations were carried out. */
export const MIGRATION_TABLE = 'kysely_migration'

/** The migrations that a database of this version has behind it, oldest first. */
export const migrationNames = (dialect: Dialect) => Object.keys(all(dialect))

/** Brings the tables up to date. A database that knows more than we do is refused before anything is changed. */
export async function migrate(handle: Kysely<Schema>, dialect: Dialect) {
  if (await isCurrent(handle, dialect)) return
  const provider = { getMigrations: async () => all(dialect) }
  const { error } = await new Migrator({ db: handle, provider }).migrateToLatest()
  if (error !== undefined) throw error
}

/** Instead of migrating: a server of another version may be using the database. */
export async function refuseOutdated(handle: Kysely<Schema>, dialect: Dialect) {
  if (await isCurrent(handle, dialect)) return
  throw new Failure(
    'state.conflict',
    'The database is empty or from an older version of Reveille: start this version once to bring it up to date',
  )
}

async function isCurrent(handle: Kysely<Schema>, dialect: Dialect): Promise<boolean> {
  const done = await carriedOut(handle)
  refuseNewer(done, dialect)
  return migrationNames(dialect).every((name) => done.includes(name))
}

/** Refuses a database that a later version of Reveille has changed in ways that this one does not know. */
export function refuseNewer(names: readonly string[], dialect: Dialect) {
  const known = migrationNames(dialect)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Failure(
    'store.newer',
    `The database was made by a newer version of Reveille (it contains "${unknown.join('", "')}"): ` +
      'install that version, or restore a backup that was made with this one',
    { unknown },
  )
}

async function carriedOut(handle: Kysely<Schema>): Promise<string[]> {
  const tables = await handle.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === MIGRATION_TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(handle)
  return rows.map((row) => row.name)
}
