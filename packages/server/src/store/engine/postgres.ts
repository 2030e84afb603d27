import { Kysely, sql } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { codeOf, postgresDialect } from './dialect.ts'
import type { Engine, Observe } from './engine.ts'
import { migrate, refuseOutdated, type SchemaChange } from './migrations/index.ts'
import { type Lend, postgresKysely, reads, transactions } from './postgres-driver.ts'
import { getTypeParser } from './postgres-query.ts'
import { PostgresLock } from './postgres-lock.ts'
import { followHosts, PostgresHosts, refuseReadOnly } from './postgres-hosts.ts'
import { giveUpSilent } from './postgres-silence.ts'
import type { Schema } from './schema.ts'

/** Who else may use the database: nobody, only nodes as we are one, or anybody. */
export type Lock = 'alone' | 'shared' | 'none'

export interface PostgresOptions {
  readonly url: string
  readonly clock: Clock
  readonly log: Log
  readonly observe?: Observe | undefined
  readonly poolSize?: number | undefined
  readonly lock?: Lock | undefined
  /** Bring the tables up to date. True if not said; otherwise tables that are not are refused and left as they are. */
  readonly migrate?: boolean | undefined
  readonly onLost?: ((failure: Failure) => void) | undefined
  readonly onMigration?: ((change: SchemaChange, kept: null) => void) | undefined
}

// A query that takes this long holds up the house; the longer limit is for a server that has vanished silently.
const STATEMENT_TIMEOUT = seconds(30)
const ANSWER_TIMEOUT = seconds(40)
const APART_TIMEOUT = seconds(1)
const CONNECT_TIMEOUT = seconds(5)
/** Shorter than a silent node is waited for: what it has locked does not hold up who takes its houses over. */
const IDLE_IN_TRANSACTION = seconds(4)

/** Locks, checks and migrates on one connection of its own; only then is the pool opened. */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const hosts = new PostgresHosts(options.url)
  const { place } = hosts
  const { lock: wanted = 'alone' } = options
  const open = () =>
    hosts
      .find((url) => connect(url, options, place))
      .catch((error: unknown) => Promise.reject(asOpenFailure(error, place)))
  const client = await (wanted === 'none' ? open().catch(() => anyOf(hosts, options)) : open())
  let lock: PostgresLock | undefined
  try {
    if (wanted !== 'none')
      lock = await PostgresLock.take(client, {
        ...options,
        place,
        connect: open,
        isShared: wanted === 'shared',
      })
    await refuseOtherEncodings(client, place)
    const handle = new Kysely<Schema>({ dialect: postgresKysely(onlyOn(client)) })
    if (options.migrate === false) await refuseOutdated(handle, postgresDialect)
    else await bringUpToDate(client, handle, lock, options)
    if (!lock) await client.end()
    return engine(
      { requests: openPool(options, hosts), work: openPool(options, hosts) },
      hosts,
      lock,
      options,
    )
  } catch (error) {
    await (lock ? lock.release() : client.end().catch(() => {}))
    throw asOpenFailure(error, place)
  }
}

/** Tables that are busy for longer are not waited for: whoever waits for them keeps everybody else waiting. */
const BUSY_TABLES = seconds(3)

async function bringUpToDate(
  client: Client,
  handle: Kysely<Schema>,
  lock: PostgresLock | undefined,
  { onMigration }: Pick<PostgresOptions, 'onMigration'>,
) {
  const work = async () => {
    await client.query(`set lock_timeout = ${BUSY_TABLES}`)
    await migrate(
      handle,
      postgresDialect,
      (change) => (lock ? lock.withoutOthers(change) : change()),
      (change) => onMigration?.(change, null),
    )
    await client.query('set lock_timeout = 0')
  }
  await (lock ? lock.inTurn(work) : work())
}

/** Whoever only looks can look at a standby as well. */
const anyOf = (hosts: PostgresHosts, options: PostgresOptions) =>
  hosts.find(
    (url) => connect(url, options, hosts.place),
    async () => {},
  )

async function shownBy(pool: Pool): Promise<Instant> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return Math.round(Number(rows[0]?.ms))
}

const COMMON: ClientConfig = {
  application_name: 'Reveille',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  keepAlive: true,
  types: { getTypeParser },
}

async function connect(url: string, options: PostgresOptions, place: string) {
  const client = new Client({ ...COMMON, connectionString: url })
  // Without a listener the loss of the connection would end the process; `end` follows and is acted upon.
  client.on('error', (error) =>
    options.log.debug(
      { event: 'store.connection-lost', error: messageOf(error) },
      'A database connection was lost',
    ),
  )
  try {
    await client.connect()
    return client
  } catch (error) {
    const failure = asOpenFailure(error, place)
    throw isFailure(failure) ? failure : unreachable(error, place)
  }
}

/** Byte order is only the same order as SQLite's in the same encoding. */
async function refuseOtherEncodings(client: Client, place: string) {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new Failure(
    'config.invalid',
    `The database ${place} has the encoding ${encoding}: create it with "create database ... encoding 'UTF8'"`,
  )
}

const onlyOn =
  (client: Client): Lend =>
  async () => ({ client, release: () => {} })

function openPool(options: PostgresOptions, hosts: PostgresHosts) {
  const pool = new Pool({
    ...COMMON,
    Client: hosts.clients,
    ...(options.lock === 'none' ? {} : { verify: passOverStandby }),
    max: options.poolSize ?? 10,
    // A quiet night should not begin every request with a new connection.
    idleTimeoutMillis: minutes(5),
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
  })
  const note = (error: Error) =>
    options.log.warn(
      { event: 'store.connection-lost', error: messageOf(error) },
      'A database connection was lost',
    )
  pool.on('error', note)
  giveUpSilent(pool, ANSWER_TIMEOUT)
  followHosts(pool, hosts)
  // The pool listens only while a client is idle; lost in the middle of a transaction, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Asked of every new connection of a pool. */
const passOverStandby = (client: PoolClient, done: (error?: Error) => void) =>
  void refuseReadOnly(client).then(() => done(), done)

/** Each opens its connections when they are needed. */
interface Pools {
  readonly requests: Pool
  readonly work: Pool
}

/** Reads and transactions on the connections of a pool. */
function useOf(pool: Pool, hosts: PostgresHosts, options: PostgresOptions) {
  const lend = fromPool(pool, hosts)
  const once = transactions(lend)
  const transaction: Engine['transaction'] = async (work) => {
    try {
      return await once(work)
    } catch (error) {
      if (!postgresDialect.isWorthRetrying(error)) throw error
      return await once(work)
    }
  }
  return { read: reads(observed(lend, options)), transaction }
}

function engine(
  { requests, work }: Pools,
  hosts: PostgresHosts,
  lock: PostgresLock | undefined,
  options: PostgresOptions,
): Engine {
  const handle = reads(fromPool(requests, hosts))
  return {
    dialect: postgresDialect,
    ...useOf(requests, hosts, options),
    atWork: useOf(work, hosts, options),
    bell: lock?.bell,
    inTurn: lock && ((work) => lock.inTurn(work)),
    apart: lock && apart(transactions(lock.lend)),
    ownClock: hosts.isElsewhere ? () => shownBy(work) : undefined,
    // A pool whose connections are all at work is no server that is away.
    ping: async () => {
      const answer = lock?.ping() ?? handle.selectFrom('meta').select('key').limit(1).execute()
      await answer.catch((error: unknown) => {
        throw postgresDialect.translate(error)
      })
    },
    async close() {
      await Promise.all([requests.end(), work.end()])
      await lock?.release()
    },
  }
}

/** What is done there is small: a server that takes longer is as good as away. */
const apart =
  (transaction: ReturnType<typeof transactions>): Engine['apart'] =>
  (work) =>
    transaction(async (handle) => {
      await sql`set local statement_timeout = ${sql.lit(APART_TIMEOUT)}`.execute(handle)
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE_IN_TRANSACTION)}`.execute(
        handle,
      )
      return work(handle)
    })

/** Where one server does not take us, the next is asked; a pool whose connections are all at work is no reason. */
const fromPool =
  (pool: Pool, hosts: PostgresHosts): Lend =>
  async () => {
    for (let tried = 1; ; tried++) {
      const { url } = hosts
      try {
        const client = await pool.connect()
        return { client, release: (broken) => client.release(broken) }
      } catch (error) {
        if (isFull(error)) throw error
        hosts.moveOn(url)
        if (tried >= hosts.count) throw error
      }
    }
  }

const isFull = (error: unknown) => messageOf(error) === 'timeout exceeded when trying to connect'

/** Outside a transaction a connection is held for one query: waiting for it and using it is what the read took. */
function observed(lend: Lend, { observe, clock }: PostgresOptions): Lend {
  if (!observe) return lend
  return async () => {
    const start = clock.elapsed()
    const { client, release } = await lend()
    return {
      client,
      release(broken) {
        observe('read', clock.elapsed() - start)
        release(broken)
      },
    }
  }
}

/** What went wrong while opening, in words that say what to do. */
function asOpenFailure(error: unknown, place: string): unknown {
  const code = String(codeOf(error, 'code'))
  const advice = Object.entries(ADVICE).find(([start]) => code.startsWith(start))?.[1]
  if (advice)
    return new Failure('config.invalid', `The database ${place} cannot be used: ${advice}`, { code }, error)
  const failure = postgresDialect.translate(error)
  if (!isFailure(failure) || failure.code !== 'store.unavailable') return failure
  return unreachable(error, place)
}

function unreachable(error: unknown, place: string) {
  const original = isFailure(error) && error.cause !== undefined ? error.cause : error
  const code = codeOf(original, 'code')
  // Node says nothing but the code where it tried both of a name's addresses.
  const why = messageOf(original) || String(code)
  return new Failure('store.unavailable', `The database ${place} cannot be reached: ${why}`, { code }, error)
}

// Error codes by their beginning: PostgreSQL manual, appendix A.
const ADVICE: Record<string, string> = {
  '28': 'PostgreSQL refused the user name or the password',
  '3D000': 'there is no database of that name; create it first',
  '55P03': 'other work kept its tables busy while they were to be changed; start again in a moment',
  '42P07': 'it already holds tables of another program; give Reveille a database of its own',
  '42501': 'its user may not create tables there; make it the owner of the database',
}
