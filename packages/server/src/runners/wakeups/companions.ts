import { areCompanions, crowdOf, leaderOf, mayLead, minutesAround } from '../../hotel/wakeups/companions.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { joinedNote, writeNotes } from './wakeup-notes.ts'

/** The ids of those that ring themselves; calls that ring with another one are written down as its followers. */
export async function leadersAmong(
  stores: Stores,
  calls: readonly Wakeup[],
  now: Instant,
): Promise<string[]> {
  const crowd = crowdOf(await pendingAround(stores, calls))
  const leading = calls.filter((call) => leaderOf(call, crowd) === null)
  if (crowd.length === 0) return idsOf(leading)
  for (const leader of leading) await join(stores, followersOf(leader, crowd), leader, now)
  const known = new Set(idsOf(leading))
  const alone = []
  for (const call of calls) {
    const leader = leaderOf(call, crowd)
    // Only leaders from outside this batch are left: the others have their followers already.
    if (!leader || known.has(leader.id)) continue
    // The leader may just have ended: then this call rings on its own.
    if ((await stores.wakeups.lock([leader.id])).length > 0) await join(stores, [call], leader, now)
    else alone.push(call)
  }
  return idsOf([...leading, ...alone])
}

/** What is pending in the rooms and minutes of these calls. */
async function pendingAround(stores: Stores, calls: readonly Wakeup[]): Promise<Wakeup[]> {
  const pending: Wakeup[] = []
  for (const tenant of new Set(calls.map((call) => call.tenant))) {
    const own = calls.filter((call) => call.tenant === tenant)
    const { from, before } = minutesAround(own)
    const rooms = own.map(({ room }) => room)
    pending.push(...(await stores.wakeups.crowded(tenant, rooms, from, before)))
  }
  return pending
}

const followersOf = (leader: Wakeup, crowd: readonly Wakeup[]) =>
  crowd.filter(
    (call) =>
      areCompanions(leader, call) && mayLead(leader, call) && call.dials === 0 && call.follows === null,
  )

async function join(stores: Stores, followers: readonly Wakeup[], leader: Wakeup, now: Instant) {
  await stores.wakeups.follow(idsOf(followers), leader.id)
  await writeNotes(
    stores,
    followers.map((call) => ({ call, notes: [joinedNote(leader, now)] })),
  )
}

const idsOf = (calls: readonly Wakeup[]) => calls.map(({ id }) => id)
