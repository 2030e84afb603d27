import { hash } from 'node:crypto'
import { type Arrangement, housesOf } from '../../hotel/nodes/houses.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

/** Every house and every tenant, as the configuration has them that this process goes by. */
export class HouseList {
  readonly #database: HotelDatabase
  #now: Arrangement = { houses: [], tenants: [], print: '' }

  constructor(database: HotelDatabase) {
    this.#database = database
  }

  get now(): Arrangement {
    return this.#now
  }

  async read(): Promise<void> {
    const { site, lines } = this.#database.read
    const [{ telephony }, all] = [await site.written(), await site.tenants()]
    // Built-in phones serve all.
    const own = telephony?.mode === 'sip' ? await lines.list(null) : []
    const tenants = all.map(({ id }) => id)
    const houses = housesOf(tenants, own)
    const print = hash('sha256', JSON.stringify([houses.toSorted(), tenants.toSorted()]), 'base64url')
    this.#now = { houses, tenants, print }
  }
}
