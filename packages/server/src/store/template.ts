import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { Schema } from './schema.ts'

export type Values = Readonly<Record<string, unknown>>

/** A query's text, with the names of the values that go into it, in order. */
interface Template {
  readonly compiled: CompiledQuery
  readonly parameters: readonly unknown[]
}

/** Stands in a query for a value that is known later. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

// Every handle of one database, transactions included, shares its adapter.
const templates = new WeakMap<object, Map<string, Template>>()

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
  const known = templatesOf(db)
  const shape = shapeOf(name, values)
  const template = known.get(shape) ?? compile(values, build)
  known.set(shape, template)
  const parameters = template.parameters.map((one) => (one instanceof Slot ? values[one.name] : one))
  const query: CompiledQuery<R> = { ...template.compiled, parameters }
  // Not `db.executeQuery`, which puts several promises more around it for plugins that we do not have.
  return db.getExecutor().provideConnection((connection) => connection.executeQuery<R>(query))
}

function templatesOf(db: Kysely<Schema>): Map<string, Template> {
  const { adapter } = db.getExecutor()
  const known = templates.get(adapter) ?? new Map<string, Template>()
  templates.set(adapter, known)
  return known
}

function shapeOf(name: string, values: Values): string {
  let shape = name
  for (const field in values) if (values[field] === undefined) shape += `-${field}`
  return shape
}

function compile<V extends Values>(values: V, build: (values: V) => Compilable): Template {
  const slots = Object.entries(values).map(([name, value]) => [
    name,
    value === undefined ? value : new Slot(name),
  ])
  const compiled = build(Object.fromEntries(slots) as V).compile()
  return { compiled, parameters: compiled.parameters }
}
