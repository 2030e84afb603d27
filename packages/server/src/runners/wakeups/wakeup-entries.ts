import { troubleWords } from '../../hotel/wakeups/outcome-words.ts'
import { afterCall, afterInterruption, type Interrupted } from '../../hotel/wakeups/after-call.ts'
import { isAnsweredForGood } from '../../hotel/wakeups/answered-for-good.ts'
import { mayBeWithDesk } from '../../hotel/wakeups/before-call.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Attempt, AttemptKey } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type ClaimedWakeup, claimerOf } from '../../store/stores/wakeup-claims.ts'
import { withOneLog } from '../../logbook/one-log.ts'
import type { AnswerFacts, Arming, EndFacts, Rung } from './call-facts.ts'
import { cutOffOf } from './cut-off.ts'
import type { Decisions } from './wakeup-decisions.ts'
import { mendByHand } from './wakeup-alarms.ts'
import { interruptedNote, lateNote, type WakeupNote, writeNotes } from './wakeup-notes.ts'

interface Parts {
  readonly decide: Decisions
  policy(tenant: TenantId): WakeupPolicy
}

/** What became of an answer that was told late: it settled the call, is only in the log, or was told before. */
export type Late = 'settled' | 'told' | 'known'

export type WakeupEntries = ReturnType<typeof wakeupEntries>

/** What is written about calls from the line in hand to the decision, each entry in the caller's transaction. */
export function wakeupEntries({ decide, policy }: Parts) {
  const ring = async (stores: Stores, calls: readonly ClaimedWakeup[], at: Instant): Promise<string[]> => {
    await stores.attempts.begun(calls.map(toldAs), at)
    const ringing = await stores.wakeups.dial(calls, at)
    // A call that was changed just then was dialled all the same: its number is used up.
    for (const call of calls) if (!ringing.includes(call.id)) await stores.wakeups.countDial(call)
    return ringing
  }

  /** Writes that these calls ring where the book does not say so yet, each since its own start. */
  const ringAll = async (stores: Stores, calls: readonly Rung[]): Promise<string[]> => {
    const moments = new Set(calls.map(({ unnoted }) => unnoted))
    const ringing: string[] = []
    for (const at of moments) {
      const same = calls.filter(({ unnoted }) => unnoted === at).map(({ call }) => call)
      if (at !== null) ringing.push(...(await ring(stores, same, at)))
    }
    return ringing
  }

  const end = async (stores: Stores, { rung, result, startedAt, cutOff }: EndFacts, now: Instant) => {
    const { call } = rung
    const rules = policy(call.tenant)
    await stores.attempts.end(attemptKeyOf(call), now, cutOff ? null : result)
    await writeNotes(stores, [rung])
    const decision = cutOff
      ? afterInterruption(call, cutOff, rules, now)
      : afterCall(call, result, rules, startedAt, now)
    const reason = cutOff ? 'the system was stopped' : troubleWords(result)
    await decide.carryOut(stores, call, decision, now, { reason })
  }

  return {
    /** About to be dialled: gives the calls as they will be then, without those that were changed meanwhile. */
    async arm(stores: Stores, armings: readonly Arming[], now: Instant): Promise<ClaimedWakeup[]> {
      const of = new Map(armings.map((arming) => [arming.call.id, arming]))
      const calls = (await stores.wakeups.hold(armings.map(({ call }) => call))).map(oneMoreDial)
      const attempts = calls.map((call) => attemptOf(call, of.get(call.id), Math.max(now, call.nextAt)))
      // Left by us if the answer of such a transaction was lost: nothing was sent under those handles.
      await stores.attempts.forgetOpen(attempts)
      const possible = await stores.attempts.possible(attempts)
      await stores.attempts.insert(possible)
      const armed = new Set(possible.map(({ call }) => call))
      return calls.filter(({ id }) => armed.has(id))
    },

    /** Dialled; says which of them are unchanged since they were armed. */
    async begun(stores: Stores, calls: readonly Rung[]): Promise<string[]> {
      const ringing = await ringAll(stores, calls)
      await writeNotes(stores, calls)
      for (const { call, unnoted } of calls)
        if (unnoted !== null && mayBeWithDesk(call, policy(call.tenant)))
          await mendByHand(stores, call, RINGS_ITSELF, unnoted)
      return ringing
    },

    async answered(stores: Stores, answers: readonly AnswerFacts[], now: Instant): Promise<void> {
      const calls = answers.map(({ rung }) => rung)
      await ringAll(stores, calls)
      for (const { rung, handle } of answers)
        await stores.attempts.answered(attemptKeyOf(rung.call), handle, now)
      await writeNotes(stores, calls)
    },

    /** From here on the answer counts for good, whatever happens to us. */
    heard: (stores: Stores, calls: readonly Wakeup[], at: Instant): Promise<void> =>
      stores.attempts.heard(calls.map(toldAs), at),

    async pressed(stores: Stores, call: Wakeup, keys: string, note: WakeupNote): Promise<void> {
      await stores.attempts.pressed(attemptKeyOf(call), keys)
      await writeNotes(stores, [{ call, notes: [note] }])
    },

    /** The process that was at these attempts has died. */
    interrupted: (stores: Stores, attempts: readonly Attempt[], now: Instant): Promise<void> =>
      withOneLog(stores, async (gathering) => {
        for (const { attempt, call } of await endCutOff(gathering, attempts, now)) {
          const decision = afterInterruption(call, cutOffOf(attempt), policy(call.tenant), now)
          await decide.carryOut(gathering, call, decision, now, { reason: 'the system was interrupted' })
        }
      }),

    /**
     * What a node knows that has lost the house meanwhile. An answer for good settles the call, wherever it waits or
     * rings by now; of any other it is only said. A phone that was still in somebody's hand when this was told is put
     * down later, which is no second answer.
     */
    async late(stores: Stores, call: Wakeup, how: Interrupted, now: Instant): Promise<Late> {
      if (await isToldLate(stores, call)) return 'known'
      const [found] = await stores.wakeups.lock([call.id])
      const isSame = found !== undefined && found.state !== 'done' && toldAs(found) === toldAs(call)
      const decision = afterInterruption(call, how, policy(call.tenant), now)
      const note = lateNote(call, how.heardMs, now)
      if (isSame && decision.do === 'settle' && isAnsweredForGood(how)) {
        const write = (next: Wakeup) => stores.wakeups.update(next).then(() => true)
        await decide.settle(stores, found, decision, now, [note], write)
        return 'settled'
      }
      await writeNotes(stores, [{ call, notes: [note] }])
      return 'told'
    },

    /** The phones were put down: the result is decided, unless an operator has settled the call before. */
    ended: (stores: Stores, endings: readonly EndFacts[], now: Instant): Promise<void> =>
      withOneLog(stores, async (gathering) => {
        await ringAll(
          stores,
          endings.map(({ rung }) => rung),
        )
        for (const ending of endings) await end(gathering, ending, now)
      }),
  }
}

const isToldLate = async ({ activity }: Stores, call: Wakeup): Promise<boolean> =>
  (await activity.ofWakeups([toldAs(call)])).some(
    ({ kind, detail }) => kind === 'wakeup.answered-late' && detail['number'] === call.dials,
  )

/** How far a call had come that its node could not write the end of. */
export const howFar = ({ cutOff, result }: EndFacts): Interrupted =>
  cutOff ??
  (result.kind === 'answered' ? { ...result, answered: true } : { answered: false, keys: '', heardMs: 0 })

/** An attempt, and its call as it was dialled. */
interface CutOff {
  readonly attempt: Attempt
  readonly call: Wakeup
}

/**
 * Attempts that nobody is at any more come to their end. Calls that never rang, or were deleted, or settled by an
 * operator, while no process was ringing, are not among those that it gives.
 */
export async function endCutOff(
  stores: Stores,
  attempts: readonly Attempt[],
  now: Instant,
): Promise<CutOff[]> {
  const locked = await stores.wakeups.lock(attempts.map(({ call }) => call))
  const found = new Map(locked.map((call) => [call.id, call]))
  const cutOff: CutOff[] = []
  for (const attempt of attempts) {
    const call = await endOne(stores, attempt, found.get(attempt.call), now)
    if (call) cutOff.push({ attempt, call })
  }
  return cutOff
}

async function endOne(stores: Stores, attempt: Attempt, found: Wakeup | undefined, now: Instant) {
  const isKnown = found?.state === 'calling' && found.dials === attempt.number
  // Its moment had not come, or nothing was ready to be sent: the phone never rang.
  if (!isKnown && (isToCome(attempt, now) || attempt.handle === null)) {
    await stores.attempts.forget(attempt)
    return null
  }
  const call = asDialled(found, attempt)
  if (call && !isKnown) await stores.wakeups.update(call)
  await stores.attempts.end(attempt, now, null)
  const told = call ?? (found && { ...found, room: attempt.room, occurrence: attempt.wakeup })
  if (told) await writeNotes(stores, [{ call: told, notes: [interruptedNote(attempt, isKnown, now)] }])
  return call
}

export const RINGS_ITSELF = 'The system rings it now'

/** Whether the process before us has died before the moment at which this was to be dialled. */
export const isToCome = ({ startedAt }: Attempt, now: Instant) => startedAt > now

/** One that was about to be dialled, and of which it is unknown whether it was, counts as dialled. */
export function asDialled(found: Wakeup | undefined, { number, startedAt }: Attempt): Wakeup | null {
  if (found?.state === 'calling' && found.dials === number) return found
  if (found?.state !== 'pending' || found.dials !== number - 1) return null
  return oneMoreDial({ ...found, dialledAt: found.dialledAt ?? startedAt })
}

export const oneMoreDial = <Call extends Wakeup>(call: Call): Call => ({
  ...call,
  state: 'calling',
  dials: call.dials + 1,
  attempts: call.attempts + 1,
  tries: call.tries + 1,
})

export const attemptKeyOf = (call: Wakeup): AttemptKey => ({
  tenant: call.tenant,
  wakeup: toldAs(call),
  number: call.dials,
})

export const attemptOf = (call: ClaimedWakeup, arming: Arming | undefined, at: Instant): Attempt => ({
  ...attemptKeyOf(call),
  call: call.id,
  room: call.room,
  claimer: claimerOf(call),
  line: arming?.line ?? '',
  startedAt: at,
  handle: arming?.handle ?? null,
  answeredAt: null,
  heardAt: null,
  keys: '',
  endedAt: null,
  result: null,
})
