import { Kysely } from 'kysely'
import { Client, type ClientConfig, Pool } from 'pg'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { codeOf, postgresDialect } from './dialect.ts'
import type { Engine, Observe } from './engine.ts'
import { migrate, refuseOutdated } from './migrations/index.ts'
import { type Lend, postgresKysely, reads, transactions } from './postgres-driver.ts'
import { getTypeParser } from './postgres-query.ts'
import { PostgresLock } from './postgres-lock.ts'
import { giveUpSilent } from './postgres-silence.ts'
import type { Schema } from './schema.ts'

export interface PostgresOptions {
  readonly url: string
  readonly clock: Clock
  readonly log: Log
  readonly observe?: Observe | undefined
  readonly poolSize?: number | undefined
  readonly exclusive?: boolean | undefined
  /** Bring the tables up to date. True if not said; otherwise tables that are not are refused and left as they are. */
  readonly migrate?: boolean | undefined
  readonly onLost?: ((failure: Failure) => void) | undefined
}

// A query that takes this long holds up the house; the longer limit is for a server that has vanished silently.
const STATEMENT_TIMEOUT = seconds(30)
const ANSWER_TIMEOUT = seconds(40)
const CONNECT_TIMEOUT = seconds(5)
const IDLE_IN_TRANSACTION = seconds(10)

/** Locks, checks and migrates on one connection of its own; only then is the pool opened. */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const place = placeOf(options.url)
  const open = () => connect(options, place)
  const client = await open()
  let lock: PostgresLock | undefined
  try {
    if (options.exclusive !== false)
      lock = await PostgresLock.take(client, { ...options, place, connect: open })
    await refuseOtherEncodings(client, place)
    const prepare = options.migrate === false ? refuseOutdated : migrate
    await prepare(new Kysely<Schema>({ dialect: postgresKysely(onlyOn(client)) }), postgresDialect)
    if (!lock) await client.end()
    return engine(openPool(options), lock, options)
  } catch (error) {
    await (lock ? lock.release() : client.end().catch(() => {}))
    throw asOpenFailure(error, place)
  }
}

/** Whether it is reached over a network: a server on this machine goes by the same clock. */
export function isElsewhere(url: string): boolean {
  const { host } = new Client({ connectionString: url })
  return !/^(\/|localhost$|127\.|::1$)/.test(host)
}

async function shownBy(pool: Pool): Promise<Instant> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return Math.round(Number(rows[0]?.ms))
}

/** `host:port/database`: enough to know which one is meant, and never the password. */
function placeOf(url: string) {
  try {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('Another protocol')
    const { host, port, database } = new Client({ connectionString: url })
    return `${host}:${port}/${database}`
  } catch {
    // Without its cause: Node repeats the whole URL in it.
    throw new Failure(
      'config.invalid',
      'The database URL is not valid: it must look like postgres://user:password@host:5432/database',
    )
  }
}

const common = ({ url }: PostgresOptions): ClientConfig => ({
  connectionString: url,
  application_name: 'Reveille',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  keepAlive: true,
  types: { getTypeParser },
})

async function connect(options: PostgresOptions, place: string) {
  const client = new Client(common(options))
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

function openPool(options: PostgresOptions) {
  const pool = new Pool({
    ...common(options),
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
  // The pool listens only while a client is idle; lost in the middle of a transaction, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function engine(pool: Pool, lock: PostgresLock | undefined, options: PostgresOptions): Engine {
  const handle = reads(fromPool(pool))
  const read = reads(observed(fromPool(pool), options))
  const once = transactions(fromPool(pool))
  return {
    dialect: postgresDialect,
    read,
    async transaction(work) {
      try {
        return await once(work)
      } catch (error) {
        if (!postgresDialect.isWorthRetrying(error)) throw error
        return await once(work)
      }
    },
    ownClock: isElsewhere(options.url) ? () => shownBy(pool) : undefined,
    // A pool whose connections are all at work is no server that is away.
    ping: async () => {
      const answer = lock?.ping() ?? handle.selectFrom('meta').select('key').limit(1).execute()
      await answer.catch((error: unknown) => {
        throw postgresDialect.translate(error)
      })
    },
    async close() {
      await pool.end()
      await lock?.release()
    },
  }
}

const fromPool =
  (pool: Pool): Lend =>
  async () => {
    const client = await pool.connect()
    return { client, release: (broken) => client.release(broken) }
  }

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
  '42P07': 'it already holds tables of another program; give Reveille a database of its own',
  '42501': 'its user may not create tables there; make it the owner of the database',
}
