import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Peers } from './peers.ts'

/** A database that tells other nodes of every commit: there may be something to seal, or settings to read anew. */
export const tellingPeers = (database: HotelDatabase, peers: Pick<Peers, 'tell'>): HotelDatabase => ({
  ...database,
  async transaction(work) {
    let isRaised = false
    const value = await database.transaction(async (stores) => {
      const done = await work(stores)
      isRaised = stores.site.isConfigurationRaised()
      return done
    })
    peers.tell('log')
    if (isRaised) peers.tell('configuration')
    return value
  },
})
