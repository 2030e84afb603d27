import type { Kysely } from 'kysely'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

/** One of the two databases, opened: what `database.ts` puts the stores on. */
export interface Engine {
  readonly dialect: Dialect
  readonly read: Kysely<Schema>
  transaction<T>(work: (handle: Kysely<Schema>) => Promise<T>): Promise<T>
  ping(): Promise<void>
  /** What the clock of a server on another machine shows. */
  readonly ownClock?: (() => Promise<Instant>) | undefined
  close(): Promise<void>
}

/** Told how long each read and each transaction took, in milliseconds. */
export type Observe = (kind: 'read' | 'transaction', ms: number) => void
