import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { Failure } from '../../../kernel/failure.ts'
import type { Dialect } from '../dialect.ts'
import type { Schema } from '../schema.ts'
import { house } from './0001/index.ts'

/**
 * Every migration, oldest first. Forward only: one that was released is never changed, the next one mends it. The name of
 * one that only adds ends with a plus: tables, indexes, and columns that may be absent or begin with something. Processes
 * of the release before go on beside it, and may start there. What they need is taken away one release later.
 */
const all = (dialect: Dialect): Record<string, Migration> => ({ '0001-house': house(dialect) })

const onlyAdds = (name: string) => name.endsWith('+')

/** Where Kysely writes down which migrations were carried out. */
export const MIGRATION_TABLE = 'kysely_migration'

/** The migrations that a database of this version has behind it, oldest first. */
export const migrationNames = (dialect: Dialect) => Object.keys(all(dialect))

/** Has the work done while no other process uses the database; fails if one does. */
type Alone = (work: () => Promise<void>) => Promise<void>

/** From which migration to which a database with data in it is brought. */
export interface SchemaChange {
  readonly from: string
  readonly to: string
}

/** Told before anything is changed, and able to stop it by throwing. */
type BeforeChange = (change: SchemaChange) => Promise<void> | void

/** Brings the tables up to date. A database that knows more than we do is refused before anything is changed. */
export async function migrate(
  handle: Kysely<Schema>,
  dialect: Dialect,
  alone: Alone = (work) => work(),
  before: BeforeChange = () => {},
): Promise<void> {
  const done = await carriedOut(handle)
  refuseChanged(done, dialect)
  const todo = migrationNames(dialect).filter((name) => !done.includes(name))
  if (todo.length === 0) return
  const provider = { getMigrations: async () => all(dialect) }
  const carryOut = async () => {
    if (done.length > 0) await before({ from: done.toSorted().at(-1) ?? '', to: todo.at(-1) ?? '' })
    const { error } = await new Migrator({ db: handle, provider }).migrateToLatest()
    if (error !== undefined) throw error
  }
  // Nobody can be at work in a database that has no tables yet.
  await (done.length === 0 || todo.every(onlyAdds) ? carryOut() : alone(carryOut))
}

/** Instead of migrating: a server of another version may be using the database. */
export async function refuseOutdated(handle: Kysely<Schema>, dialect: Dialect) {
  const done = await carriedOut(handle)
  refuseNewer(done, dialect)
  if (migrationNames(dialect).every((name) => done.includes(name))) return
  throw new Failure(
    'state.conflict',
    'The database is empty or from an older version of Reveille: start this version once to bring it up to date',
  )
}

/** Refuses a database that a later version of Reveille has changed in ways that this one does not know. */
export const refuseNewer = (names: readonly string[], dialect: Dialect) =>
  refuse(names.filter((name) => !migrationNames(dialect).includes(name)))

/** The same for whoever serves: what was only added is left alone. */
export const refuseChanged = (names: readonly string[], dialect: Dialect) =>
  refuse(names.filter((name) => !migrationNames(dialect).includes(name) && !onlyAdds(name)))

function refuse(unknown: readonly string[]) {
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
