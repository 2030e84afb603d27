import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { Failure } from '../../kernel/failure.ts'
import type { ColumnTypes, Dialect } from '../dialect.ts'
import type { Schema } from '../schema.ts'
import { house } from './0001-house.ts'

/** Every migration, oldest first. Forward only: one that was released is never changed, the next one mends it. */
const all = (types: ColumnTypes): Record<string, Migration> => ({
  '0001-house': house(types),
})

/** Where Kysely writes down which migrations were carried out. */
export const MIGRATION_TABLE = 'kysely_migration'

/** Brings the tables up to date. A database that knows more than we do is refused before anything is changed. */
export async function migrate(handle: Kysely<Schema>, dialect: Dialect) {
  const done = new Set(await carriedOut(handle))
  refuseNewer([...done], dialect)
  const migrations = all(dialect.types)
  if (Object.keys(migrations).every((name) => done.has(name))) return
  const migrator = new Migrator({ db: handle, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Refuses a database that a later version of Reveille has changed in ways that this one does not know. */
export function refuseNewer(names: readonly string[], dialect: Dialect) {
  const known = all(dialect.types)
  const unknown = names.filter((name) => !(name in known))
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
