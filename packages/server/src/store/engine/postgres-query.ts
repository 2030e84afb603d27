import { hash } from 'node:crypto'
import { type ClientBase, type FieldDef, Query, types } from 'pg'
import { type Reader, type RowMaker, rowMaker } from './row-maker.ts'

/** A text that is sent to the server, and what is known of it. */
interface Statement {
  readonly text: string
  /** The server keeps it prepared under this name. */
  readonly name: string | undefined
  /** Known from its first answer on. */
  toRow?: RowMaker
}

// The server keeps a prepared statement for every name on every connection, and texts with lists of varying length
// have no end: the first ones, which a running house uses all the time, get names, and the rest do without.
const MOST_STATEMENTS = 300

export class Statements {
  readonly #known = new Map<string, Statement>()

  of(text: string, parameters: readonly unknown[]): Statement {
    const known = this.#known.get(text)
    if (known) return known
    if (parameters.length === 0 || this.#known.size >= MOST_STATEMENTS) return { text, name: undefined }
    // Made from the text: reads and transactions share connections, and one name must mean one statement.
    const statement = { text, name: hash('sha256', text, 'base64url') }
    this.#known.set(text, statement)
    return statement
  }
}

interface Outcome {
  readonly command: string
  readonly rowCount: number | null
}

type Values = (string | null)[]

interface Received {
  columns: readonly FieldDef[]
  readonly values: Values[]
}

export async function ask<R>(
  client: ClientBase,
  statement: Statement,
  parameters: readonly unknown[],
): Promise<Outcome & { rows: R[] }> {
  const { columns, values, command, rowCount } = await plainAnswer(client, statement, parameters)
  if (values.length === 0) return { rows: [], command, rowCount }
  statement.toRow ??= rowMaker(columns.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })))
  return { rows: values.map(statement.toRow) as R[], command, rowCount }
}

/** Asks with an object of the driver's own kind: a plain one it would copy, descriptor by descriptor, at every call. */
function plainAnswer(client: ClientBase, { text, name }: Statement, parameters: readonly unknown[]) {
  return new Promise<Outcome & Received>((resolve, reject) => {
    const query = new PlainQuery(text, [...parameters], (error, answer) => {
      if (error) return reject(error)
      const { columns, values } = query.received
      resolve({ columns, values, command: answer.command, rowCount: answer.rowCount })
    })
    client.query(Object.assign(query, { name }))
  })
}

/** Keeps rows as they come: the driver would look up every type, and fill every row field by field, at each answer. */
class PlainQuery extends Query {
  readonly received: Received = { columns: [], values: [] }

  handleRowDescription({ fields }: { fields: FieldDef[] }) {
    this.received.columns = fields
  }

  handleDataRow({ fields }: { fields: Values }) {
    this.received.values.push(fields)
  }
}

const TEXT = 25
const INT8 = 20
const NUMERIC = 1700

const readerOf = (oid: number): Reader | undefined => (oid === TEXT ? undefined : getTypeParser(oid))

/** The driver gives text for numbers that may be too large; ours never are, not even as the sum of a column. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? toNumber : types.getTypeParser(oid, format)
}

function toNumber(text: string) {
  const number = Number(text)
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
    throw new RangeError('A number in the database is too large')
  return number
}
