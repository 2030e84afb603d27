import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type Kysely,
  type QueryResult,
  sql,
} from 'kysely'
import type { Schema } from './schema.ts'

/** A query that may be left until the next one, or until the commit: what it does is not asked for. */
export interface Query extends CompiledQuery {
  readonly isLeft?: boolean
}

export type Values = Readonly<Record<string, unknown>>

/** Stands in a query for a value that is known later. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

// Every handle of one database, transactions included, shares its adapter.
const templates = new WeakMap<object, Map<string, CompiledQuery>>()

/**
 * Runs a query that is built and compiled only once: that takes longer than reading a row. Which of its values are
 * undefined may decide how it is built; the others may not be looked at, only put into the query.
 */
export function runTemplate<V extends Values, R>(
  db: Kysely<Schema>,
  name: string,
  values: V,
  build: (values: V) => Compilable<R>,
): Promise<QueryResult<R>> {
  const template = templateOf(db, shapeOf(name, values), () => compile(values, build))
  return execute<R>(db, { ...template, parameters: parametersOf(template, values) })
}

/** The same for a query that returns nothing: in a transaction it may be carried out as late as at the commit. */
export async function writeTemplate<V extends Values>(
  db: Kysely<Schema>,
  name: string,
  values: V,
  build: (values: V) => Compilable,
): Promise<void> {
  const template = templateOf(db, shapeOf(name, values), () => compile(values, build))
  await write(db, template, parametersOf(template, values))
}

const parametersOf = ({ parameters }: CompiledQuery, values: Values) =>
  parameters.map((one) => (one instanceof Slot ? values[one.name] : one))

/** Not `db.executeQuery`, which puts several promises more around it for plugins that we do not have. */
const execute = <R>(db: Kysely<Schema>, query: Query) =>
  db.getExecutor().provideConnection((connection) => connection.executeQuery<R>(query))

const write = (db: Kysely<Schema>, template: CompiledQuery, parameters: readonly unknown[]) =>
  execute(db, { ...template, parameters, isLeft: true })

/** Rows in one statement: the widest table stays below the parameters that both databases take. */
const MOST_ROWS = 100

/** Inserts any number of rows of the same columns, with a query that is compiled once for each number of them. */
export async function insertRows<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  rows: readonly (Insertable<Schema[T]> & Values)[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MOST_ROWS)
    await insertChunk(db, table, rows.slice(from, from + MOST_ROWS))
}

async function insertChunk(db: Kysely<Schema>, table: keyof Schema, rows: readonly Values[]) {
  const columns = Object.keys(rows[0] ?? {})
  // Its values go by their place: the same fields in another order are another query.
  const shape = `${table}.insert ${rows.length} ${columns.join(' ')}`
  const template = templateOf(db, shape, () => insertInto(table, rows).compile(db))
  const parameters = rows.flatMap((row) => columns.map((column) => row[column]))
  await write(db, template, parameters)
}

/** For a table that is chosen at run time, where the query builder cannot know the columns; all rows have the same. */
export function insertInto(table: keyof Schema, rows: readonly Values[]) {
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const listed = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  return sql`insert into ${sql.table(table)} (${names}) values ${sql.join(listed)}`
}

function templateOf(db: Kysely<Schema>, shape: string, make: () => CompiledQuery): CompiledQuery {
  const { adapter } = db.getExecutor()
  const known = templates.get(adapter) ?? new Map<string, CompiledQuery>()
  const template = known.get(shape)
  if (template) return template
  const made = make()
  templates.set(adapter, known.set(shape, made))
  return made
}

function shapeOf(name: string, values: Values): string {
  let shape = name
  for (const field in values) if (values[field] === undefined) shape += `-${field}`
  return shape
}

function compile<V extends Values>(values: V, build: (values: V) => Compilable): CompiledQuery {
  const slots = Object.keys(values).map((name) => [
    name,
    values[name] === undefined ? undefined : new Slot(name),
  ])
  return build(Object.fromEntries(slots) as V).compile()
}
