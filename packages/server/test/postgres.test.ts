import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { startPostgres } from './postgres.ts'

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
