import { openHotel } from '../../src/store/conformance/opening.ts'
import { conformance } from '../../src/store/conformance/suite.ts'
import { useDatabases } from '../test-databases.ts'

const { newDatabase } = useDatabases()

// The same suite runs on SQLite beside the stores.
conformance('PostgreSQL', async () => openHotel({ url: await newDatabase() }))
