import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../engine/database.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import type { Stores } from '../stores/stores.ts'

/** Every store, and the bare tables beneath them for what no store does: emptying a house between two tests. */
export type BareStores = Stores & { readonly tables: Kysely<Schema> }

export type OpenHotel = () => Promise<Database<BareStores>>

/** The database under test, empty at the beginning of every test. */
export interface Hotel {
  readonly dialect: Dialect
  readonly read: BareStores
  write<T>(work: (stores: BareStores) => Promise<T>): Promise<T>
  empty(): Promise<void>
}

/** The tests of one store. */
export type Section = (hotel: Hotel) => void

export function hotelFor(open: OpenHotel): Hotel {
  let database: Database<BareStores>
  let tables: readonly string[]

  const empty = () =>
    database.transaction(async (stores) => {
      for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(stores.tables)
    })

  beforeAll(async () => {
    database = await open()
    tables = (await database.read.tables.introspection.getTables()).map((table) => table.name)
  })
  beforeEach(empty)
  afterAll(() => database.close())

  return {
    get dialect() {
      return database.dialect
    },
    get read() {
      return database.read
    },
    write: (work) => database.transaction(work),
    empty,
  }
}
