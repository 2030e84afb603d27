import { Socket } from 'node:net'
import { Client, type ClientBase, type ClientConfig, DatabaseError, type Pool, type PoolClient } from 'pg'
import { hostUrls } from '../../kernel/database-url.ts'
import { Failure } from '../../kernel/failure.ts'

/** PostgreSQL manual, appendix A: read_only_sql_transaction. */
const READ_ONLY = '25006'
const WRONG =
  'The database URL is not valid: it must look like postgres://user:password@host:5432/database, with further hosts after a comma'

/**
 * The servers that may hold the database, of which one takes what is written: others are its standbys, and one of them
 * takes over when it is promoted. All connections go where it was found last.
 */
export class PostgresHosts {
  readonly #urls: readonly string[]
  readonly #listeners: (() => void)[] = []
  readonly #urlOf = new WeakMap<ClientBase, string>()
  #current = 0

  constructor(url: string) {
    const urls = hostUrls(url)
    // Without its cause: Node repeats the whole URL in it.
    if (urls === null) throw new Failure('config.invalid', WRONG)
    this.#urls = urls
  }

  get count(): number {
    return this.#urls.length
  }

  /** Where to connect to now. */
  get url(): string {
    return this.#urls[this.#current] ?? ''
  }

  /** `host:port/database`, of several with commas: enough to know which one is meant, and never the password. */
  get place(): string {
    const clients = this.#urls.map((connectionString) => new Client({ connectionString }))
    const [{ database = '' } = {}] = clients
    return `${clients.map(({ host, port }) => `${host}:${port}`).join()}/${database}`
  }

  /** Whether one is reached over a network: a server on this machine goes by the same clock. */
  get isElsewhere(): boolean {
    return this.#urls
      .map((connectionString) => new Client({ connectionString }))
      .some(({ host }) => !/^(\/|localhost$|127\.|::1$)/.test(host))
  }

  /** Told each time that it was found. */
  onFound(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** That one does not take what is written: the next is tried from now on. */
  moveOn(from: string): void {
    if (from === this.url) this.#current = (this.#current + 1) % this.count
  }

  /** Connects to the first that `check` lets pass; each is tried once, and the last failure is told. */
  async find(connect: (url: string) => Promise<Client>, check: Check = refuseReadOnly): Promise<Client> {
    let failure: unknown
    for (let tried = 0; tried < this.count; tried++) {
      const { url } = this
      try {
        const client = await checked(await connect(url), check)
        for (const listener of this.#listeners) listener()
        return client
      } catch (error) {
        failure = error
        this.moveOn(url)
      }
    }
    throw failure
  }

  /** The driver's client, always to where the database was found last; for a pool. */
  get clients(): new () => ClientBase {
    const current = () => this.url
    const urlOf = this.#urlOf
    return class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionString: current() })
        urlOf.set(this, current())
      }
    }
  }

  /** Whether a client of such a pool is connected to where the database is no more. */
  hasLeft = (client: ClientBase): boolean => this.#urlOf.get(client) !== this.url
}

type Check = (client: ClientBase) => Promise<void>

async function checked(client: Client, check: Check): Promise<Client> {
  try {
    await check(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** A standby lets nobody write; nor does a server that was set so. Either is as good as away. */
export async function refuseReadOnly(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    "select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as standby",
  )
  if (rows[0]?.standby !== true) return
  const error = new DatabaseError('it lets us only read, as a standby does', 0, 'error')
  error.code = READ_ONLY
  throw error
}

/** Whoever waits at a server that another has taken over from hears at once that no answer will come. */
export function followHosts(pool: Pool, hosts: PostgresHosts): void {
  const connected = new Set<PoolClient>()
  pool.on('connect', (client) => connected.add(client))
  pool.on('remove', (client) => connected.delete(client))
  hosts.onFound(() => [...connected].filter(hosts.hasLeft).forEach(hangUp))
}

function hangUp({ connection: { stream } }: PoolClient) {
  if (stream instanceof Socket)
    stream.destroy(new Error('Connection terminated: another server has taken over'))
}
