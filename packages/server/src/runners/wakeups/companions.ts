import { broughtForward, crowdOf, followersAmong, leaderOf } from '../../hotel/wakeups/companions.ts'
import { minuteOf } from '../../hotel/time/calendar.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { joinedNote, writeNotes } from './wakeup-notes.ts'

interface Leaders<Call extends Wakeup> {
  /** Those that ring themselves, at the earliest moment of all that they ring for. */
  readonly leading: readonly Call[]
  /** Others, not among those asked about, are to ring earlier than they were: they are to be claimed anew. */
  readonly areOthersEarlier: boolean
}

/** Calls that ring with another one are written down as its followers. */
export async function leadersAmong<Call extends Wakeup>(
  stores: Stores,
  calls: readonly Call[],
  now: Instant,
): Promise<Leaders<Call>> {
  const crowd = crowdOf(await pendingAround(stores, calls))
  const leading = calls.filter((call) => leaderOf(call, crowd) === null)
  if (crowd.length === 0) return { leading, areOthersEarlier: false }
  const ready: Call[] = []
  for (const leader of leading) ready.push(await lead(stores, leader, followersAmong(leader, crowd), now))
  const known = new Set(leading.map(({ id }) => id))
  let areOthersEarlier = false
  for (const call of calls) {
    const leader = leaderOf(call, crowd)
    // Only leaders from outside this batch are left: the others have their followers already.
    if (!leader || known.has(leader.id)) continue
    const joined = await joinOutside(stores, call, leader, now)
    // The leader may just have ended: then this call rings on its own.
    if (joined === 'alone') ready.push(call)
    areOthersEarlier ||= joined === 'earlier'
  }
  return { leading: ready, areOthersEarlier }
}

async function lead<Call extends Wakeup>(
  stores: Stores,
  leader: Call,
  followers: readonly Wakeup[],
  now: Instant,
): Promise<Call> {
  await join(stores, followers, leader, now)
  const earlier = broughtForward(leader, followers)
  if (earlier !== leader) await stores.wakeups.bringForward(earlier)
  return earlier
}

/** A leader in other hands, or in nobody's: a change of its moment ends its claim. */
async function joinOutside(stores: Stores, call: Wakeup, { id }: Wakeup, now: Instant) {
  const [leader] = await stores.wakeups.lock([id])
  if (!leader) return 'alone'
  await join(stores, [call], leader, now)
  const earlier = broughtForward(leader, [call])
  if (earlier === leader) return 'joined'
  await stores.wakeups.update(earlier)
  return 'earlier'
}

/** What is pending in the rooms and minutes of these calls. */
async function pendingAround(stores: Stores, calls: readonly Wakeup[]): Promise<Wakeup[]> {
  const pending: Wakeup[] = []
  for (const from of new Set(calls.map(({ scheduledAt }) => minuteOf(scheduledAt)))) {
    const own = calls.filter(({ scheduledAt }) => minuteOf(scheduledAt) === from)
    pending.push(...(await stores.wakeups.crowded(own, from, from + minutes(1))))
  }
  return pending
}

async function join(stores: Stores, followers: readonly Wakeup[], leader: Wakeup, now: Instant) {
  await stores.wakeups.follow(
    followers.map(({ id }) => id),
    leader.id,
  )
  await writeNotes(
    stores,
    followers.map((call) => ({ call, notes: [joinedNote(leader, now)] })),
  )
}
