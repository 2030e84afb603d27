import type { Client } from 'pg'
import { type Clock, seconds, type Timer } from '../../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { PostgresBell } from './postgres-bell.ts'
import { codeOf } from './dialect.ts'
import { endWhenSilent } from './postgres-silence.ts'

export interface LockOptions {
  /** Connects anew, after the connection was lost. */
  readonly connect: () => Promise<Client>
  /** Nodes share it, and keep out whoever must be alone: a server that is no node, or a restore. */
  readonly isShared: boolean
  /** Where the database is, for messages; without its password. */
  readonly place: string
  readonly clock: Clock
  readonly log: Log
  readonly onLost?: ((failure: Failure) => void) | undefined
}

// "reveille" in ASCII, as one 64-bit number; locks are per database, so nothing else tells one house from another.
export const KEY = '8243124870904048741'
/** Held while a house is begun or a site file applied. */
const TURN = '8243124870904048742'
/** How `pg_locks` shows that very lock: the upper half of the number, the lower half, and 1 for a number of 64 bits. */
const IS_OURS = `locktype = 'advisory' and objsubid = 1
  and classid::bigint = (${KEY}::bigint >> 32) and objid::bigint = (${KEY}::bigint & 4294967295)
  and database = (select oid from pg_database where datname = current_database())`
const RETAKE_AFTER = seconds(2)
/** A process that was killed in the middle of a statement still holds the lock until the server has finished it. */
const LONGEST_WAIT = seconds(3)
/** A site file of thousands of rooms and accounts takes its time. */
const LONGEST_TURN = seconds(120)
/** What is asked there is small: a server that says nothing for so long has vanished, and another may have taken over. */
const SILENCE = seconds(5)
/** PostgreSQL manual, appendix A: lock_not_available. */
const NOT_AVAILABLE = '55P03'

/** Held as long as its connection lives: a second Reveille on the same database finds it taken. */
export class PostgresLock {
  readonly #options: LockOptions
  #client: Client | undefined
  #backend: number | undefined
  #server = ''
  /** Somebody uses the connection; the next waits for its turn. */
  #isLent = false
  #timer: Timer | undefined
  #released = false
  #pinging: Promise<unknown> | null = null
  #turns = Promise.resolve()
  readonly bell: PostgresBell

  private constructor(options: LockOptions) {
    this.#options = options
    this.bell = new PostgresBell({ ...options, client: () => this.#client ?? null })
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

  /** The connection that holds it, for what must not wait for other work; lent to one at a time. */
  lend = async () => {
    const before = this.#turns
    let done = () => {}
    this.#turns = new Promise<void>((resolve) => (done = resolve))
    await before
    if (!this.#client) {
      done()
      throw new Failure('store.unavailable', `The connection to the database ${this.#options.place} is lost`)
    }
    this.#isLent = true
    const release = () => {
      this.#isLent = false
      done()
    }
    return { client: this.#client, release }
  }

  /** One of all processes at a time; if this connection is lost meanwhile, another may begin. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { client, release } = await this.lend()
    // Others may take long: their turn is no silence of the server.
    release()
    await waitFor(client, `pg_advisory_lock(${TURN})`, LONGEST_TURN).catch((error: unknown) => {
      if (codeOf(error, 'code') !== NOT_AVAILABLE) throw error
      throw new Failure('store.in-use', 'Another node is still being started: try again when it is ready')
    })
    try {
      return await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${TURN})`).catch(() => {})
    }
  }

  /** While no other process uses the database, and none comes. */
  async withoutOthers(work: () => Promise<void>): Promise<void> {
    const { client, release } = await this.lend()
    release()
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${KEY}) as got`)
    if (rows[0]?.got !== true)
      throw new Failure(
        'store.in-use',
        `This version changes the tables of the database ${this.#options.place} in ways that the nodes that run do not know: stop them all first`,
      )
    try {
      await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${KEY})`).catch(() => {})
    }
  }

  async release() {
    this.#released = true
    this.#timer?.cancel()
    await this.#client?.end().catch(() => {})
  }

  get #function() {
    return this.#options.isShared ? 'pg_advisory_lock_shared' : 'pg_advisory_lock'
  }

  async #take(client: Client) {
    // If our machine loses its power, the server notices within a minute instead of hours.
    await client.query(
      'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3',
    )
    const backend = await waitFor(client, `${this.#function}(${KEY})`, LONGEST_WAIT).catch((error: unknown) =>
      this.#refused(client, error),
    )
    this.#client = client
    this.#backend = backend
    this.#server = serverOf(client)
    endWhenSilent(client, SILENCE, () => this.#pinging !== null || this.#isLent)
    if (this.#options.isShared) await this.bell.listenOn(client, this.#backend)
    client.once('end', () => this.#lost())
  }

  async #refused(client: Client, error: unknown): Promise<never> {
    if (codeOf(error, 'code') !== NOT_AVAILABLE) throw error
    const { place, isShared } = this.#options
    if (isShared)
      throw new Failure(
        'store.in-use',
        `A Reveille that is no node is using the database ${place}: stop it, and start it again with --node as well`,
      )
    const { rowCount } = await client.query(
      `select 1 from pg_locks where mode = 'ShareLock' and granted and ${IS_OURS} limit 1`,
    )
    throw new Failure(
      'store.in-use',
      rowCount === 1
        ? `Nodes of a Reveille are using the database ${place}: start this one as a node too, with --node and their key file, or stop them first`
        : `Another Reveille is using the database ${place}: stop that one first, or give this one its own`,
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
      // The server may not have noticed yet that our old connection is gone, and would call us another Reveille. On
      // another server, that number is somebody else's.
      if (serverOf(client) === this.#server) await endHolder(client, this.#backend)
      await this.#take(client)
      if (this.#released) await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }
}

const serverOf = ({ host, port }: Client) => `${host}:${port}`

/** Waits for a lock, not for ever; says which connection has it now. */
async function waitFor(client: Client, lock: string, ms: number): Promise<number | undefined> {
  await client.query(`set lock_timeout = ${ms}`)
  const { rows } = await client.query<{ backend: number }>(`select pg_backend_pid() as backend from ${lock}`)
  await client.query('set lock_timeout = 0')
  return rows[0]?.backend
}

/** Ends this connection of ours if it still holds the lock; its number may be another program's by now. */
export const endHolder = (client: Client, backend: number | undefined) =>
  client.query(`select pg_terminate_backend(pid) from pg_locks where pid = $1 and ${IS_OURS}`, [backend])
