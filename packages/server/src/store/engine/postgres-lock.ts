import type { Client } from 'pg'
import { type Clock, seconds, type Timer } from '../../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { codeOf } from './dialect.ts'

export interface LockOptions {
  /** Connects anew, after the connection was lost. */
  readonly connect: () => Promise<Client>
  /** Where the database is, for messages; without its password. */
  readonly place: string
  readonly clock: Clock
  readonly log: Log
  readonly onLost?: ((failure: Failure) => void) | undefined
}

// "reveille" in ASCII, as one 64-bit number; locks are per database, so nothing else tells one house from another.
export const KEY = '8243124870904048741'
/** How `pg_locks` shows that very lock: the upper half of the number, the lower half, and 1 for a number of 64 bits. */
const IS_OURS = `locktype = 'advisory' and objsubid = 1
  and classid::bigint = (${KEY}::bigint >> 32) and objid::bigint = (${KEY}::bigint & 4294967295)
  and database = (select oid from pg_database where datname = current_database())`
const RETAKE_AFTER = seconds(2)
/** A process that was killed in the middle of a statement still holds the lock until the server has finished it. */
const LONGEST_WAIT = seconds(3)
/** PostgreSQL manual, appendix A: lock_not_available. */
const NOT_AVAILABLE = '55P03'

/** Held as long as its connection lives: a second Reveille on the same database finds it taken. */
export class PostgresLock {
  readonly #options: LockOptions
  #client: Client | undefined
  #backend: number | undefined
  #timer: Timer | undefined
  #released = false
  #pinging: Promise<unknown> | null = null

  private constructor(options: LockOptions) {
    this.#options = options
  }

  static async take(client: Client, options: LockOptions): Promise<PostgresLock> {
    const lock = new PostgresLock(options)
    await lock.#take(client)
    return lock
  }

  /** Whether the server answers, on a connection that no other work can keep busy; null while that is lost. */
  ping(): Promise<unknown> | null {
    const client = this.#client
    if (!client) return null
    // One question at a time: a server that is silent for long is not asked a hundred things when it is back.
    this.#pinging ??= client.query('select 1').finally(() => (this.#pinging = null))
    return this.#pinging
  }

  async release() {
    this.#released = true
    this.#timer?.cancel()
    await this.#client?.end().catch(() => {})
  }

  async #take(client: Client) {
    // If our machine loses its power, the server notices within a minute instead of hours.
    await client.query(
      'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3',
    )
    await client.query(`set lock_timeout = ${LONGEST_WAIT}`)
    const { rows } = await client
      .query<{ backend: number }>(`select pg_backend_pid() as backend from pg_advisory_lock(${KEY})`)
      .catch((error: unknown) => this.#refused(error))
    await client.query('set lock_timeout = 0')
    this.#client = client
    this.#backend = rows[0]?.backend
    client.once('end', () => this.#lost())
  }

  #refused(error: unknown): never {
    if (codeOf(error, 'code') !== NOT_AVAILABLE) throw error
    throw new Failure(
      'store.in-use',
      `Another Reveille is using the database ${this.#options.place}: stop that one first, or give this one its own`,
    )
  }

  #lost() {
    if (this.#released) return
    this.#client = undefined
    const message = `The connection to the database ${this.#options.place} was lost`
    this.#options.onLost?.(new Failure('store.unavailable', message))
    this.#later()
  }

  #later() {
    if (this.#released) return
    const { clock } = this.#options
    this.#timer = clock.at(clock.now() + RETAKE_AFTER, () => void this.#retake())
  }

  async #retake() {
    try {
      await this.#takeWith(await this.#options.connect())
      this.#options.log.info({ event: 'store.lock-held' }, 'The lock on the database is held again')
    } catch (error) {
      if (isFailure(error) && error.code === 'store.in-use') return this.#options.onLost?.(error)
      this.#options.log.debug(
        { event: 'store.lock-lost', error: messageOf(error) },
        'The lock on the database could not be retaken yet',
      )
      this.#later()
    }
  }

  async #takeWith(client: Client) {
    try {
      // The server may not have noticed yet that our old connection is gone, and would call us another Reveille.
      await endHolder(client, this.#backend)
      await this.#take(client)
      if (this.#released) await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }
}

/** Ends this connection of ours if it still holds the lock; its number may be another program's by now. */
export const endHolder = (client: Client, backend: number | undefined) =>
  client.query(`select pg_terminate_backend(pid) from pg_locks where pid = $1 and ${IS_OURS}`, [backend])
