import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { createStores, type Stores } from '../stores/stores.ts'
import type { Hotel } from './hotel.ts'

const EXPLAIN = { sqlite: 'explain query plan', postgres: 'explain' }

/** How the database goes about each query of this work, in its own words. */
export function plansOf({ write, dialect }: Hotel, work: (stores: Stores) => Promise<unknown>) {
  return write(async ({ tables }) => {
    const seen: RootOperationNode[] = []
    await work(createStores(tables.withPlugin(listener(seen)), dialect))
    const plans: string[] = []
    for (const node of seen) {
      const query = tables.getExecutor().compileQuery(node, { queryId: 'plan' })
      const question = CompiledQuery.raw(`${EXPLAIN[dialect.name]} ${query.sql}`, [...query.parameters])
      const { rows } = await tables.executeQuery<Record<string, unknown>>(question)
      plans.push(rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n'))
    }
    return plans
  })
}

const listener = (seen: RootOperationNode[]): KyselyPlugin => ({
  transformQuery({ node }) {
    seen.push(node)
    return node
  },
  transformResult: async ({ result }) => result,
})

/** PostgreSQL chooses by what it knows of a table; SQLite, which nobody tells, by the form of the query. */
export async function takeStock({ dialect, read }: Hotel, table: string) {
  if (dialect.name === 'postgres') await sql`analyze ${sql.table(table)}`.execute(read.tables)
}
