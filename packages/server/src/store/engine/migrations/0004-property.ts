import type { Kysely } from 'kysely'
import type { ColumnTypes } from '../dialect.ts'

/** Guests and calls that property systems tell of. */
export function property({ text, instant }: ColumnTypes) {
  return {
    async up(db: Kysely<unknown>) {
      const ofGuest = (name: string) =>
        db.schema
          .alterTable('guest')
          .addColumn(name, text, (c) => c.notNull().defaultTo(''))
          .execute()
      await ofGuest('system')
      await ofGuest('reservation')
      await ofGuest('came_from')
      await db.schema
        .createIndex('guest_by_reservation')
        .on('guest')
        .columns(['system', 'reservation'])
        .execute()
      await db.schema
        .createTable('property_call')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('system', text, (c) => c.notNull())
        .addColumn('tenant', text, (c) => c.notNull())
        .addColumn('room', text, (c) => c.notNull())
        .addColumn('date', text, (c) => c.notNull())
        .addColumn('time', text, (c) => c.notNull())
        .addColumn('wakeup', text)
        .addColumn('asked_at', instant, (c) => c.notNull())
        .addColumn('state', text, (c) => c.notNull())
        .addColumn('word', text)
        .addColumn('told_at', instant)
        .execute()
      await db.schema
        .createIndex('property_call_by_state')
        .on('property_call')
        .columns(['state', 'system', 'room'])
        .execute()
      await db.schema.createIndex('property_call_by_wakeup').on('property_call').column('wakeup').execute()
      await db.schema
        .createIndex('property_call_by_asked_at')
        .on('property_call')
        .column('asked_at')
        .execute()
    },
  }
}
