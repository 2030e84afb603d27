import type { Kysely, SchemaModule } from 'kysely'
import type { ColumnTypes } from '../dialect.ts'

/** The first house: accounts, rooms, inventory, wakeups, activity and deliveries. */
export function house(types: ColumnTypes) {
  return {
    async up(db: Kysely<unknown>) {
      const { text, instant, identity, integer } = types
      const schema = db.schema
      await settings(schema, types)
      await rooms(schema, types)
      await inventory(schema, types)

      await schema
        .createTable('wakeup')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('tenant', text, (c) => c.notNull())
        .addColumn('room', text, (c) => c.notNull())
        .addColumn('list', text, (c) => c.notNull())
        .addColumn('state', text, (c) => c.notNull())
        .addColumn('outcome', text)
        .addColumn('machine_outcome', text)
        .addColumn('scheduled_at', instant, (c) => c.notNull())
        .addColumn('wall', text)
        .addColumn('zone', text, (c) => c.notNull())
        .addColumn('days', text, (c) => c.notNull())
        .addColumn('until', text)
        .addColumn('series', text)
        .addColumn('confirm', integer, (c) => c.notNull())
        .addColumn('prompt', integer, (c) => c.notNull())
        .addColumn('attempts', integer, (c) => c.notNull())
        .addColumn('snoozes', integer, (c) => c.notNull())
        .addColumn('actor', text, (c) => c.notNull())
        .addColumn('source', text, (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('settled_at', instant)
        .execute()
      await index(schema, 'wakeup', ['list', 'scheduled_at', 'id'])
      await index(schema, 'wakeup', ['scheduled_at', 'id'])
      await index(schema, 'wakeup', ['tenant', 'room', 'scheduled_at', 'id'])
      await index(schema, 'wakeup', ['series', 'scheduled_at'])

      await schema
        .createTable('activity')
        .addColumn('id', identity.type, identity.build)
        .addColumn('at', instant, (c) => c.notNull())
        .addColumn('tenant', text, (c) => c.notNull())
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('room', text, (c) => c.notNull())
        .addColumn('actor', text, (c) => c.notNull())
        .addColumn('source', text, (c) => c.notNull())
        .addColumn('wakeup', text)
        .addColumn('text', text, (c) => c.notNull())
        .addColumn('detail', text, (c) => c.notNull())
        .execute()
      await index(schema, 'activity', ['at', 'id'])
      await index(schema, 'activity', ['kind', 'at', 'id'])
      await index(schema, 'activity', ['room', 'at', 'id'])

      await deliveries(schema, types)
    },
  }
}

async function settings(schema: SchemaModule, { text, integer }: ColumnTypes) {
  await schema
    .createTable('meta')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('setting')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('tenant')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('timezone', text)
    .addColumn('wakeup', text)
    .execute()
  await schema
    .createTable('account')
    .addColumn('username', text, (c) => c.primaryKey())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('permissions', text, (c) => c.notNull())
    .addColumn('disabled', integer, (c) => c.notNull())
    .execute()
  await schema
    .createTable('line')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('config', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('prompt')
    .addColumn('id', integer, (c) => c.primaryKey())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('language', text)
    .execute()
}

async function rooms(schema: SchemaModule, { text, integer, instant }: ColumnTypes) {
  await schema
    .createTable('mailbox')
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('number', text, (c) => c.notNull())
    .addColumn('extension', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('language', text)
    .addColumn('vip', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('mailbox_key', ['number', 'tenant'])
    .execute()
  await schema
    .createTable('guest')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('room', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('language', text)
    .addColumn('vip', integer, (c) => c.notNull())
    .addColumn('arrived_at', instant, (c) => c.notNull())
    .execute()
  await index(schema, 'guest', ['tenant', 'room'])
  await schema
    .createTable('room')
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('number', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('room_key', ['number', 'tenant'])
    .execute()
  await schema
    .createTable('room_status')
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('room', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('room_status_key', ['room', 'tenant'])
    .execute()
}

async function inventory(schema: SchemaModule, { text, integer, instant }: ColumnTypes) {
  await schema
    .createTable('category')
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('color', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('category_key', ['id', 'tenant'])
    .execute()
  await schema
    .createTable('item')
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('category', text, (c) => c.notNull())
    .addColumn('max', integer, (c) => c.notNull())
    .addColumn('price_minor', instant, (c) => c.notNull())
    .addColumn('price_scale', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('item_key', ['id', 'tenant'])
    .execute()
  await schema
    .createTable('status_type')
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('condition', text)
    .addPrimaryKeyConstraint('status_type_key', ['id', 'tenant'])
    .execute()
}

async function deliveries(schema: SchemaModule, { text, integer, instant }: ColumnTypes) {
  await schema
    .createTable('destination')
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('config', text, (c) => c.notNull())
    .addColumn('sequence', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('destination_key', ['purpose', 'name'])
    .execute()
  await schema
    .createTable('delivery')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('destination', text, (c) => c.notNull())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('room', text, (c) => c.notNull())
    .addColumn('sequence', instant, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_at', instant, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('payload', text, (c) => c.notNull())
    .execute()
  await index(schema, 'delivery', ['created_at', 'id'])
  await index(schema, 'delivery', ['state', 'created_at'])
  await schema
    .createTable('delivery_attempt')
    .addColumn('delivery', text, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('status', integer)
    .addColumn('ms', integer, (c) => c.notNull())
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_attempt_key', ['delivery', 'number'])
    .execute()
  await schema
    .createTable('receipt')
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('fingerprint', text, (c) => c.notNull())
    .addColumn('answer', text, (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('receipt_key', ['scope', 'key'])
    .execute()
  await index(schema, 'receipt', ['at'])
}

const index = (schema: SchemaModule, table: string, columns: string[]) =>
  schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
