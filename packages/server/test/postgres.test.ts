import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { startPostgres } from './postgres.ts'
import { useDatabases } from './test-databases.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the PostgreSQL of the tests', () => {
  it('goes on however much it has to say', async () => {
    const postgres = await startPostgres()
    const client = new Client({ connectionString: postgres.url() })
    await client.connect()
    const words = 'x'.repeat(10_000)
    for (let said = 0; said < 200; said++) await client.query(`do $$ begin raise log '${words}'; end $$`)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
    await postgres.stop()
  })
})

describe('databases of the shared PostgreSQL', () => {
  const urls: string[] = []

  describe('while tests need them', () => {
    const { newDatabase, emptyDatabase } = useDatabases()

    it('have the tables of the product and no rows, or nothing at all', async () => {
      urls.push(await newDatabase(), await emptyDatabase())
      const [ready = '', empty = ''] = urls
      expect(await query(ready, 'select id from wakeup')).toEqual([])
      expect(await query(empty, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
    })
  })

  it('are dropped afterwards', async () => {
    expect(urls).toHaveLength(2)
    for (const url of urls) await expect(query(url, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  })
})
