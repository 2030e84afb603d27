import type { Connection, FieldDef, Submittable } from 'pg'

type TextValues = (string | null)[]

/** What a server sends to one query. */
export interface Received {
  /** Undefined where the server was not asked to describe them. */
  columns: readonly FieldDef[] | undefined
  readonly values: TextValues[]
  /** The words of CommandComplete: `INSERT 0 1`, `SELECT 20`. */
  outcome: string
}

export interface Prepared {
  readonly text: string
  readonly name: string
  /** Its columns are known. */
  readonly isDescribed: boolean
}

// The driver ignores it, its types want it.
const MORE = true

/**
 * A query that the server keeps prepared, in the form that the driver takes from libraries like its cursor. The driver's
 * own asks for a description of the columns at every call, which takes the server longer to write, and us to read, than
 * a short row.
 */
export class PreparedQuery implements Submittable {
  /** The driver notes by these two what it has prepared. */
  readonly name: string
  readonly text: string
  readonly #isDescribed: boolean
  readonly #values: readonly unknown[]
  readonly #done: (error: Error | null, received: Received) => void
  readonly #received: Received = { columns: undefined, values: [], outcome: '' }

  constructor(
    { name, text, isDescribed }: Prepared,
    values: readonly unknown[],
    done: (error: Error | null, received: Received) => void,
  ) {
    this.name = name
    this.text = text
    this.#isDescribed = isDescribed
    this.#values = values
    this.#done = done
  }

  /** PostgreSQL manual, "Message Flow", extended query: Parse, Bind, Describe, Execute and Sync in one go. */
  submit = (connection: Connection) => {
    connection.stream.cork()
    if (!isParsed(connection, this.name))
      connection.parse({ name: this.name, text: this.text, types: [] }, MORE)
    connection.bind({ statement: this.name, values: this.#values.map(toText) }, MORE)
    if (!this.#isDescribed) connection.describe({ type: 'P', name: '' }, MORE)
    connection.execute(null, MORE)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }) {
    this.#received.columns = fields
  }

  handleDataRow({ fields }: { fields: TextValues }) {
    this.#received.values.push(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#received.outcome = text
  }

  handleError(error: Error) {
    this.#done(error, this.#received)
  }

  handleReadyForQuery() {
    this.#done(null, this.#received)
  }
}

const isParsed = (connection: Connection, name: string) =>
  Object.hasOwn(Reflect.get(connection, 'parsedStatements') as object, name)

/** What `checkBindings` lets through. */
function toText(value: unknown): Buffer | string | null {
  if (value === null || typeof value === 'string') return value
  return value instanceof Uint8Array ? Buffer.from(value) : String(value)
}
