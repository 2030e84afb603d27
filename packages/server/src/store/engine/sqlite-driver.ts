import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { checkBindings } from './bindings.ts'
import { sqliteDialect } from './dialect.ts'
import { type RowMaker, rowMaker } from './row-maker.ts'

// Lists of varying length (`in (?, ?, ...)`) make new texts without end; the ones in daily use stay far below this.
const MAX_STATEMENTS = 300

interface Prepared {
  readonly statement: StatementSyncInstance
  /** Absent where a statement returns no rows. */
  readonly toRow: RowMaker | undefined
}

/** One connection to the file, with the statements that it has prepared. Everything on it happens at once. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance
  readonly #prepared = new Map<string, Prepared>()

  constructor(file: string, options: { readOnly: boolean }) {
    try {
      this.#database = new DatabaseSync(file, {
        ...options,
        timeout: 5_000,
        enableForeignKeyConstraints: true,
      })
    } catch (error) {
      throw sqliteDialect.translate(error)
    }
  }

  get inTransaction() {
    return this.#database.isTransaction
  }

  /** A statement of our own with nothing to bind: `begin immediate`, `pragma ...`. */
  run(sql: string): Record<string, unknown>[] {
    return this.query<Record<string, unknown>>(sql, []).rows
  }

  query<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    checkBindings(parameters, { booleans: false })
    try {
      const { statement, toRow } = this.#prepare(sql)
      // Never `.get()`: a RETURNING that is not read to its end keeps the write-ahead log from being checkpointed.
      if (toRow) return { rows: statement.all(...parameters).map(toRow) as R[] }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw sqliteDialect.translate(error)
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.query<R>(query.sql, query.parameters)
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: read in pages')
  }

  close() {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) this.#prepared.delete(sql)
    const prepared = known ?? this.#compile(sql)
    // A Map keeps the order of insertion: the first key is the one that was not used for longest.
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > MAX_STATEMENTS) this.#prepared.delete(this.#prepared.keys().next().value ?? sql)
    return prepared
  }

  #compile(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    const columns = statement.columns().map(({ name }) => ({ name }))
    if (columns.length === 0) return { statement, toRow: undefined }
    // The driver hands out arrays a third faster than objects.
    statement.setReturnArrays(true)
    return { statement, toRow: rowMaker(columns) }
  }
}

/** Kysely on one connection. */
export function sqliteKysely(connection: DatabaseConnection): KyselyDialect {
  return {
    createDriver: () => new SqliteDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Kysely plays safe and migrates SQLite outside a transaction, though SQLite takes back a `create table` as well. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init() {}
  async destroy() {}
  async releaseConnection() {}

  async acquireConnection() {
    return this.#connection
  }

  // Only migrations come this way; everything else goes through the group commit.
  beginTransaction(connection: DatabaseConnection) {
    return execute(connection, 'begin immediate')
  }

  commitTransaction(connection: DatabaseConnection) {
    return execute(connection, 'commit')
  }

  rollbackTransaction(connection: DatabaseConnection) {
    return execute(connection, 'rollback')
  }
}

async function execute(connection: DatabaseConnection, sql: string) {
  await connection.executeQuery(CompiledQuery.raw(sql))
}
