import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { startProduct } from '../packages/server/test/process.ts'
import { SITE } from './hotel.ts'

export type EngineName = 'sqlite' | 'postgres'

/** A database with the product's own tables and the hotel in it, for one of the two servers. */
export interface Ground {
  readonly engine: EngineName
  /** What the product is told on the command line. */
  readonly options: readonly string[]
  /** Where the bare server finds the database. */
  readonly place: string
  /** Adds pending calls, spread over a year, while nobody serves. */
  fill(rows: number): Promise<void>
  /** So many ids from all over the table. */
  ids(count: number): Promise<string[]>
  countWakeups(): Promise<number>
}

export interface Land {
  ground(): Promise<Ground>
  clear(): Promise<void>
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** The place for any number of databases of one kind; all is gone with `clear`. */
export async function openLand(engine: EngineName): Promise<Land> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-bench-'))
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, SITE)
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  return {
    async ground() {
      const made = await makeGround(folder, postgres)
      // The product makes its own tables and applies the site.
      const product = await startProduct([...made.options, '--site', site])
      await product.stop()
      return made
    },
    async clear() {
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeGround(folder: string, postgres: TestPostgres | undefined): Promise<Ground> {
  const data = mkdtempSync(path.join(folder, 'data-'))
  if (!postgres) {
    const file = path.join(data, 'reveille.sqlite')
    return groundOn('sqlite', ['--data', data], file, (sql) => querySqlite(file, sql))
  }
  const url = await postgres.createDatabase()
  return groundOn('postgres', ['--data', data, '--database', url], url, (sql) => queryPostgres(url, sql))
}

const groundOn = (engine: EngineName, options: readonly string[], place: string, query: Query): Ground => ({
  engine,
  options,
  place,
  fill: async (rows) => void (await query(fillStatement(engine, rows))),
  async ids(count) {
    const rows = await query(`select id from wakeup order by random() limit ${count}`)
    return rows.map((row) => String(row['id']))
  },
  async countWakeups() {
    const [row] = await query('select count(*) as n from wakeup')
    return Number(row?.['n'])
  },
})

const YEAR = 365 * 86_400_000

function fillStatement(engine: EngineName, rows: number) {
  const start = Math.ceil(Date.now() / 86_400_000 + 30) * 86_400_000
  const step = Math.floor(YEAR / rows)
  const moment = `${start} + cast(n as bigint) * ${step}`
  const [series, id] = engine === 'sqlite' ? SQLITE_WORDS : POSTGRES_WORDS
  return `with recursive numbers(n) as (${series(rows)})
    insert into wakeup (id, tenant, room, list, state, scheduled_at, zone, days, skipped, confirm, prompt, attempts,
      snoozes, asked_by, actor, source, created_at, due_at, next_at)
    select ${id}, '', cast(1000 + n % 1000 as text), 'pending', 'pending', ${moment},
      'Europe/Zurich', '', '', 0, 0, 0, 0, 'bench', 'bench', 'rest', ${Date.now()}, ${moment}, ${moment} from numbers`
}

const random = (bytes: number) => `lower(hex(randomblob(${bytes})))`
const SQLITE_WORDS = [
  (rows: number) => `select 0 union all select n + 1 from numbers where n < ${rows - 1}`,
  [4, 2, 2, 2, 6].map(random).join(` || '-' || `),
] as const
const POSTGRES_WORDS = [
  (rows: number) => `select generate_series(0, ${rows - 1})`,
  'cast(gen_random_uuid() as text)',
] as const

async function querySqlite(file: string, sql: string) {
  const database = new DatabaseSync(file)
  try {
    return database.prepare(sql).all() as Record<string, unknown>[]
  } finally {
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
  }
}

async function queryPostgres(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.query('analyze')
    await client.end()
  }
}
