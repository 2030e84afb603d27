import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import { type ClientBase, DatabaseError } from 'pg'
import { Failure, isFailure } from '../../kernel/failure.ts'
import { checkBindings } from './bindings.ts'
import { postgresDialect } from './dialect.ts'
import type { Prepared } from './postgres-prepared.ts'
import { ask, send, Statements } from './postgres-query.ts'
import type { Schema } from './schema.ts'
import type { Query } from './template.ts'

/** A connection on loan: from a pool, or the one that a migration has to itself. */
interface Loan {
  readonly client: ClientBase
  readonly release: (broken: boolean) => void
}
export type Lend = () => Promise<Loan>

export function postgresKysely(lend: Lend): KyselyDialect {
  return {
    createDriver: () => new PostgresDriver(lend),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Handles of our own on connections that we lend: Kysely's put several promises more around every query. */
function handles(lend: Lend) {
  const dialect = postgresKysely(lend)
  const base = new Kysely<Schema>({ dialect }).getExecutor()
  const driver = new PostgresDriver(lend)
  const propsOf = (provider: ConnectionProvider) =>
    ({
      config: { dialect },
      dialect,
      driver,
      executor: base.withConnectionProvider(provider),
    }) satisfies KyselyProps
  return { driver, propsOf }
}

/** Each query on whichever connection is free. */
export function reads(lend: Lend): Kysely<Schema> {
  const { driver, propsOf } = handles(lend)
  return new Kysely<Schema>(
    propsOf({
      async provideConnection(use) {
        const connection = await driver.acquireConnection()
        try {
          return await use(connection)
        } finally {
          connection.release()
        }
      },
    }),
  )
}

export function transactions(lend: Lend) {
  const { driver, propsOf } = handles(lend)
  const handleOn = (connection: PostgresConnection) =>
    new Transaction<Schema>(propsOf({ provideConnection: (use) => use(connection) }))
  return async <T>(work: (handle: Transaction<Schema>) => Promise<T>): Promise<T> => {
    const connection = await driver.acquireConnection()
    try {
      await driver.beginTransaction(connection, {})
      const value = await work(handleOn(connection))
      await driver.commitTransaction(connection)
      return value
    } catch (error) {
      await driver.rollbackTransaction(connection)
      throw error
    } finally {
      connection.release()
    }
  }
}

class PostgresDriver implements Driver {
  readonly #lend: Lend
  readonly #statements = new Statements()

  constructor(lend: Lend) {
    this.#lend = lend
  }

  async init() {}
  async destroy() {}

  async acquireConnection() {
    try {
      return new PostgresConnection(await this.#lend(), this.#statements)
    } catch (error) {
      throw postgresDialect.translate(error)
    }
  }

  async releaseConnection(connection: PostgresConnection) {
    connection.release()
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings) {
    const { isolationLevel = 'read committed', accessMode = '' } = settings
    connection.begin(`start transaction isolation level ${isolationLevel} ${accessMode}`)
  }

  async commitTransaction(connection: PostgresConnection) {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection) {
    await connection.rollback()
  }
}

const COUNTS_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 *  asked ── first query ──▶ begun ── commit, or rollback ──▶ none
 *
 * One without any query is not told to the server.
 */
type TransactionState = 'none' | 'asked' | 'begun'

const withoutValues = (text: string): Prepared => ({ text, name: '', values: [] })

class PostgresConnection implements DatabaseConnection {
  readonly #loan: Loan
  readonly #statements: Statements
  /** Not to be used again: it goes back to the pool to be closed. */
  broken = false
  /** Something went wrong, and it was not the server that said so. */
  #silent = false
  #released = false
  #transaction: TransactionState = 'none'
  /** Sent together with the next query, or with the commit: each time that the server is waited for takes its time. */
  #left: Prepared[] = []

  constructor(loan: Loan, statements: Statements) {
    this.#loan = loan
    this.#statements = statements
  }

  begin(text: string) {
    this.#left = [withoutValues(text)]
    this.#transaction = 'asked'
  }

  async commit() {
    if (this.#transaction === 'asked' && this.#left.length === 1) return
    this.#left.push(withoutValues('commit'))
    const outcome = await this.#sent((left) => send(this.#loan.client, left))
    // PostgreSQL manual, COMMIT: one that has failed is rolled back, which is no error to the server.
    if (outcome !== 'COMMIT') throw new Failure('store.unavailable', 'The database has not kept this')
  }

  async executeQuery<R>({ sql, parameters, isLeft }: Query): Promise<QueryResult<R>> {
    checkBindings(parameters, { booleans: true })
    if (this.#released) throw new Failure('internal', 'A query came after the end of its transaction')
    const statement = this.#statements.of(sql, parameters)
    if (isLeft && this.#transaction !== 'none') {
      this.#left.push({ text: sql, name: statement.name ?? '', values: parameters })
      return { rows: [] }
    }
    const { rows, command, rowCount } = await this.#sent((left) =>
      ask<R>(this.#loan.client, left, statement, parameters),
    )
    return COUNTS_ROWS.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  async #sent<T>(sending: (left: readonly Prepared[]) => Promise<T>): Promise<T> {
    const left = this.#left
    this.#left = []
    if (this.#transaction === 'asked') this.#transaction = 'begun'
    try {
      return await sending(left)
    } catch (error) {
      throw this.#judge(error)
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: read in pages')
  }

  /**
   * A lost connection has rolled back by itself, and one that does not answer would only be waited for once more. What
   * the server refused has to be rolled back, even on a broken one: a migration has a last word to say on it.
   */
  async rollback() {
    if (this.#silent || this.#transaction === 'asked') return
    this.#left = []
    await this.executeQuery(CompiledQuery.raw('rollback')).catch(() => {
      // What went wrong before is what the caller has to hear.
      this.broken = true
    })
  }

  release() {
    this.#released = true
    this.#loan.release(this.broken)
  }

  #judge(error: unknown) {
    const judged = postgresDialect.translate(error)
    this.broken ||= isFailure(judged)
    this.#silent ||= isFailure(judged) && !(error instanceof DatabaseError)
    return judged
  }
}
