import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabases } from '../test-databases.ts'
import { ROOT } from '../process.ts'

/** The statements that part the house over several servers, as docs/scaling.md has them. */
const DOCUMENT = readFileSync(path.join(ROOT, 'docs/scaling.md'), 'utf8')
const STATEMENTS = [...DOCUMENT.matchAll(/```sql\n(.*?)```/gs)].map(([, text = '']) => text).join('\n')
const named = (pattern: RegExp) => Array.from(STATEMENTS.matchAll(pattern), ([, table = '']) => table)
const DISTRIBUTED = named(/create_distributed_table\('(\w+)', 'tenant'/g)
const REFERENCE = named(/create_reference_table\('(\w+)'\)/g)

const { newDatabase } = useDatabases()
let client: Client
beforeAll(async () => {
  const url = await newDatabase()
  client = new Client({ connectionString: url })
  await client.connect()
  // What a plain PostgreSQL can do of it: the indexes that are made anew.
  for (const statement of STATEMENTS.replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((one) => /^\s*(drop|create) /.test(one)))
    await client.query(statement)
})
afterAll(() => client.end())

const ask = async (sql: string) => (await client.query<{ found: string }>(sql)).rows.map(({ found }) => found)

test('every table is named once: parted by tenant, or whole on each server', async () => {
  const tables = await ask(`select tablename as found from pg_tables where schemaname = 'public' order by 1`)
  const ours = tables.filter((table) => !table.startsWith('kysely_'))
  expect([...DISTRIBUTED, ...REFERENCE].toSorted()).toEqual(ours)
})

test('every table that is parted has a tenant in each row', async () => {
  const nullable = `select table_name as found from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant' and is_nullable = 'NO' order by 1`
  const withTenant = await ask(nullable)
  expect(DISTRIBUTED.filter((table) => !withTenant.includes(table))).toEqual([])
})

test('whatever must be there once, primary keys and unique indexes, contains the tenant', async () => {
  const unique = `select indexrelid::regclass::text as found from pg_index
    where indisunique and indrelid::regclass::text = any('{${DISTRIBUTED.join()}}')
    and not exists (select from pg_attribute
      where attrelid = indrelid and attname = 'tenant' and attnum = any(indkey::int2[]))`
  expect(await ask(unique)).toEqual([])
})

test('no foreign key leads from one tenant to another, nor out of a table that is parted', async () => {
  expect(await ask(`select conname as found from pg_constraint where contype = 'f'`)).toEqual([])
})
