import type { Kysely } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import { tablesIn } from '../tables.ts'
import { deliveries } from './deliveries.ts'
import { logTables } from './log.ts'
import { rooms } from './rooms.ts'
import { siteTables } from './site.ts'
import { wakeups } from './wakeups.ts'

/**
 * Every table. The tenant stands first in the key of whatever belongs to one, so that many hotels can share a
 * database, and be parted over several.
 */
export const house = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const tables = tablesIn(db.schema, dialect)
    for (const part of [siteTables, rooms, wakeups, logTables, deliveries]) await part(tables)
  },
})
