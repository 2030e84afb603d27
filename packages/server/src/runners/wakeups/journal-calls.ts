import { afterCall, afterInterruption, type Decision } from '../../hotel/wakeups/after-call.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { EndFacts } from './call-facts.ts'
import { cutOffOf } from './cut-off.ts'
import type { OutageEntry } from './outage-entry.ts'
import { continued } from './wakeup-decisions.ts'
import { attemptOf, oneMoreDial } from './wakeup-entries.ts'

type Policy = (tenant: TenantId) => WakeupPolicy

/** How far the journal has brought a call that the book knows less of. */
export type JournalCall =
  /** With what it came to, unless that is another's to say. */
  | { readonly is: 'over'; readonly verdict: Verdict | null }
  | { readonly is: 'going on'; readonly call: ClaimedWakeup }
  /** It rings, or rang when the process died. `call` and `attempt` are null where the book has them. */
  | {
      readonly is: 'open'
      readonly call: ClaimedWakeup | null
      readonly attempt: Attempt | null
      readonly known: Partial<Attempt>
    }

/** By the id of the call. */
export function journalCalls(entries: readonly OutageEntry[], policy: Policy): Map<string, JournalCall> {
  const calls = new Map<string, JournalCall>()
  for (const entry of entries) take(calls, entry, policy)
  return calls
}

function take(calls: Map<string, JournalCall>, entry: OutageEntry, policy: Policy) {
  switch (entry.what) {
    case 'armed':
      for (const arming of entry.armings) calls.set(arming.call.id, opened(arming, entry.at))
      return
    case 'disarmed':
      for (const { id } of entry.calls) calls.delete(id)
      return
    case 'begun':
      for (const { call, unnoted } of entry.calls) learn(calls, call, { startedAt: unnoted ?? entry.at })
      return
    case 'answered':
      for (const { rung, handle } of entry.answers) learn(calls, rung.call, { handle, answeredAt: entry.at })
      return
    case 'heard':
      for (const call of entry.calls) learn(calls, call, { heardAt: entry.at })
      return
    case 'pressed':
      return learn(calls, entry.call, { keys: entry.keys })
    case 'ended':
      for (const ending of entry.endings) calls.set(ending.rung.call.id, ended(ending, policy, entry.at))
      return
    case 'interrupted':
      for (const { attempt, call } of entry.interruptions)
        calls.set(attempt.call, cutOff(call, attempt, policy, entry.at))
      return
    case 'postponed':
      calls.set(entry.call.id, { is: 'going on', call: { ...entry.call, nextAt: entry.nextAt } })
      return
    case 'given up':
      calls.set(entry.call.id, { is: 'over', verdict: entry.verdict })
      return
    case 'moved':
      for (const [id, one] of calls)
        if (one.is === 'going on')
          calls.set(id, { ...one, call: movedCall(one.call, entry.by, entry.before) })
      return
    case 'noted':
    case 'clock':
    case 'alarm over':
      return
  }
}

/** The time that was `before` is `by` later, as the book takes it (`store/stores/wait-store.ts`). */
export const movedCall = <Call extends Wakeup>(call: Call, by: number, before: Instant): Call =>
  call.dials === 0 && call.nextAt > before
    ? call
    : { ...call, dueAt: call.dueAt + by, nextAt: call.nextAt + by }

/** A call that the book has, as the time that the book does not know of yet has moved it. */
export const movedSince = (entries: readonly OutageEntry[], call: ClaimedWakeup): ClaimedWakeup =>
  entries.reduce((moved, one) => (one.what === 'moved' ? movedCall(moved, one.by, one.before) : moved), call)

const opened = (arming: Extract<OutageEntry, { what: 'armed' }>['armings'][number], at: Instant) => {
  const call = oneMoreDial(arming.call)
  return { is: 'open', call, attempt: attemptOf(call, arming, at), known: {} } as const
}

function learn(calls: Map<string, JournalCall>, { id }: Wakeup, news: Partial<Attempt>) {
  const before = calls.get(id)
  const open = before?.is === 'open' ? before : { is: 'open' as const, call: null, attempt: null, known: {} }
  calls.set(id, { ...open, known: { ...open.known, ...news } })
}

/** By the same rule and at the same moment as when the journal is written back. */
export function ended({ rung: { call }, ...end }: EndFacts, policy: Policy, at: Instant): JournalCall {
  const rules = policy(call.tenant)
  if (end.isRecalled) return { is: 'over', verdict: null }
  return after(
    call,
    end.cutOff
      ? afterInterruption(call, end.cutOff, rules, at)
      : afterCall(call, end.result, rules, end.startedAt, at),
  )
}

/** An attempt without an end. */
export function cutOff(
  call: ClaimedWakeup | null,
  attempt: Attempt,
  policy: Policy,
  at: Instant,
): JournalCall {
  if (!call) return { is: 'over', verdict: null }
  return after(call, afterInterruption(call, cutOffOf(attempt), policy(call.tenant), at))
}

const after = (call: ClaimedWakeup, decision: Decision): JournalCall =>
  decision.do === 'settle'
    ? { is: 'over', verdict: decision }
    : { is: 'going on', call: goingOn(call, continued(call, decision)) }

/** Under a claim of its own: the book gives it the same when the journal is written back. */
const goingOn = ({ lease }: ClaimedWakeup, next: Wakeup): ClaimedWakeup => ({ ...next, lease: `${lease}+` })

/** The attempts without an end: those that the book knows, as the journal has them, and those that only the journal knows. */
export function openAttemptsIn(
  stored: readonly Attempt[],
  calls: ReadonlyMap<string, JournalCall>,
): { readonly attempt: Attempt; readonly call: ClaimedWakeup | null }[] {
  const known = new Set(stored.map(({ call }) => call))
  const fromBook = stored.flatMap((attempt) => {
    const at = calls.get(attempt.call)
    if (!at) return [{ attempt, call: null }]
    return at.is === 'open' ? [{ attempt: { ...attempt, ...at.known }, call: at.call }] : []
  })
  const fromJournal = Array.from(calls.values()).flatMap((at) =>
    at.is === 'open' && at.attempt && !known.has(at.attempt.call)
      ? [{ attempt: { ...at.attempt, ...at.known }, call: at.call }]
      : [],
  )
  return [...fromBook, ...fromJournal]
}
