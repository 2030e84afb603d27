// What tests, types and lint need, and what is made of something else: nobody keeps it by hand.
import { pathToFileURL } from 'node:url'
import { writeClientTable } from './client-table.mjs'
import { writeSettingsTable } from './settings-table.mjs'

/** The entrance for vitest. */
export async function setup() {
  await Promise.all([writeClientTable(), writeSettingsTable()])
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await setup()
