import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { around, KINDS, usePremises } from '../premises.ts'
import { TABLE_NAMES, TABLES } from '../../src/store/files/copy.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import type { Dialect } from '../../src/store/engine/dialect.ts'
import type { Schema } from '../../src/store/engine/schema.ts'

const { emptyPlace } = usePremises()

const handleAnd = (handle: Kysely<Schema>, dialect: Dialect) => ({ handle, dialect })
type Opened = Awaited<ReturnType<typeof openDatabase<ReturnType<typeof handleAnd>>>>

let opened: Opened | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(kind: (typeof KINDS)[number]) {
  opened = await openDatabase({ ...around, ...(await emptyPlace(kind)), createStores: handleAnd })
  return opened.read
}

/** The columns of a table's primary key, in its order. */
async function keyOf({ handle, dialect }: ReturnType<typeof handleAnd>, table: string): Promise<string[]> {
  const query =
    dialect.name === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
      : sql<{ name: string }>`select attname as name
          from pg_index, unnest(indkey) with ordinality as place (attribute, nth), pg_attribute
          where indrelid = ${table}::regclass and indisprimary and attrelid = indrelid and attnum = attribute
          order by nth`
  return (await query.execute(handle)).rows.map(({ name }) => name)
}

/** What the whole installation shares, and the log, whose numbers are one sequence. */
const SHARED = ['meta', 'setting', 'language', 'phrase_audio', 'tenant', 'account', 'pin']

describe.each(KINDS)('the tables on %s', (kind) => {
  test('have the tenant first in the key of whatever belongs to one', async () => {
    const database = await open(kind)
    const firsts: [string, string | undefined][] = []
    for (const table of TABLE_NAMES) firsts.push([table, (await keyOf(database, table))[0]])

    const others = firsts.filter(([table]) => !SHARED.includes(table) && table !== 'activity')
    expect(others.filter(([, first]) => first !== 'tenant')).toEqual([])
    expect(new Map(firsts).get('activity')).toBe('id')
  })

  test('are copied in the order of their keys', async () => {
    const database = await open(kind)
    for (const table of TABLE_NAMES.filter((name) => name !== 'activity'))
      expect([table, await keyOf(database, table)]).toEqual([table, TABLES[table].key])
  })
})

test('the numbers of the log stand beside their tenant in its key, where a key may have both', async () => {
  expect(await keyOf(await open('postgres'), 'activity')).toEqual(['id', 'tenant'])
})

test('a call that is changed again and again finds room beside itself', async () => {
  const { handle } = await open('postgres')
  const found = await sql<{
    options: string[]
  }>`select reloptions as options from pg_class where relname = 'wakeup'`.execute(handle)

  expect(found.rows).toEqual([{ options: ['fillfactor=70'] }])
})
