import fs from 'node:fs'
import path from 'node:path'
import { type CompiledQuery, type DatabaseConnection, Kysely, type KyselyProps, Transaction } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import { Failure, messageOf } from '../../kernel/failure.ts'
import { codeOf, sqliteDialect } from './dialect.ts'
import type { Engine, Observe } from './engine.ts'
import { type Ground, GroupCommit, type CommitTurn } from './group-commit.ts'
import { migrate, type SchemaChange } from './migrations/index.ts'
import type { Schema } from './schema.ts'
import { checkFile } from './sqlite-check.ts'
import { sqliteKysely, SqliteConnection } from './sqlite-driver.ts'

export interface SqliteOptions {
  readonly folder: string
  readonly clock: Clock
  readonly observe?: Observe | undefined
  /** Told of each flush to disk, with the number of transactions that it made durable. */
  readonly onCommit?: ((works: number) => void) | undefined
  readonly onMigration?: ((change: SchemaChange, kept: string) => void) | undefined
}

export const SQLITE_FILE = 'reveille.sqlite'

/** Opens the embedded database: one connection that writes, another that reads and never sees a batch half done. */
export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const file = path.join(options.folder, SQLITE_FILE)
  checkFile(file)
  const writer = openWriter(file)
  try {
    await migrate(
      new Kysely<Schema>({ dialect: sqliteKysely(writer) }),
      sqliteDialect,
      (work) => work(),
      (change) => {
        const kept = keepCopy(writer, file, change)
        options.onMigration?.(change, kept)
      },
    )
    const reader = new SqliteConnection(file, { readOnly: true })
    return engine(writer, reader, options)
  } catch (error) {
    writer.close()
    throw error
  }
}

/** An upgrade that goes wrong, or that somebody thinks better of, can be undone: the file of before lies beside the new one. */
function keepCopy(writer: SqliteConnection, file: string, { from, to }: SchemaChange): string {
  const kept = `${file}.before-${to.replace('+', '')}`
  const partial = `${kept}.partial`
  try {
    fs.rmSync(partial, { force: true })
    createPrivately(partial)
    writer.query('vacuum into ?', [partial])
    fs.renameSync(partial, kept)
  } catch (error) {
    fs.rmSync(partial, { force: true })
    throw new Failure(
      'store.unavailable',
      `The database is to be brought up to date (from ${from} to ${to}), and no copy of it could be kept as ${kept}: ${messageOf(error)}. Nothing was changed`,
      {},
      error,
    )
  }
  return kept
}

function openWriter(file: string) {
  createPrivately(file)
  const writer = new SqliteConnection(file, { readOnly: false })
  writer.run('pragma busy_timeout = 5000')
  writer.run('pragma journal_mode = wal')
  // Flushed at every commit: what was promised survives a power cut.
  writer.run('pragma synchronous = full')
  // Pages of 4 KiB in the log before they are written back: a page that many calls have changed goes back once for all.
  writer.run('pragma wal_autocheckpoint = 4000')
  writer.run('pragma journal_size_limit = 67108864')
  return writer
}

/** The file holds names and password hashes; SQLite gives the files beside it the same mode. */
function createPrivately(file: string) {
  try {
    fs.closeSync(fs.openSync(file, 'a', 0o600))
    fs.chmodSync(file, 0o600)
  } catch (error) {
    const why = codeOf(error, 'code')
    throw new Failure(
      'store.unavailable',
      `The database file ${file} cannot be written (${String(why)})`,
      { why },
      error,
    )
  }
}

function engine(writer: SqliteConnection, reader: SqliteConnection, options: SqliteOptions): Engine {
  const group = new GroupCommit({
    ground: groundOf(writer),
    clock: options.clock,
    onCommit: options.onCommit,
  })
  const handleFor = transactionHandles(writer)
  return {
    dialect: sqliteDialect,
    read: new Kysely<Schema>({ dialect: sqliteKysely(observed(reader, options)) }),
    transaction: (work) => group.transaction(async (turn) => work(handleFor(turn))),
    ping: async () => void reader.run('select 1 from meta limit 1'),
    async close() {
      await group.idle()
      reader.close()
      // Closing alone leaves the log behind; a copy of the file made while we are stopped should be whole.
      try {
        writer.run('pragma wal_checkpoint(truncate)')
      } finally {
        writer.close()
      }
    },
  }
}

const groundOf = (writer: SqliteConnection): Ground => ({
  begin: () => void writer.run('begin immediate'),
  savepoint: () => void writer.run('savepoint work'),
  release: () => void writer.run('release work'),
  undo() {
    writer.run('rollback to work')
    writer.run('release work')
  },
  commit: () => void writer.run('commit'),
  rollback: () => void writer.run('rollback'),
  get inTransaction() {
    return writer.inTransaction
  },
})

/** Every work gets a handle of its own that ends with its turn, so that nothing slips into another's transaction. */
function transactionHandles(writer: SqliteConnection) {
  const dialect = sqliteKysely(writer)
  const base = new Kysely<Schema>({ dialect })
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return (turn: CommitTurn): Transaction<Schema> => {
    const connection = lend(writer, turn)
    const executor = base
      .getExecutor()
      .withConnectionProvider({ provideConnection: (use) => use(connection) })
    return new Transaction<Schema>({ ...props, executor } satisfies KyselyProps)
  }
}

function lend(writer: SqliteConnection, turn: CommitTurn): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery) {
      if (turn.over) throw new Failure('internal', 'A query came after the end of its transaction')
      // A full disk makes SQLite roll everything back by itself; the next statement would stand alone.
      if (!writer.inTransaction) throw new Failure('store.unavailable', 'The transaction was taken back')
      return writer.query<R>(query.sql, query.parameters)
    },
    streamQuery: () => writer.streamQuery(),
  }
}

function observed(reader: SqliteConnection, { observe, clock }: SqliteOptions): DatabaseConnection {
  if (!observe) return reader
  return {
    async executeQuery<R>(query: CompiledQuery) {
      const start = clock.elapsed()
      try {
        return reader.query<R>(query.sql, query.parameters)
      } finally {
        observe('read', clock.elapsed() - start)
      }
    },
    streamQuery: () => reader.streamQuery(),
  }
}
