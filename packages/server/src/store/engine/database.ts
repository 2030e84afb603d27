import type { Kysely } from 'kysely'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Dialect } from './dialect.ts'
import type { Bell, Engine, Observe } from './engine.ts'
import { type Lock, openPostgres } from './postgres.ts'
import type { SchemaChange } from './migrations/index.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

export interface Database<S> {
  readonly dialect: Dialect
  /** Reads outside any transaction: sees only what is committed. */
  readonly read: S
  /** One transaction; resolves only when it is durable. Await nothing but the stores inside. */
  transaction<T>(work: (stores: S) => Promise<T>): Promise<T>
  /**
   * The same on connections of those who work by themselves: however many requests wait for each other, a room is rung.
   * Not there where the database is a file.
   */
  readonly atWork?: Use<S> | undefined
  /**
   * Small transactions on a connection that no other work can keep busy; not there where the database is a file. One at a
   * time.
   */
  readonly apart?: Database<S>['transaction'] | undefined
  /** Work of several transactions that only one of all processes does at a time: the first start of a house. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Words to other nodes; not there where the database is a file. */
  readonly bell?: Bell | undefined
  ping(): Promise<void>
  /** What the clock of a server on another machine shows; not there where the database is on this machine. */
  readonly ownClock?: (() => Promise<Instant>) | undefined
  close(): Promise<void>
}

type Use<S> = Pick<Database<S>, 'read' | 'transaction'>

export interface DatabaseOptions<S> {
  /** `postgres://...`; without it the embedded database in `folder` is used. */
  readonly url?: string | undefined
  /** The data folder. Lock it first with `lockFolder`. */
  readonly folder?: string | undefined
  createStores(handle: Kysely<Schema>, dialect: Dialect): S
  readonly clock: Clock
  readonly log: Log
  readonly observe?: Observe | undefined
  /** PostgreSQL connections for requests, and as many for work; 10 if not said. */
  readonly poolSize?: number | undefined
  /** PostgreSQL: which others may use the database. Nobody if not said; a command that only looks locks nothing. */
  readonly lock?: Lock | undefined
  /**
   * PostgreSQL: the lock against a second Reveille was lost with its connection (`store.unavailable`; it is being
   * retaken), or another Reveille has it now (`store.in-use`; it is time to stop).
   */
  readonly onLost?: ((failure: Failure) => void) | undefined
  /** The tables are about to be brought up to date. `kept`: where a copy lies of what was there before, if one was made. */
  readonly onMigration?: ((change: SchemaChange, kept: string | null) => void) | undefined
}

/** Opens, checks and migrates. A database that is damaged, in use or from a newer version is refused unchanged. */
export async function openDatabase<S>(options: DatabaseOptions<S>): Promise<Database<S>> {
  const engine = await openEngine(options)
  const { dialect, apart, atWork } = engine
  const stores = (handle: Kysely<Schema>) => options.createStores(handle, dialect)
  const use = ({ read, transaction }: Pick<Engine, 'read' | 'transaction'>): Use<S> => ({
    read: stores(read),
    transaction: timed(options, (work) => transaction((handle) => work(stores(handle)))),
  })
  return {
    dialect,
    ...use(engine),
    atWork: atWork && use(atWork),
    apart: apart && ((work) => apart((handle) => work(stores(handle)))),
    inTurn: (work) => (engine.inTurn ?? alone)(work),
    bell: engine.bell,
    ping: () => engine.ping(),
    ownClock: engine.ownClock,
    close: () => engine.close(),
  }
}

const alone = <T>(work: () => Promise<T>): Promise<T> => work()

function openEngine(options: DatabaseOptions<unknown>): Promise<Engine> {
  if (options.url !== undefined) return openPostgres({ ...options, url: options.url })
  if (options.folder !== undefined) return openSqlite({ ...options, folder: options.folder })
  throw new Failure('config.invalid', 'Neither a data folder nor a database URL is configured')
}

function timed<S>({ observe, clock }: DatabaseOptions<S>, transaction: Database<S>['transaction']) {
  if (!observe) return transaction
  return async <T>(work: (stores: S) => Promise<T>): Promise<T> => {
    const start = clock.elapsed()
    try {
      return await transaction(work)
    } finally {
      observe('transaction', clock.elapsed() - start)
    }
  }
}
