import {
  type ColumnDefinitionBuilder,
  type ColumnDefinitionBuilderCallback,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { Failure, isFailure } from '../../kernel/failure.ts'
import type { Schema } from './schema.ts'

type DataType = Parameters<CreateTableBuilder<string>['addColumn']>[1]

/** The plain common denominator of both databases, for migrations. */
export interface ColumnTypes {
  readonly text: DataType
  /** Milliseconds, minor units, sequence numbers: whatever may outgrow 32 bits. */
  readonly instant: DataType
  readonly integer: DataType
  /** A number that the database gives out, growing and never given twice. */
  readonly identity: {
    readonly type: DataType
    readonly build: ColumnDefinitionBuilderCallback
    /** It can only be the whole primary key. */
    readonly isKey: boolean
  }
}

/** Every difference between the two databases. What is not here, they do alike: `on conflict`, `returning`. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  readonly types: ColumnTypes
  /** A table whose rows are changed again and again: part of each page is left free for the next version of a row. */
  withRoomToChange<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>
  /** For the select inside a claim, as `query.$call(dialect.skipClaimed)`: two claimers never get the same row. */
  skipClaimed<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** Rows that this transaction reads and that no other may hold until it ends. */
  hold<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** Rows that stay as they are until this transaction ends; what is no part of their key may change meanwhile. */
  fence<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>
  /** `column in (...)` of a JSON list of texts: the query is the same however long the list is. */
  oneOf(column: string | Expression<string>, list: string): Expression<SqlBool>
  /** The text that a JSON object of texts has under the name in this column, with its table; null where it has none. */
  entryOf(object: string, column: string): Expression<string | null>
  isUniqueViolation(error: unknown): boolean
  /** How long this transaction waits for what others hold, from now on; null: as long as it takes. */
  waitAtMost(handle: Kysely<Schema>, ms: number | null): Promise<void>
  /** From here to its end one transaction at a time: only those wait for each other that take a turn. */
  takeTurn(handle: Kysely<Schema>): Promise<void>
  /** It has waited so long for what another holds. */
  hasWaitedInVain(error: unknown): boolean
  /** The same work may succeed at once if it is simply done again. */
  isWorthRetrying(error: unknown): boolean
  /** What a driver threw, as a Failure where it means that the database is unavailable or damaged. */
  translate(error: unknown): unknown
  /** After rows were copied with their ids: the next id that is given out comes after them. */
  continueIdentity(handle: Kysely<Schema>, table: keyof Schema, column: string): Promise<void>
}

const refOf = (column: string | Expression<string>) => (typeof column === 'string' ? sql.ref(column) : column)

const UNAVAILABLE = 'The database is not available at the moment'

/** What the driver said of an error, also after it was translated: `errcode` from SQLite, `code` from the other. */
export function codeOf(error: unknown, field: 'code' | 'errcode' | 'message'): unknown {
  const original = isFailure(error) ? error.cause : error
  return typeof original === 'object' && original !== null ? Reflect.get(original, field) : undefined
}

// SQLite's result codes (sqlite.org/rescode.html); the low byte of an extended code is the primary one.
const SQLITE_PROBLEMS: Record<number, string> = {
  5: 'another program keeps it locked',
  6: 'another program keeps it locked',
  7: 'the machine is out of memory',
  8: 'it cannot be written to',
  10: 'the disk reports an error',
  13: 'the disk is full',
  14: 'its file cannot be opened',
}
// The driver's `.all()` forgets the code and leaves only SQLite's own words (seen in @photostructure/sqlite 1.2.1).
const SQLITE_WORDS: readonly (readonly [RegExp, number])[] = [
  [/^UNIQUE constraint failed/, 2067],
  [/is locked$/, 5],
  [/out of memory/, 7],
  [/readonly database/, 8],
  [/disk I\/O error/, 10],
  [/malformed/, 11],
  [/disk is full/, 13],
  [/unable to open database file/, 14],
  [/not a database/, 26],
]
const SQLITE_DAMAGED = new Set([11, 26])
const SQLITE_UNIQUE = new Set([1555, 2067, 2579])

function sqliteCode(error: unknown): number {
  const code = codeOf(error, 'errcode')
  if (code !== undefined) return Number(code)
  const words = String(codeOf(error, 'message'))
  return SQLITE_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 0
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  types: {
    text: 'text',
    instant: 'bigint',
    integer: 'integer',
    identity: { type: 'integer', build: (column) => column.primaryKey().autoIncrement(), isKey: true },
  },
  // SQLite changes a row where it stands.
  withRoomToChange: (table) => table,
  // There is one writer at a time, so two claims cannot meet.
  skipClaimed: (query) => query,
  hold: (query) => query,
  fence: (query) => query,
  oneOf: (column, list) => sql`${refOf(column)} in (select value from json_each(${list}))`,
  entryOf: (object, column) => sql`(select value from json_each(${object}) where key = ${sql.ref(column)})`,
  isUniqueViolation: (error) => SQLITE_UNIQUE.has(sqliteCode(error)),
  // One writer after the other: whoever has begun waits for nobody.
  waitAtMost: async () => {},
  takeTurn: async () => {},
  hasWaitedInVain: () => false,
  isWorthRetrying: () => false,
  translate(error) {
    const code = sqliteCode(error) & 0xff
    if (SQLITE_DAMAGED.has(code))
      return new Failure('store.corrupt', 'The database file is damaged: restore the last backup', {}, error)
    const closed = codeOf(error, 'code') === 'ERR_INVALID_STATE'
    const problem = closed ? 'it is closed' : SQLITE_PROBLEMS[code]
    if (problem === undefined) return error
    return new Failure('store.unavailable', `${UNAVAILABLE}: ${problem}`, { code }, error)
  },
  // SQLite notes the highest id of an autoincrement column by itself, given or not.
  continueIdentity: async () => {},
}

// PostgreSQL's error classes and codes (appendix A of its manual), and what Node says of a broken connection.
const PG_UNAVAILABLE = /^(08|53|58|57P0[1-5]|57014|55P03|25006|25P03|40001|40P01|28|3D000)/
const PG_DAMAGED = /^XX00[12]$/
const BROKEN = /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EHOST|ENET|EAI_|ENOENT$|EACCES$)/
const BROKEN_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Cannot use a pool)/i

function pgUnavailable(error: unknown) {
  const code = codeOf(error, 'code')
  if (typeof code === 'string') return PG_UNAVAILABLE.test(code) || BROKEN.test(code)
  return error instanceof Error && BROKEN_MESSAGE.test(error.message)
}

/** Any number, as long as nothing else takes turns by it. */
const TURNS = 1_919_251_574

export const postgresDialect: Dialect = {
  name: 'postgres',
  types: {
    // Byte order, as SQLite sorts: the same list is never in another order on another database.
    text: sql`text collate "C"`,
    instant: 'bigint',
    integer: 'integer',
    // "By default" and not "always": a restored row brings its id along.
    identity: {
      type: 'bigint',
      build: (column: ColumnDefinitionBuilder) => column.generatedByDefaultAsIdentity(),
      isKey: false,
    },
  },
  withRoomToChange: (table) => table.modifyEnd(sql`with (fillfactor = 70)`),
  skipClaimed: (query) => query.forUpdate().skipLocked(),
  hold: (query) => query.forUpdate(),
  fence: (query) => query.forKeyShare(),
  oneOf: (column, list) => sql`${refOf(column)} in (select json_array_elements_text(cast(${list} as json)))`,
  entryOf: (object, column) => sql`cast(${object} as json) ->> ${sql.ref(column)}`,
  isUniqueViolation: (error) => codeOf(error, 'code') === '23505',
  async waitAtMost(handle, ms) {
    await sql`set local lock_timeout = ${sql.lit(ms ?? 0)}`.execute(handle)
  },
  async takeTurn(handle) {
    await sql`select pg_advisory_xact_lock(${sql.lit(TURNS)}, 0)`.execute(handle)
  },
  hasWaitedInVain: (error) => codeOf(error, 'code') === '55P03',
  isWorthRetrying: (error) => /^(40001|40P01)$/.test(String(codeOf(error, 'code'))),
  translate(error) {
    if (PG_DAMAGED.test(String(codeOf(error, 'code'))))
      return new Failure('store.corrupt', 'PostgreSQL reports damaged data: restore a backup', {}, error)
    if (!pgUnavailable(error)) return error
    return new Failure('store.unavailable', UNAVAILABLE, { code: codeOf(error, 'code') }, error)
  },
  async continueIdentity(handle, table, column) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(handle)
  },
}
