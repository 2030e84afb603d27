import { type Kysely, sql } from 'kysely'
import { Failure } from '../../kernel/failure.ts'
import { keysOf } from '../../kernel/record.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import { insertInto, type Values } from '../engine/template.ts'

/** Who has signed in where, and which processes run, is no business of a copy: it stays with the house that runs. */
export const LEFT_BEHIND = ['session', 'node', 'home', 'errand'] as const

export const isLeftBehind = (table: string) => LEFT_BEHIND.some((one) => one === table)

type Table = Exclude<keyof Schema, (typeof LEFT_BEHIND)[number]>

/** A database, or a transaction in one, and which of the two kinds it is. */
export interface Side {
  readonly handle: Kysely<Schema>
  readonly dialect: Dialect
}

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>

/** Told the rows copied so far, and how many there are in all. */
export type CopyProgress = (rows: number, total: number) => void | Promise<void>

interface Columns<T extends Table> {
  /** What no two rows share, in the order of the primary key, whose index serves the pages. */
  readonly key: readonly (keyof Schema[T] & string)[]
  /** The number that the database gives out by itself. */
  readonly identity?: keyof Schema[T] & string
}

/** Every table that is copied: one that is forgotten here does not compile. */
export const TABLES: { readonly [T in Table]: Columns<T> } = {
  meta: { key: ['key'] },
  setting: { key: ['name'] },
  language: { key: ['tag'] },
  tenant: { key: ['id'] },
  account: { key: ['username'] },
  pin: { key: ['account', 'purpose'] },
  mailbox: { key: ['tenant', 'number'] },
  guest: { key: ['tenant', 'id'] },
  room: { key: ['tenant', 'number'] },
  category: { key: ['tenant', 'id'] },
  item: { key: ['tenant', 'id'] },
  status_type: { key: ['tenant', 'id'] },
  room_status: { key: ['tenant', 'room'] },
  room_mark: { key: ['tenant', 'room', 'mark'] },
  line: { key: ['tenant', 'name'] },
  destination: { key: ['tenant', 'purpose', 'name'] },
  former_destination: { key: ['tenant', 'purpose', 'name'] },
  prompt: { key: ['tenant', 'id'] },
  prompt_audio: { key: ['tenant', 'prompt', 'language'] },
  phrase_audio: { key: ['language', 'phrase'] },
  wakeup: { key: ['tenant', 'id'] },
  attempt: { key: ['tenant', 'wakeup', 'number'] },
  alarm: { key: ['tenant', 'id'] },
  // By the number alone, which no two rows share: in SQLite it is the whole key.
  activity: { key: ['id'], identity: 'id' },
  seal: { key: ['tenant', 'number'] },
  seal_anchor: { key: ['tenant'] },
  delivery: { key: ['tenant', 'id'] },
  delivery_attempt: { key: ['tenant', 'delivery', 'number'] },
  receipt: { key: ['tenant', 'scope', 'key'] },
  property_call: { key: ['tenant', 'id'] },
}

export const TABLE_NAMES = keysOf(TABLES)

/** Rows in one page and in one statement; the widest table stays below SQLite's 32,766 parameters. */
export const PAGE = 800

/**
 * Copies every row as it was at one moment, whatever is written to the source meanwhile. The target's tables are
 * empty, and its handle is a transaction of the caller's.
 */
export function copyDatabase(from: Side, to: Side, progress: CopyProgress = () => {}): Promise<Counts> {
  return consistently(from, async (source) => {
    const counts = await countRows(source)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    let done = 0
    for (const table of TABLE_NAMES) {
      const before = done
      for await (const page of pagesOf(source, table)) {
        await insertInto(table, page).execute(to.handle)
        done += page.length
        await progress(done, total)
      }
      await continueIdentity(to, table)
      refuseMissing(table, done - before, counts[table] ?? 0)
    }
    return counts
  })
}

const named = (names: readonly string[]) => sql.join(names.map((table) => sql.table(table)))

/** PostgreSQL: removes every row; taken back with the transaction, the numbers to be given out included. */
export async function emptyTables(handle: Kysely<Schema>) {
  await sql`truncate ${named([...TABLE_NAMES, ...LEFT_BEHIND])} restart identity`.execute(handle)
}

const BEGIN = {
  sqlite: sql`begin`,
  postgres: sql`start transaction isolation level repeatable read, read only`,
}

/** One view of the whole database, which lasts as long as the work. */
function consistently<T>(
  { handle, dialect }: Side,
  work: (source: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return handle.connection().execute(async (connection) => {
    await BEGIN[dialect.name].execute(connection)
    try {
      if (dialect.name === 'postgres') await settle(connection)
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/** Keeps the view open however slow the target's disk is, and keeps out a `truncate`, which ignores snapshots. */
async function settle(connection: Kysely<Schema>) {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection)
  await sql`lock table ${named(TABLE_NAMES)} in access share mode`.execute(connection)
}

async function countRows(handle: Kysely<Schema>): Promise<Counts> {
  const counts: Record<string, number> = {}
  for (const table of TABLE_NAMES) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(handle)
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}

async function* pagesOf(source: Kysely<Schema>, table: Table) {
  const { key } = TABLES[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after = sql``
  let page: Values[]
  do {
    const query = sql<Values>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(PAGE)}`
    page = (await query.execute(source)).rows
    if (page.length > 0) yield page
    after = sql`where (${columns}) > (${sql.join(key.map((column) => page.at(-1)?.[column]))})`
  } while (page.length === PAGE)
}

async function continueIdentity({ handle, dialect }: Side, table: Table) {
  const { identity } = TABLES[table]
  if (identity !== undefined) await dialect.continueIdentity(handle, table, identity)
}

function refuseMissing(table: Table, copied: number, expected: number) {
  if (copied === expected) return
  throw new Failure('internal', `Of ${expected} rows of the table ${table}, ${copied} were copied`)
}
