import {
  afterCall,
  afterInterruption,
  DESK_KNOWS_AFTER,
  type Decision,
  lineWantedAt,
} from '../hotel/after-call.ts'
import { raise } from '../hotel/alarm.ts'
import type { CallResult } from '../hotel/call-result.ts'
import type { Conduct } from '../hotel/conduct.ts'
import { formatInstant } from '../hotel/local-time.ts'
import type { Mailbox } from '../hotel/room.ts'
import type { Guest } from '../hotel/stay.ts'
import type { TenantId } from '../hotel/tenancy.ts'
import { settleWakeup, toldAs, type Wakeup } from '../hotel/wakeup.ts'
import { listOf, type Outcome } from '../hotel/wakeup-outcome.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { CallHandle } from '../calls/caller.ts'
import type { Attempt, AttemptKey } from '../store/attempt-store.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'
import { leadersAmong } from './companions.ts'
import {
  claimedNote,
  decisionNote,
  dialledNote,
  type Dialling,
  followedNote,
  interruptedNote,
  type Note,
  rowOf,
  settledNote,
  WORDS,
} from './wakeup-notes.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  conduct(tenant: TenantId): Conduct
}

const CLAIM_BATCH = 500

export type WakeupBook = ReturnType<typeof wakeupBook>

/** Every transaction of a call's conduct: the fact, its log rows and what the desk must know, together. */
export function wakeupBook({ database, ids, conduct }: Parts) {
  /** Of this process: a call that carries another lease, or none, is not in our hands. */
  const lease = ids.uuid()
  const decide = decisions({ ids, conduct })

  return {
    /** Nobody but us is left to hold a call. */
    freeAll: () => database.transaction((stores) => stores.wakeups.freeAll()),

    /**
     * The calls to be looked at before an instant, taken into our hands, and whether there are more. Those that ring
     * with a companion are left to it.
     */
    claim: async (before: Instant, now: Instant, until: Instant) => {
      // Nothing to take up is the rule: then nothing is written either.
      if (!(await database.read.wakeups.isClaimable(before, now))) return { calls: [], more: false }
      return database.transaction(async (stores) => {
        const calls = await stores.wakeups.claim({ before, now, until, lease, limit: CLAIM_BATCH })
        const fresh = calls.filter((call) => call.dials === 0)
        await stores.activity.addAll(fresh.map((call) => rowOf(call, claimedNote(call, now))))
        const leading = new Set(await leadersAmong(stores, calls, now))
        return { calls: calls.filter(({ id }) => leading.has(id)), more: calls.length === CLAIM_BATCH }
      })
    },

    /** Who is rung for these calls, and where. */
    async roomsOf(calls: readonly Wakeup[]): Promise<Map<string, { mailbox: Mailbox; guests: Guest[] }>> {
      const numbers = [...new Set(calls.map(({ room }) => room))]
      const mailboxes = await database.read.mailboxes.ofNumbers(numbers)
      const guests = await database.read.guests.ofRooms(numbers)
      return new Map(
        mailboxes.map((mailbox) => [
          roomKey({ tenant: mailbox.tenant, room: mailbox.number }),
          {
            mailbox,
            guests: guests.filter((one) => one.tenant === mailbox.tenant && one.room === mailbox.number),
          },
        ]),
      )
    },

    /** It is to be looked at later; says nothing when somebody has changed it. */
    postpone: (call: Wakeup, nextAt: Instant) =>
      database.transaction((stores) => stores.wakeups.updateHeld({ ...call, nextAt }, lease)),

    /** Over before it was dialled: too late, or nobody marked it. */
    giveUp: (call: Wakeup, outcome: Outcome, now: Instant) =>
      database.transaction((stores) =>
        decide.settle(stores, call, outcome, now, [], (next) => stores.wakeups.updateHeld(next, lease)),
      ),

    /**
     * These calls are being dialled from now on, each with an attempt of its own. One that somebody has changed since
     * it was claimed, or that has come to ring with a companion, is left out.
     */
    dial: (diallings: readonly Dialling[], now: Instant): Promise<Wakeup[]> =>
      database.transaction(async (stores) => {
        const ids = diallings.map(({ call }) => call.id)
        const dialled = await stores.wakeups.dial(ids, lease, now)
        const lines = new Map(diallings.map((dialling) => [dialling.call.id, dialling]))
        await stores.attempts.insert(dialled.map((call) => attemptOf(call, lines.get(call.id)?.line, now)))
        await stores.activity.addAll(
          dialled.map((call) => rowOf(call, dialledNote(call, lines.get(call.id), now))),
        )
        return dialled
      }),

    remember: (call: Wakeup, handle: CallHandle) =>
      database.transaction((stores) => stores.attempts.remember(keyOf(call), handle)),

    /** From here on the room is never rung again for this call, whatever happens to us. */
    answered: (call: Wakeup, handle: CallHandle, now: Instant, notes: readonly Note[]) =>
      database.transaction(async (stores) => {
        await stores.attempts.answered(keyOf(call), handle, now)
        await stores.activity.addAll(notes.map((note) => rowOf(call, note)))
      }),

    pressed: (call: Wakeup, keys: string, note: Note) =>
      database.transaction(async (stores) => {
        await stores.attempts.pressed(keyOf(call), keys)
        await stores.activity.add(rowOf(call, note))
      }),

    /** The phone was put down: what that means is decided and written, unless somebody has decided before. */
    ended: (call: Wakeup, result: CallResult, startedAt: Instant, now: Instant, notes: readonly Note[]) =>
      database.transaction(async (stores) => {
        await stores.attempts.end(keyOf(call), now, result)
        await stores.activity.addAll(notes.map((note) => rowOf(call, note)))
        const decision = afterCall(call, result, conduct(call.tenant), startedAt, now)
        await decide.carryOut(stores, call, decision, now, { reason: result.reason })
      }),

    /** We hang up ourselves, because we stop: whoever comes after us goes on. */
    handedOn: (call: Wakeup, answered: boolean, keys: string, now: Instant, notes: readonly Note[]) =>
      database.transaction(async (stores) => {
        await stores.attempts.end(keyOf(call), now, null)
        await stores.activity.addAll(notes.map((note) => rowOf(call, note)))
        const decision = afterInterruption(call, { answered, keys }, conduct(call.tenant), now)
        await decide.carryOut(stores, call, decision, now, { reason: 'the system was stopped' })
      }),

    /** What nobody has ended, and where it rings; null when the call is gone. */
    async openAttempts(): Promise<{ attempt: Attempt; room: string | null }[]> {
      const { attempts, wakeups } = database.read
      const open = []
      for (const attempt of await attempts.open()) {
        const call = await wakeups.get(attempt.call)
        open.push({ attempt, room: call ? roomKey(call) : null })
      }
      return open
    },

    /** A process before us was at this attempt when it died. */
    interrupted: (attempt: Attempt, now: Instant) =>
      database.transaction(async (stores) => {
        await stores.attempts.end(attempt, now, null)
        const call = await stores.wakeups.get(attempt.call)
        // Deleted, or decided by hand, while nobody was ringing.
        if (!call || call.state !== 'calling' || call.dials !== attempt.number) return
        await stores.activity.add(rowOf(call, interruptedNote(attempt, now)))
        const { answeredAt, keys } = attempt
        const cutOff = { answered: answeredAt !== null, keys }
        const decision = afterInterruption(call, cutOff, conduct(call.tenant), now)
        await decide.carryOut(stores, call, decision, now, { reason: 'the system was interrupted' })
      }),

    /** No line has been free for so long that the desk must know. */
    tellNoLine: (call: Wakeup, now: Instant) =>
      database.transaction((stores) => raiseNoLine(stores, ids, call, now)),

    /** Calls that carry our lease and that we do not know of are anybody's again; says how many. */
    freeOthers: async (before: Instant, isOurs: (id: string) => boolean): Promise<number> => {
      const lost = (await database.read.wakeups.heldBy(lease, before)).filter((id) => !isOurs(id))
      if (lost.length > 0) await database.transaction((stores) => stores.wakeups.free(lost, lease))
      return lost.length
    },
  }
}

/** Carries out what the rules have decided. */
function decisions({ ids, conduct }: Pick<Parts, 'ids' | 'conduct'>) {
  const settle = async (
    stores: Stores,
    call: Wakeup,
    outcome: Outcome,
    now: Instant,
    notes: readonly Note[],
    write: (next: Wakeup) => Promise<boolean>,
  ): Promise<void> => {
    const by = { outcome, actor: 'system', byOperator: false }
    const { record, series } = settleWakeup(call, by, now, ids.uuid())
    if (!(await write(series ?? record))) return
    if (series) await stores.wakeups.insert(record)
    await stores.activity.addAll([...notes, settledNote(outcome, now)].map((note) => rowOf(call, note)))
    await mendNoLine(stores, call, now)
    if (listOf(outcome) === 'failed') await raiseFailed(stores, ids, call, outcome, now)
    for (const follower of await stores.wakeups.followersOf(call.id))
      await settle(
        stores,
        { ...follower, dialledAt: call.dialledAt },
        outcome,
        now,
        [followedNote(call, now)],
        async (next) => {
          await stores.wakeups.update({ ...next, follows: null })
          return true
        },
      )
  }

  const carryOut = async (
    stores: Stores,
    call: Wakeup,
    decision: Decision,
    now: Instant,
    why: { reason: string },
  ): Promise<void> => {
    const write = (next: Wakeup) => stores.wakeups.updateDialled(next, call.dials)
    if (decision.do === 'settle') return settle(stores, call, decision.outcome, now, [], write)
    if (!(await write(continued(call, decision)))) return
    await stores.activity.add(rowOf(call, decisionNote(call, decision, now, why.reason)))
    if (decision.do !== 'wait-for-line') await mendNoLine(stores, call, now)
    else if (now - lineWantedAt(call, conduct(call.tenant)) >= DESK_KNOWS_AFTER)
      await raiseNoLine(stores, ids, call, now)
  }

  return { settle, carryOut, conduct }
}

/** The call as it goes on. */
function continued(call: Wakeup, decision: Exclude<Decision, { do: 'settle' }>): Wakeup {
  const waiting = { ...call, state: 'pending', nextAt: decision.at } as const
  switch (decision.do) {
    case 'retry':
      return { ...waiting, dueAt: decision.at, lineTroubles: 0 }
    case 'snooze':
      return { ...waiting, dueAt: decision.at, lineTroubles: 0, tries: 0, snoozes: call.snoozes + 1 }
    case 'wait-for-line':
      // The guest's phone was not reached: nothing counts.
      return {
        ...waiting,
        lineTroubles: call.lineTroubles + 1,
        attempts: call.attempts - 1,
        tries: call.tries - 1,
      }
  }
}

async function raiseNoLine(stores: Stores, ids: Ids, call: Wakeup, now: Instant) {
  if (await stores.alarms.openAbout('wakeup.no-line', toldAs(call))) return
  const text = `The wakeup call of room ${call.room} waits: no telephone line is free and working`
  await alarm(stores, ids, call, 'wakeup.no-line', text, {}, now)
}

async function raiseFailed(stores: Stores, ids: Ids, call: Wakeup, outcome: Outcome, now: Instant) {
  const asked = formatInstant(call.scheduledAt, call.zone)
  const text = `The wakeup call of room ${call.room} for ${asked.slice(11, 16)} failed: ${WORDS[outcome]}`
  await alarm(stores, ids, call, 'wakeup.failed', text, { outcome, scheduled: asked }, now)
}

async function alarm(
  stores: Stores,
  ids: Ids,
  call: Wakeup,
  kind: 'wakeup.failed' | 'wakeup.no-line',
  text: string,
  detail: Record<string, unknown>,
  now: Instant,
) {
  const { tenant, room } = call
  const raised = raise({ id: ids.uuid(), tenant, kind, subject: toldAs(call), room, text, detail }, now)
  await stores.alarms.insert(raised)
  const note = { kind: 'alarm.raised', at: now, text, detail: { alarm: raised.id, kind } }
  await stores.activity.add(rowOf(call, note))
}

/** The call is no longer waiting for a line: what the desk was told of that is over. */
async function mendNoLine(stores: Stores, call: Wakeup, now: Instant) {
  if (call.lineTroubles === 0 && now - call.dueAt < 60_000) return
  const open = await stores.alarms.openAbout('wakeup.no-line', toldAs(call))
  if (!open) return
  await stores.alarms.update({ ...open, state: 'over', endedBy: 'system', endedAt: now })
  const detail = { alarm: open.id }
  await stores.activity.add(
    rowOf(call, { kind: 'alarm.over', at: now, text: 'A line was found after all', detail }),
  )
}

export const roomKey = ({ tenant, room }: Pick<Wakeup, 'tenant' | 'room'>) => `${tenant}/${room}`

const keyOf = (call: Wakeup): AttemptKey => ({ wakeup: toldAs(call), number: call.dials })

const attemptOf = (call: Wakeup, line = '', now: Instant): Attempt => ({
  ...keyOf(call),
  call: call.id,
  line,
  startedAt: now,
  handle: null,
  answeredAt: null,
  keys: '',
  endedAt: null,
  result: null,
})
