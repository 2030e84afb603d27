import { Failure } from '../../kernel/failure.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

/**
 * A database in which a node that others have declared lost writes nothing: every transaction begins with a look at the
 * node's own row, which nobody can change before that transaction has ended.
 */
export const fenced = (
  database: HotelDatabase,
  lease: () => string,
  turnedAway: () => void = () => {},
): HotelDatabase => ({
  ...database,
  transaction: (work) =>
    database.transaction(async (stores) => {
      if (await stores.nodes.fence(lease())) return work(stores)
      turnedAway()
      throw new Failure('house.lost', 'Another node has taken over: this one has been declared lost')
    }),
})
