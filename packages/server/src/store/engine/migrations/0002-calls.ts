import { type Kysely, type SchemaModule, sql } from 'kysely'
import { type Ids, systemIds } from '../../../kernel/ids.ts'
import type { ColumnTypes } from '../dialect.ts'

/** Calls ring: what they have behind them, each attempt, what the desk is told, and the seals of the log. */
export function calls(types: ColumnTypes, ids: Ids = systemIds()) {
  return {
    async up(db: Kysely<unknown>) {
      await policy(db, types)
      await nameOccurrences(db, ids)
      await attempts(db.schema, types)
      await alarms(db.schema, types)
      await seals(db.schema, types)
      await promptAudio(db.schema, types)
    },
  }
}

async function policy(db: Kysely<unknown>, { text, integer, instant }: ColumnTypes) {
  const add = (name: string, type: typeof text, start: 0 | null) =>
    db.schema
      .alterTable('wakeup')
      .addColumn(name, type, (c) => (start === null ? c : c.notNull().defaultTo(start)))
      .execute()
  await add('due_at', instant, 0)
  await add('next_at', instant, 0)
  await add('dials', integer, 0)
  await add('tries', integer, 0)
  await add('line_troubles', integer, 0)
  await add('dialled_at', instant, null)
  await add('occurrence', text, null)
  await add('follows', text, null)
  await add('lease', text, null)
  await add('lease_until', instant, null)
  await sql`update wakeup set due_at = scheduled_at, next_at = scheduled_at`.execute(db)
  await index(db.schema, 'wakeup', ['list', 'next_at', 'id'])
  await followers(db.schema)
  await index(db.schema, 'activity', ['wakeup', 'id'])
}

/** Nearly every call follows none: an index of those as well would only lead a planner astray. */
const followers = (schema: SchemaModule) =>
  schema
    .createIndex('wakeup_by_follows')
    .on('wakeup')
    .column('follows')
    .where('follows', 'is not', null)
    .execute()

/** A series that is under way gives its present day an id, as one that is asked for from now on does. */
async function nameOccurrences(db: Kysely<unknown>, ids: Ids) {
  const series = await sql<{
    id: string
  }>`select id from wakeup where list = 'pending' and days <> ''`.execute(db)
  for (const { id } of series.rows)
    await sql`update wakeup set occurrence = ${ids.uuid()} where id = ${id}`.execute(db)
}

async function attempts(schema: SchemaModule, { text, integer, instant }: ColumnTypes) {
  await schema
    .createTable('attempt')
    .addColumn('wakeup', text, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('call', text, (c) => c.notNull())
    .addColumn('line', text, (c) => c.notNull())
    .addColumn('started_at', instant, (c) => c.notNull())
    .addColumn('handle', text)
    .addColumn('answered_at', instant)
    .addColumn('keys', text, (c) => c.notNull())
    .addColumn('ended_at', instant)
    .addColumn('result', text)
    .addPrimaryKeyConstraint('attempt_key', ['wakeup', 'number'])
    .execute()
  await index(schema, 'attempt', ['ended_at'])
}

async function alarms(schema: SchemaModule, { text, integer, instant }: ColumnTypes) {
  await schema
    .createTable('alarm')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('tenant', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('room', text, (c) => c.notNull())
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('detail', text, (c) => c.notNull())
    .addColumn('raised_at', instant, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('ended_by', text)
    .addColumn('ended_at', instant)
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('next_at', instant, (c) => c.notNull())
    .addColumn('calls', integer, (c) => c.notNull())
    .addColumn('mails', integer, (c) => c.notNull())
    .addColumn('mailed_at', instant)
    .execute()
  await index(schema, 'alarm', ['state', 'next_at'])
  await index(schema, 'alarm', ['raised_at', 'id'])
  await index(schema, 'alarm', ['subject', 'kind'])
}

async function seals(schema: SchemaModule, { text, instant }: ColumnTypes) {
  await schema
    .createTable('seal')
    .addColumn('number', instant, (c) => c.primaryKey())
    .addColumn('activity', instant, (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('digest', text, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('seal_by_activity').on('seal').column('activity').unique().execute()
}

async function promptAudio(schema: SchemaModule, { text, integer, instant }: ColumnTypes) {
  await schema
    .createTable('prompt_audio')
    .addColumn('prompt', integer, (c) => c.primaryKey())
    .addColumn('audio', text, (c) => c.notNull())
    .addColumn('ms', integer, (c) => c.notNull())
    .addColumn('recorded_at', instant, (c) => c.notNull())
    .execute()
}

const index = (schema: SchemaModule, table: string, columns: string[]) =>
  schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
