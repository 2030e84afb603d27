import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { NO_FACTS } from '../src/hotel/nodes/node-facts.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { silentLog } from '../src/kernel/log.ts'
import { Beat } from '../src/runners/nodes/beat.ts'
import { openDatabase } from '../src/store/engine/database.ts'
import { createStores, type HotelDatabase } from '../src/store/stores/stores.ts'
import type { ManualClock } from './manual-clock.ts'

/** A database of the present test alone, which several nodes of this process may share. */
export async function sharedDatabase(clock: ManualClock): Promise<HotelDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-nodes-'))
  const database = await openDatabase({ folder, createStores, clock, log: silentLog })
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return database
}

/** The heartbeat of a node that has a folder of its own and rings nothing from memory. */
export const beatOf = (name: string, clock: ManualClock, apart: HotelDatabase['transaction']): Beat =>
  new Beat({
    apart,
    clock,
    ids: systemIds(),
    log: silentLog,
    name,
    machine: name,
    version: '1',
    address: () => `http://${name}`,
    facts: () => NO_FACTS,
    memory: { amongOthers: seconds(90), alone: minutes(15) },
    areCutOff: () => Promise.resolve(false),
  })
