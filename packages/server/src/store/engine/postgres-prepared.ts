import type { Connection, FieldDef, Submittable } from 'pg'
import { serialize } from 'pg-protocol'

type TextValues = (string | null)[]

/** What a server sends to the last of the queries that were sent together. */
export interface Received {
  /** Undefined where the server was not asked to describe them. */
  columns: readonly FieldDef[] | undefined
  values: TextValues[]
  /** The words of CommandComplete: `INSERT 0 1`, `SELECT 20`. */
  outcome: string
}

export interface Prepared {
  readonly text: string
  /** The server keeps it under this name; one that it keeps only for this time has none. */
  readonly name: string
  readonly values: readonly unknown[]
}

/** The last of several queries, and whether its columns are known. */
export interface Last extends Prepared {
  readonly isDescribed: boolean
}

const DESCRIBE = serialize.describe({ type: 'P' })
const EXECUTE = serialize.execute()
const SYNC = serialize.sync()

/**
 * Queries that the server keeps prepared, sent in one go, in the form that the driver takes from libraries like its
 * cursor. The driver's own asks for a description of the columns at every call, which takes the server longer to write,
 * and us to read, than a short row; it sends one query at a time, and each message of it by itself.
 */
export class PreparedQueries implements Submittable {
  readonly #before: readonly Prepared[]
  readonly #last: Last
  readonly #done: (error: Error | null, received: Received) => void
  readonly #received: Received = { columns: undefined, values: [], outcome: '' }
  #completed = 0

  constructor(
    before: readonly Prepared[],
    last: Last,
    done: (error: Error | null, received: Received) => void,
  ) {
    this.#before = before
    this.#last = last
    this.#done = done
  }

  /** The driver notes by the name and the text of the query that is at work what the server has prepared. */
  get name(): string {
    return this.#atWork.name
  }

  get text(): string {
    return this.#atWork.text
  }

  get #atWork(): Prepared {
    return this.#before[this.#completed] ?? this.#last
  }

  /**
   * PostgreSQL manual, "Message Flow", extended query: Parse, Bind, Describe and Execute of each, and one Sync. After an
   * error everything up to Sync is skipped: where a transaction does not begin, nothing is carried out.
   */
  submit = (connection: Connection) => {
    const messages: Buffer[] = []
    const parsed = new Set<string>()
    for (const { text, name, values } of [...this.#before, this.#last]) {
      if (!isParsed(connection, name) && !parsed.has(name)) messages.push(serialize.parse({ name, text }))
      if (name !== '') parsed.add(name)
      messages.push(serialize.bind({ statement: name, values: values.map(toText) }), EXECUTE)
    }
    if (!this.#last.isDescribed) messages.splice(-1, 0, DESCRIBE)
    messages.push(SYNC)
    // The driver itself tells those who wait for an answer of a connection that is closed.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages))
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }) {
    this.#received.columns = fields
  }

  handleDataRow({ fields }: { fields: TextValues }) {
    this.#received.values.push(fields)
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#received.outcome = text
    this.#completed++
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
