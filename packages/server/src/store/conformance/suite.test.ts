import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { silentLog } from '../../kernel/log.ts'
import { createSafe, KEY_BYTES } from '../../kernel/safe.ts'
import { conformance } from './suite.ts'
import type { Dialect } from '../engine/dialect.ts'
import { openDatabase } from '../engine/database.ts'
import type { Schema } from '../engine/schema.ts'
import { createStores } from '../stores/stores.ts'

let server: TestPostgres
let folder: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true })
})

const ids = systemIds()
const safe = createSafe(ids.bytes(KEY_BYTES), (length) => ids.bytes(length))

const common = {
  createStores: (tables: Kysely<Schema>, dialect: Dialect) => ({
    ...createStores(tables, dialect, safe),
    tables,
  }),
  clock: systemClock(),
  log: silentLog,
}

conformance('SQLite', () => openDatabase({ ...common, folder }))
conformance('PostgreSQL', async () => openDatabase({ ...common, url: await server.createDatabase() }))
