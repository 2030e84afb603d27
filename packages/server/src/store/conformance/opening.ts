import type { Kysely } from 'kysely'
import { systemClock } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { silentLog } from '../../kernel/log.ts'
import { createSafe, KEY_BYTES } from '../../kernel/safe.ts'
import { openDatabase } from '../engine/database.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'
import type { DataPlace } from '../files/backup.ts'
import { createStores } from '../stores/stores.ts'

const ids = systemIds()
const safe = createSafe(ids.bytes(KEY_BYTES), (length) => ids.bytes(length))

/** The database in that place, with every store and the bare tables. */
export const openHotel = (place: DataPlace) =>
  openDatabase({
    ...place,
    createStores: (tables: Kysely<Schema>, dialect: Dialect) => ({
      ...createStores(tables, dialect, safe),
      tables,
    }),
    clock: systemClock(),
    log: silentLog,
  })
