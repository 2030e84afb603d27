import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import type { ManualClock } from '../testing/manual-clock.ts'
import { type Hotel, type HotelOptions, openHotel } from './hotel.ts'

/** Nobody moves it: what is measured passes by itself. */
const clock: ManualClock = { ...systemClock(), advance: () => {}, set: () => {} }

/** A hotel of several nodes, by the real clock, each served at an address of its own. */
export interface NodeGroup {
  join(name: string, options?: Partial<HotelOptions>): Promise<Hotel>
  close(): Promise<void>
}

export function nodesOn(databaseUrl: string, common: Partial<HotelOptions> = {}): NodeGroup {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-nodes-'))
  const keyFile = path.join(folder, 'reveille.key')
  const joined: Hotel[] = []
  return {
    async join(name, options = {}) {
      const hotel = await openHotel({ clock, databaseUrl, node: { name, keyFile }, ...common, ...options })
      joined.push(hotel)
      await hotel.open()
      return hotel
    },
    async close() {
      for (const hotel of joined) await hotel.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
