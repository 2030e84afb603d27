import type { Kysely } from 'kysely'
import type { ColumnTypes } from '../dialect.ts'

/** Messages are sent: what is remembered of each, and how every destination fares. */
export function deliveries({ text, integer, instant }: ColumnTypes) {
  return {
    async up(db: Kysely<unknown>) {
      const add = (table: string, name: string, type: typeof text, start: 0 | '' | null) =>
        db.schema
          .alterTable(table)
          .addColumn(name, type, (c) => (start === null ? c : c.notNull().defaultTo(start)))
          .execute()
      await add('delivery', 'memo', text, null)
      await add('delivery', 'doubts', integer, 0)
      await add('delivery', 'triggered_by', text, '')
      await add('delivery', 'note', text, '')
      await add('delivery', 'told', integer, 0)
      await add('destination', 'failures', integer, 0)
      await add('destination', 'failing_since', instant, null)
      await add('destination', 'probes', integer, 0)
      await add('destination', 'probe_at', instant, null)
      await add('destination', 'told', text, '')
      await add('destination', 'disabled_at', instant, null)
      await add('destination', 'disabled_why', text, '')
      // What waits for a destination, in its order, however many rows are behind it.
      await db.schema
        .createIndex('delivery_by_queue')
        .on('delivery')
        .columns(['purpose', 'destination', 'state', 'sequence'])
        .execute()
    },
  }
}
