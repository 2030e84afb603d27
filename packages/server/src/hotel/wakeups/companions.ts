import { minuteOf } from '../time/calendar.ts'
import type { Wakeup } from './wakeup.ts'

/** Two calls of one room in the same minute ring once. */
export const areCompanions = (a: Wakeup, b: Wakeup): boolean =>
  a.id !== b.id &&
  a.tenant === b.tenant &&
  a.room === b.room &&
  minuteOf(a.scheduledAt) === minuteOf(b.scheduledAt)

/**
 * The call that rings for this one: a companion that has been dialled before, or that was asked for an earlier moment
 * of the minute. Null when it leads itself.
 */
export function leaderOf(call: Wakeup, pending: readonly Wakeup[]): Wakeup | null {
  const companions = pending.filter((other) => areCompanions(call, other) && mayLead(other, call))
  const [first] = companions.toSorted(byLeadership)
  return first && byLeadership(first, call) < 0 ? first : null
}

/** A call that wants a key is not settled by one that does not ask for it. */
export const mayLead = (leader: Wakeup, call: Wakeup): boolean =>
  leader.follows === null && (leader.confirm || !call.confirm)

/** One order for all, so that no two calls ever wait for each other. */
const byLeadership = (a: Wakeup, b: Wakeup): number =>
  Number(b.confirm) - Number(a.confirm) ||
  Number(b.dials > 0) - Number(a.dials > 0) ||
  a.scheduledAt - b.scheduledAt ||
  (a.id < b.id ? -1 : 1)

/** Those that ring with this leader from now on. */
export const followersAmong = (leader: Wakeup, crowd: readonly Wakeup[]): Wakeup[] =>
  crowd.filter(
    (call) =>
      areCompanions(leader, call) && mayLead(leader, call) && call.dials === 0 && call.follows === null,
  )

/** A leader that has not rung yet rings at the earliest moment of all that it rings for. */
export function broughtForward<Call extends Wakeup>(leader: Call, followers: readonly Wakeup[]): Call {
  const dueAt = Math.min(leader.dueAt, ...followers.map((call) => call.dueAt))
  return leader.dials > 0 || dueAt === leader.dueAt ? leader : { ...leader, dueAt, nextAt: dueAt }
}

/** A leader without the follower for which it was to ring earlier: at its own time again, unless it has rung. */
export const atItsOwnTime = (leader: Wakeup): Wakeup =>
  leader.dials > 0 || leader.dueAt >= leader.scheduledAt
    ? leader
    : { ...leader, dueAt: leader.scheduledAt, nextAt: leader.scheduledAt }

/** Those among pending calls that have a companion. */
export function crowdOf(pending: readonly Wakeup[]): Wakeup[] {
  const counts = new Map<string, number>()
  for (const call of pending) counts.set(placeOf(call), (counts.get(placeOf(call)) ?? 0) + 1)
  return pending.filter((call) => (counts.get(placeOf(call)) ?? 0) > 1)
}

const placeOf = (call: Wakeup) => `${call.tenant}/${call.room}/${minuteOf(call.scheduledAt)}`
