import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openHotel } from './opening.ts'
import { conformance } from './suite.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

conformance('SQLite', () => openHotel({ folder }))
