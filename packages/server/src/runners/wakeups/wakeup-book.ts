import { methodOf } from '../../hotel/wakeups/before-call.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Claimed, ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import { broughtForward, crowdOf, followersAmong, leaderOf } from '../../hotel/wakeups/companions.ts'
import { leadersAmong } from './companions.ts'
import { isVip } from './held-call.ts'
import type { AnswerFacts, Arming, EndFacts, Rung } from './call-facts.ts'
import type { LateCall } from './late-calls.ts'
import { outageReplay } from './outage-replay.ts'
import { passOver } from './passed-calls.ts'
import { raiseByHand, raiseNoLine } from './wakeup-alarms.ts'
import { decisions } from './wakeup-decisions.ts'
import { asDialled, attemptKeyOf, howFar, wakeupEntries } from './wakeup-entries.ts'
import { claimedNote, type WakeupNote, writeNotes } from './wakeup-notes.ts'

interface Parts {
  readonly database: HotelDatabase
  /** The same without a fence: for what we know of a house that others have by now. */
  readonly unfenced: HotelDatabase
  readonly ids: Ids
  policy(tenant: TenantId): WakeupPolicy
  /** Whose calls are ours to ring. */
  whose(): Whose
  /** A phone was picked up at a time when others had its house: a call that they may ring is settled by it, or not. */
  onLate(late: LateCall): void
}

const CLAIM_BATCH = 500
const AHEAD_MOST = 2_000

export type WakeupBook = ReturnType<typeof wakeupBook>

/** Every transaction of a wakeup's calls: the fact, its log rows and what the desk must know, together. */
export function wakeupBook({ database, unfenced, ids, policy, whose, onLate }: Parts) {
  /** This process: a call that carries another's lease, or none, is not in our hands. */
  const claimer = ids.uuid()
  let claims = 0
  const leaseAhead = ({ id }: Pick<Wakeup, 'id'>) => `${claimer}/ahead/${id}`
  const decide = decisions({ ids, policy })
  const entries = wakeupEntries({ decide, policy })
  const late = decisions({ ids, policy, isLate: true })

  /** Who rings each of these calls. Rooms are looked up only where that depends on them. */
  const methods = async (stores: Stores, calls: readonly Wakeup[]) => {
    const unlike = calls.filter(({ tenant }) => policy(tenant).method !== policy(tenant).vipMethod)
    const rooms = await roomsFor(stores, unlike)
    return (call: Wakeup) => methodOf({ vip: isVip(rooms.get(roomKey(call))) }, policy(call.tenant))
  }

  return {
    /**
     * The calls to be looked at before an instant, taken into our hands, and whether there are more. Those that ring
     * with a companion are left to it.
     */
    claim: async (before: Instant, now: Instant, until: Instant) => {
      // Nothing to take up is the rule: then nothing is written either.
      if (!(await database.read.wakeups.isClaimable(before, now, whose()))) return { calls: [], more: false }
      return database.transaction(async (stores) => {
        const wanted = { before, now, until, claimer, claim: ++claims, limit: CLAIM_BATCH, whose: whose() }
        const calls = await stores.wakeups.claim(wanted)
        // One that was left to the desk, or put off, is taken up again.
        const fresh = calls.filter(({ dials, nextAt, dueAt }) => dials === 0 && nextAt <= dueAt)
        const method = await methods(stores, fresh)
        await writeNotes(
          stores,
          fresh.map((call) => ({ call, notes: [claimedNote(call, method(call), now)] })),
        )
        const { leading, areOthersEarlier } = await leadersAmong(stores, calls, now)
        return { calls: leading, more: calls.length === CLAIM_BATCH || areOthersEarlier }
      })
    },

    /** What is to be looked at before an instant, and where it rings, without taking it into our hands. */
    async ahead(before: Instant, houses: Whose) {
      const calls = (await database.read.wakeups.ahead(before, AHEAD_MOST, houses)).map((call) => ({
        ...call,
        lease: call.lease === '' ? leaseAhead(call) : call.lease,
      }))
      const crowd = crowdOf(calls)
      const leading = calls
        .filter((call) => leaderOf(call, crowd) === null)
        .map((call) => broughtForward(call, followersAmong(call, crowd)))
      return { calls: leading, rooms: await this.roomsOf(leading) }
    },

    /** Who is rung for these calls, and where. */
    roomsOf: (calls: readonly Wakeup[]): Promise<Map<string, CalledRoom>> => roomsFor(database.read, calls),

    /** It is to be looked at later; nothing is written when the call was changed since it was claimed. */
    postpone: (call: ClaimedWakeup, nextAt: Instant) =>
      database.transaction((stores) => stores.wakeups.updateHeld({ ...call, nextAt }, call)),

    /** Its hour has come, and the desk is told to ring it; `rings`: when the system does, if the desk has not. */
    leaveToDesk: (call: ClaimedWakeup, until: Instant, rings: Instant | null, now: Instant) =>
      database.transaction(async (stores) => {
        const isOurs = await stores.wakeups.updateHeld({ ...call, nextAt: until }, call)
        if (isOurs) await raiseByHand(stores, ids, call, rings, now)
        return isOurs
      }),

    /** Over before it was dialled: it is too late, or the desk has not marked a manual call. */
    giveUp: (call: ClaimedWakeup, verdict: Verdict, now: Instant) =>
      database.transaction((stores) =>
        decide.settle(stores, call, verdict, now, [], (next) => stores.wakeups.updateHeld(next, call)),
      ),

    /**
     * These calls are dialled in a moment: each gets an attempt of its own, and is given as it will be then. One that
     * was changed since it was claimed, that now rings with a companion, or whose room another process rings, is left
     * out.
     */
    arm: (armings: readonly Arming[], now: Instant): Promise<ClaimedWakeup[]> =>
      database.transaction((stores) => entries.arm(stores, armings, now)),

    /** Those of these calls that are unchanged since they were written down. */
    unchanged: (calls: readonly Claimed[]): Promise<string[]> => database.read.wakeups.held(calls),

    /** Those of these calls that ring as they were dialled. */
    stillRinging: (calls: readonly Wakeup[]): Promise<string[]> => database.read.wakeups.stillRinging(calls),

    /** Not dialled after all: they may be claimed again. */
    disarm: (calls: readonly ClaimedWakeup[]): Promise<void> =>
      database.transaction(async (stores) => {
        for (const call of calls) await stores.attempts.forget(attemptKeyOf(call))
        await stores.wakeups.free(calls)
      }),

    /** These calls were dialled; says which of them are unchanged since they were armed. */
    begun: (calls: readonly Rung[]): Promise<string[]> =>
      database.transaction((stores) => entries.begun(stores, calls)),

    note: (calls: readonly Pick<Rung, 'call' | 'notes'>[]): Promise<void> =>
      database.transaction((stores) => writeNotes(stores, calls)),

    /** With the handles that hang them up, should we die now. */
    answered: (answers: readonly AnswerFacts[], now: Instant) =>
      database.transaction((stores) => entries.answered(stores, answers, now)),

    /** From here on these rooms are never rung again for these calls, whatever happens to us. */
    heard: (calls: readonly ClaimedWakeup[], now: Instant) =>
      database.transaction((stores) => entries.heard(stores, calls, now)),

    pressed: (call: ClaimedWakeup, keys: string, note: WakeupNote) =>
      database.transaction((stores) => entries.pressed(stores, call, keys, note)),

    /** The phones were put down: the result is decided and written, unless an operator has settled the call before. */
    ended: (endings: readonly EndFacts[], now: Instant) =>
      database.transaction((stores) => entries.ended(stores, endings, now)),

    /** The phone was put down, and others have the house. */
    async late(ending: EndFacts, now: Instant): Promise<void> {
      const [{ call }, how] = [ending.rung, howFar(ending)]
      if (!how.answered) return
      const late = await unfenced.transaction((stores) => entries.late(stores, call, how, now))
      if (late !== 'known') onLate({ call, isSettled: late === 'settled' })
    },

    /** What happened while nothing could be written, in the caller's transaction. */
    replay: outageReplay({ decide: late, entries: wakeupEntries({ decide: late, policy }) }),

    /** What was due while another house was the one that rings, in the caller's transaction. */
    passOver: passOver({ ids, entries }),

    /** Attempts without an end, in these houses. */
    openAttempts: (taken: Whose): Promise<Attempt[]> => database.read.attempts.open(taken),

    /** A process before us was at these attempts when it died. */
    interrupted: (attempts: readonly Attempt[], now: Instant) =>
      database.transaction((stores) => entries.interrupted(stores, attempts, now)),

    /** The calls of these attempts, as they were dialled; not those that are over, or changed since. */
    async callsOf(attempts: readonly Attempt[]): Promise<ClaimedWakeup[]> {
      if (attempts.length === 0) return []
      const found = new Map(
        (await database.read.wakeups.named(attempts.map(({ call }) => call))).map((call) => [call.id, call]),
      )
      return attempts.flatMap((attempt) => {
        const call = asDialled(found.get(attempt.call), attempt)
        return call ? [{ ...call, lease: leaseAhead(call) }] : []
      })
    },

    /** No line has been free for so long that the desk must know. */
    tellNoLine: (call: ClaimedWakeup, now: Instant) =>
      database.transaction(async (stores) => {
        // One that was settled or changed just now is not waiting any more.
        if ((await stores.wakeups.hold([call])).length > 0) await raiseNoLine(stores, ids, call, now)
      }),

    /**
     * Frees calls that would otherwise never ring; says how many. They carry our lease, but we do not hold them;
     * they carry, in one of these houses, the lease of a process that is gone; or they follow a call that does not ring
     * for them.
     */
    freeOthers: async (before: Instant, isOurs: (id: string) => boolean, houses: Whose): Promise<number> => {
      const { wakeups } = database.read
      const lost = (await wakeups.heldBy(claimer, before)).filter((id) => !isOurs(id))
      const abandoned = await wakeups.abandoned(claimer, before, houses)
      const orphans = await wakeups.orphans(houses)
      const count = lost.length + abandoned.length + orphans.length
      if (count === 0) return 0
      await database.transaction(async (stores) => {
        await stores.wakeups.freeThose(lost, claimer, 'own')
        await stores.wakeups.freeThose(abandoned, claimer, 'of others')
        await stores.wakeups.lead(orphans)
      })
      return count
    },
  }
}

interface CalledRoom {
  readonly mailbox: Mailbox
  readonly guests: readonly Guest[]
}

async function roomsFor(stores: Stores, calls: readonly Wakeup[]): Promise<Map<string, CalledRoom>> {
  const rooms = new Map<string, CalledRoom>()
  for (const tenant of new Set(calls.map((call) => call.tenant))) {
    const own = calls.filter((call) => call.tenant === tenant)
    for (const room of await roomsIn(stores, tenant, own))
      rooms.set(roomKey({ tenant, room: room.mailbox.number }), room)
  }
  return rooms
}

async function roomsIn({ mailboxes, guests }: Stores, tenant: TenantId, calls: readonly Wakeup[]) {
  const numbers = [...new Set(calls.map(({ room }) => room))]
  const staying = await guests.ofRooms(tenant, numbers)
  return (await mailboxes.ofNumbers(tenant, numbers)).map((mailbox) => ({
    mailbox,
    guests: staying.filter(({ room }) => room === mailbox.number),
  }))
}

export const roomKey = ({ tenant, room }: Pick<Wakeup, 'tenant' | 'room'>) => `${tenant}/${room}`
