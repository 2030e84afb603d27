import { hash } from 'node:crypto'
import { type ClientBase, type FieldDef, types } from 'pg'
import { type Last, type Prepared, PreparedQueries, type Received } from './postgres-prepared.ts'
import { type Column, type Reader, type RowMaker, rowMaker } from './row-maker.ts'

/** A text that is sent to the server, and what is known of it. */
interface Statement {
  readonly text: string
  /** The server keeps it prepared under this name. */
  readonly name: string | undefined
  /** Known from its first answer on: the server is not asked to describe it again. */
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

interface Answer<R> extends Outcome {
  readonly rows: R[]
}

/** What was left until now goes before it; where any of that fails, it is not carried out. */
export async function ask<R>(
  client: ClientBase,
  before: readonly Prepared[],
  statement: Statement,
  parameters: readonly unknown[],
): Promise<Answer<R>> {
  const { text, name, toRow } = statement
  if (name === undefined) {
    await send(client, before)
    const { rows, command, rowCount } = await client.query(text, [...parameters])
    return { rows: rows as R[], command, rowCount }
  }
  const last = { text, name, values: parameters, isDescribed: toRow !== undefined }
  const { columns, values, outcome } = await prepareAndAsk(client, before, last)
  statement.toRow = columns ? rowMaker(columns.map(columnOf)) : (toRow ?? NO_ROW)
  return { rows: values.map(statement.toRow) as R[], ...countIn(outcome) }
}

/** Of queries that return no rows: what the last one did. */
export async function send(client: ClientBase, queries: readonly Prepared[]): Promise<string | undefined> {
  const last = queries.at(-1)
  if (!last) return undefined
  const { outcome } = await prepareAndAsk(client, queries.slice(0, -1), { ...last, isDescribed: true })
  return outcome
}

const prepareAndAsk = (client: ClientBase, before: readonly Prepared[], last: Last) =>
  new Promise<Received>((resolve, reject) => {
    const done = (error: Error | null, received: Received) => (error ? reject(error) : resolve(received))
    client.query(new PreparedQueries(before, last, done))
  })

/** Of a statement that the server has described as one that returns nothing. */
const NO_ROW: RowMaker = () => ({})

/** `INSERT 0 1`, `UPDATE 3`, `SELECT 20`, `COMMIT`: the count is the last word, if there is one. */
function countIn(outcome: string): Outcome {
  const words = outcome.split(' ')
  return { command: words[0] ?? '', rowCount: words.length > 1 ? Number(words.at(-1)) : null }
}

const columnOf = ({ name, dataTypeID }: FieldDef): Column => ({ name, read: readerOf(dataTypeID) })

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
