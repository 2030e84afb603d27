import { DESK_KNOWS_AFTER, type Decision, lineWantedAt } from '../../hotel/wakeups/after-call.ts'
import { mayBeWithDesk } from '../../hotel/wakeups/before-call.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { settleWakeup, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import { listOfOutcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { mendByHand, mendNoLine, raiseFailed, raiseNoLine } from './wakeup-alarms.ts'
import { decisionNote, followedNote, settledNote, type WakeupNote, writeNotes } from './wakeup-notes.ts'

interface Parts {
  readonly ids: Ids
  policy(tenant: TenantId): WakeupPolicy
  /** What is carried out happened before: that a call waited for a line, the desk has heard by now. */
  readonly isLate?: boolean
}

export type Decisions = ReturnType<typeof decisions>

/** Carries out what the rules have decided, in the caller's transaction. */
export function decisions({ ids, policy, isLate = false }: Parts) {
  const settle = async (
    stores: Stores,
    call: Wakeup,
    verdict: Verdict,
    now: Instant,
    notes: readonly WakeupNote[],
    write: (next: Wakeup) => Promise<boolean>,
    why?: string,
  ): Promise<void> => {
    const isFailed = listOfOutcome(verdict.outcome) === 'failed'
    const by = { ...verdict, actor: 'system', byOperator: false }
    const { record, series } = settleWakeup(call, by, now, ids.uuid())
    if (!(await write(series ?? record))) return
    if (series) await stores.wakeups.insert(record)
    await writeNotes(stores, [{ call, notes: [...notes, settledNote(verdict, now)] }])
    if (mayBeWithDesk(call, policy(call.tenant))) await mendByHand(stores, call, 'The call is over', now)
    await mendNoLine(stores, call, now, isFailed ? 'The call was given up' : undefined)
    const told = why === undefined ? verdict : { ...verdict, why }
    if (isFailed) await raiseFailed(stores, ids, call, told, now)
    for (const follower of await stores.wakeups.followersOf(call.id))
      await settle(
        stores,
        { ...follower, dialledAt: call.dialledAt },
        verdict,
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
    if (decision.do === 'settle')
      return settle(
        stores,
        decision.outcome === 'no-line' ? uncounted(call) : call,
        { outcome: decision.outcome, proof: decision.proof },
        now,
        [],
        write,
        // Of any other outcome the exchange says nothing that the desk does not know by then.
        ...(decision.proof === 'broken-off' || decision.outcome === 'no-line' ? [why.reason] : []),
      )
    if (!(await write(continued(call, decision)))) return
    await writeNotes(stores, [{ call, notes: [decisionNote(call, decision, now, why.reason)] }])
    if (decision.do !== 'wait-for-line') await mendNoLine(stores, call, now)
    else if (!isLate && now - lineWantedAt(call, policy(call.tenant)) >= DESK_KNOWS_AFTER)
      await raiseNoLine(stores, ids, call, now, why.reason)
  }

  return { settle, carryOut }
}

/** The call as it goes on. */
export function continued(call: Wakeup, decision: Exclude<Decision, { do: 'settle' }>): Wakeup {
  const waiting = { ...call, state: 'pending', nextAt: decision.at } as const
  switch (decision.do) {
    case 'retry':
      return { ...waiting, dueAt: decision.at, lineTroubles: 0, lastOutcome: decision.after }
    case 'snooze':
      return {
        ...waiting,
        dueAt: decision.at,
        lineTroubles: 0,
        tries: 0,
        snoozes: call.snoozes + 1,
        lastOutcome: 'complete',
      }
    case 'wait-for-line':
      // The guest's phone was not reached, or was lost while it rang: nothing counts.
      return { ...uncounted(waiting), lineTroubles: call.lineTroubles + 1 }
  }
}

/** As if it had not been dialled: the guest's phone did not ring, or not for long enough. */
const uncounted = (call: Wakeup): Wakeup => ({
  ...call,
  attempts: call.attempts - 1,
  tries: call.tries - 1,
  dialledAt: call.attempts > 1 ? call.dialledAt : null,
})
