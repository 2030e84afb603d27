import type { Kysely } from 'kysely'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

/** Words to other processes on the same database: heard soon, or not at all. None has a line break in it. */
export interface Bell {
  ring(word: string): void
  /** Told what other processes have said. */
  onRing(listener: (word: string) => void): void
}

/** One of the two databases, opened: what `database.ts` puts the stores on. */
export interface Engine {
  readonly dialect: Dialect
  readonly read: Kysely<Schema>
  transaction<T>(work: (handle: Kysely<Schema>) => Promise<T>): Promise<T>
  /** The same on connections that requests cannot keep busy; not there where the database is a file. */
  readonly atWork?: Pick<Engine, 'read' | 'transaction'> | undefined
  /** A transaction on a connection that no other work can keep busy; not there where the database is a file. */
  readonly apart?: (<T>(work: (handle: Kysely<Schema>) => Promise<T>) => Promise<T>) | undefined
  /** Work that only one process at a time does; not there where the database is a file. */
  readonly inTurn?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
  /** Not there where the database is a file, and nobody else can use it. */
  readonly bell?: Bell | undefined
  ping(): Promise<void>
  /** What the clock of a server on another machine shows. */
  readonly ownClock?: (() => Promise<Instant>) | undefined
  close(): Promise<void>
}

/** Told how long each read and each transaction took, in milliseconds. */
export type Observe = (kind: 'read' | 'transaction', ms: number) => void
