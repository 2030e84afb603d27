import { afterAll, beforeAll } from 'vitest'
import { openHotel } from '../../src/store/conformance/opening.ts'
import { conformance } from '../../src/store/conformance/suite.ts'
import { startPostgres, type TestPostgres } from '../postgres.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

// The same suite runs on SQLite beside the stores.
conformance('PostgreSQL', async () => openHotel({ url: await server.createDatabase() }))
