import type { CreateTableBuilder, RawBuilder, SchemaModule, SqlBool } from 'kysely'
import type { Dialect } from '../dialect.ts'

type Kind = 'text' | 'instant' | 'integer'
/** `text` must be given, `text?` may be absent, `text=''` and `integer=0` begin with that when a row does not say. */
export type ColumnWord = Kind | `${Kind}?` | "text=''" | 'integer=0' | 'identity'
type Columns = Readonly<Record<string, ColumnWord>>

interface TableKind {
  /** The primary key, in its own order. */
  readonly key: readonly string[]
  /** Rows that are changed again and again find room for it on their own page. */
  readonly isOftenChanged?: boolean
}

interface IndexKind {
  readonly name?: string
  readonly unique?: boolean
  /** Only of these rows: an index of all would be large, or lead a planner astray. */
  readonly where?: RawBuilder<SqlBool>
}

export type Tables = ReturnType<typeof tablesIn>

/** Makes tables and indexes from words that read like the tables themselves. */
export function tablesIn(schema: SchemaModule, dialect: Dialect) {
  return {
    async table(name: string, { key, isOftenChanged = false }: TableKind, columns: Columns) {
      let table: Table = schema.createTable(name)
      for (const [column, word] of Object.entries(columns)) table = addColumn(table, column, word, dialect)
      if (!hasOwnKey(columns, dialect)) table = table.addPrimaryKeyConstraint(`${name}_key`, [...key])
      await (isOftenChanged ? dialect.withRoomToChange(table) : table).execute()
    },

    async index(table: string, columns: readonly string[], { name, unique, where }: IndexKind = {}) {
      let index = schema
        .createIndex(name ?? `${table}_by_${columns.join('_')}`)
        .on(table)
        .columns([...columns])
      if (unique) index = index.unique()
      await (where ? index.where(where) : index).execute()
    },
  }
}

type Table = CreateTableBuilder<string, string>

function addColumn(table: Table, name: string, word: ColumnWord, { types }: Dialect): Table {
  if (word === 'identity') return table.addColumn(name, types.identity.type, types.identity.build)
  const [kind = 'text', start] = word.replace('?', '').split('=')
  const type = types[isKind(kind) ? kind : 'text']
  return table.addColumn(name, type, (column) => {
    if (word.endsWith('?')) return column
    if (start === undefined) return column.notNull()
    return column.notNull().defaultTo(start === '0' ? 0 : '')
  })
}

const isKind = (word: string): word is Kind => word === 'text' || word === 'instant' || word === 'integer'

/** SQLite gives out numbers only for a column that is the whole key. */
const hasOwnKey = (columns: Columns, { types }: Dialect) =>
  types.identity.isKey && Object.values(columns).includes('identity')
