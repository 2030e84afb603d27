import { atItsOwnTime } from '../../hotel/wakeups/companions.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** Calls that were to ring with this one ring by themselves. */
export async function freeFollowers(stores: Stores, { id }: Pick<Wakeup, 'id'>): Promise<void> {
  for (const follower of await stores.wakeups.followersOf(id))
    await stores.wakeups.update({ ...follower, follows: null })
}

/**
 * This call does not ring with its leader any more. A leader that was to ring earlier for its sake goes back to its own
 * time, and who still rings with it is found anew. Gives the id of such a leader.
 */
export async function leaveLeader(stores: Stores, { follows }: Wakeup): Promise<string[]> {
  const [leader] = follows === null ? [] : await stores.wakeups.lock([follows])
  const alone = leader && atItsOwnTime(leader)
  if (!leader || !alone || alone === leader) return []
  await stores.wakeups.update(alone)
  await freeFollowers(stores, leader)
  return [leader.id]
}
