import { DESK_KNOWS_AFTER, lineWantedAt } from '../../hotel/wakeups/after-call.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { listOfOutcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { EndFacts, Interruption } from './call-facts.ts'
import { cutOff, ended, type JournalCall, journalCalls, openAttemptsIn } from './journal-calls.ts'
import type { Outage } from './outage-journal.ts'
import type { OutageEntry } from './outage-entry.ts'
import type { Patience } from './patience.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { oneMoreDial, RINGS_ITSELF } from './wakeup-entries.ts'

interface Parts {
  readonly book: WakeupBook
  readonly outage: Outage
  readonly clock: Clock
  readonly patience: Patience
  policy(tenant: TenantId): WakeupPolicy
  /** Calls that go on although the book cannot say so: they are to be rung again then. */
  onContinued(calls: readonly ClaimedWakeup[]): void
  /** What the desk must hear before it can be written. */
  readonly desk: DeskOfOutage
}

export interface DeskOfOutage {
  /** A guest was not woken. */
  failed(call: ClaimedWakeup, verdict: Verdict): void
  /** A call waits, because no line can carry it. */
  noLine(call: ClaimedWakeup): void
  /** It does not wait for a line any more. */
  lineFound(call: ClaimedWakeup): void
  /** The desk is to ring the room; `rings`: when the system does, if the desk has not. */
  byHand(call: ClaimedWakeup, rings: Instant | null): void
  /** The desk need not ring it any more. */
  taken(call: Wakeup, text: string): void
}

/** A database that has not answered after this long is away. */
const PATIENCE = seconds(2)
/** The guest hears nothing until this is written. */
const ANSWER_PATIENCE = seconds(1)

/**
 * The book of a process that goes on ringing while the database is away: what happens then goes into the journal, and
 * from there into the book once it can be written again.
 */
export function lastingBook({
  book,
  outage,
  clock,
  patience: { direct },
  policy,
  onContinued,
  desk,
}: Parts): WakeupBook {
  const write = async <T>(
    wanted: () => Promise<T>,
    entry: () => OutageEntry,
    assumed: () => T,
    patienceMs = PATIENCE,
  ) => {
    let unanswered: Promise<T> | undefined
    if (!(await outage.isOn()))
      try {
        return await direct(wanted, patienceMs, (work) => void (unanswered = work))
      } catch (error) {
        if (!outage.begins(error)) throw error
      }
    await outage.keep(entry(), unanswered)
    return assumed()
  }

  /** What can wait: without the database it is simply not done. */
  const skipped = async <T>(wanted: () => Promise<T>, assumed: () => T): Promise<T> => {
    if (await outage.isOn()) return assumed()
    try {
      return await direct(wanted, PATIENCE)
    } catch (error) {
      if (!outage.begins(error)) throw error
      return assumed()
    }
  }

  const settled = (call: ClaimedWakeup, verdict: Verdict) => {
    desk.lineFound(call)
    desk.taken(call, 'The call is over')
    if (listOfOutcome(verdict.outcome) === 'failed') desk.failed(call, verdict)
  }

  /** What becomes of calls whose end the book cannot be told yet. */
  const goOn = (ends: readonly { readonly call: ClaimedWakeup; readonly next: JournalCall }[]) => {
    onContinued(ends.flatMap(({ next }) => (next.is === 'going on' ? [next.call] : [])))
    for (const { call, next } of ends)
      if (next.is === 'over' && next.verdict) settled(call, next.verdict)
      else if (next.is === 'going on') waits(next.call)
  }

  const waits = (call: ClaimedWakeup) => {
    if (call.lineTroubles === 0) desk.lineFound(call)
    else if (clock.now() - lineWantedAt(call, policy(call.tenant)) >= DESK_KNOWS_AFTER) desk.noLine(call)
  }

  const endOf = (ending: EndFacts, now: Instant) => ({
    call: ending.rung.call,
    next: ending.cutOff ? OVER : ended(ending, policy, now),
  })

  const interrupted = async (attempts: readonly Attempt[], now: Instant) => {
    const interruptions = await withCalls(attempts)
    await write(
      () => book.interrupted(attempts, now),
      () => ({ what: 'interrupted', at: now, interruptions }),
      () =>
        goOn(
          interruptions.flatMap(({ attempt, call }) =>
            call ? [{ call, next: cutOff(call, attempt, policy, now) }] : [],
          ),
        ),
    )
  }

  /** Read before they are written, as the database may go away in between. */
  const withCalls = async (attempts: readonly Attempt[]): Promise<Interruption[]> => {
    const unknown = attempts.filter(({ call }) => !openCalls.has(call))
    const found = new Map((await book.callsOf(unknown)).map((call) => [call.id, call]))
    return attempts.map((attempt) => ({
      attempt,
      call: openCalls.get(attempt.call) ?? found.get(attempt.call) ?? null,
    }))
  }

  /** Of attempts that only the journal knows: their calls. */
  const openCalls = new Map<string, ClaimedWakeup>()

  const openAttempts: WakeupBook['openAttempts'] = async (taken) => {
    const open = openAttemptsIn(await book.openAttempts(taken), journalCalls(outage.unwritten, policy))
    for (const { call } of open) if (call) openCalls.set(call.id, call)
    return open.map(({ attempt }) => attempt)
  }

  return {
    ...book,
    claim: (before, now, until) =>
      skipped(
        () => book.claim(before, now, until),
        () => ({ calls: [], more: false }),
      ),
    // Of calls that are only in the journal, the book knows nothing yet.
    unchanged: (calls) =>
      skipped(
        () => book.unchanged(calls),
        () => calls.map(({ id }) => id),
      ),
    stillRinging: (calls) =>
      skipped(
        () => book.stillRinging(calls),
        () => calls.map(({ id }) => id),
      ),
    openAttempts,
    interrupted,
    roomsOf: (calls) => direct(() => book.roomsOf(calls), PATIENCE),
    freeOthers: (before, isOurs, houses) =>
      skipped(
        () => book.freeOthers(before, isOurs, houses),
        () => 0,
      ),
    tellNoLine: (call, now) =>
      skipped(
        () => book.tellNoLine(call, now),
        () => desk.noLine(call),
      ),
    postpone: (call, nextAt) =>
      write(
        () => book.postpone(call, nextAt),
        () => ({ what: 'postponed', at: clock.now(), call, nextAt }),
        () => {
          onContinued([{ ...call, nextAt }])
          return true
        },
      ),
    leaveToDesk: (call, until, rings, now) =>
      write(
        () => book.leaveToDesk(call, until, rings, now),
        () => ({ what: 'postponed', at: now, call, nextAt: until }),
        () => {
          onContinued([{ ...call, nextAt: until }])
          desk.byHand(call, rings)
          return true
        },
      ),
    giveUp: (call, verdict, now) =>
      write(
        () => book.giveUp(call, verdict, now),
        () => ({ what: 'given up', at: now, call, verdict }),
        () => settled(call, verdict),
      ),
    arm: (armings, now) =>
      write(
        () => book.arm(armings, now),
        () => ({ what: 'armed', at: now, armings }),
        () => armings.map(({ call }) => oneMoreDial(call)),
      ),
    disarm: (calls) =>
      write(
        () => book.disarm(calls),
        () => ({ what: 'disarmed', at: clock.now(), calls }),
        () => undefined,
      ),
    begun: (calls) =>
      write(
        () => book.begun(calls),
        () => ({ what: 'begun', at: clock.now(), calls }),
        () => {
          for (const { call } of calls) desk.taken(call, RINGS_ITSELF)
          return calls.map(({ call }) => call.id)
        },
      ),
    note: (calls) =>
      write(
        () => book.note(calls),
        () => ({ what: 'noted', at: clock.now(), calls }),
        () => undefined,
      ),
    answered: (answers, now) =>
      write(
        () => book.answered(answers, now),
        () => ({ what: 'answered', at: now, answers }),
        () => undefined,
        ANSWER_PATIENCE,
      ),
    heard: (calls, now) =>
      write(
        () => book.heard(calls, now),
        () => ({ what: 'heard', at: now, calls }),
        () => undefined,
      ),
    pressed: (call, keys, note) =>
      write(
        () => book.pressed(call, keys, note),
        () => ({ what: 'pressed', at: note.at, call, keys, note }),
        () => undefined,
      ),
    ended: (endings, now) =>
      write(
        () => book.ended(endings, now),
        () => ({ what: 'ended', at: now, endings }),
        () => goOn(endings.map((ending) => endOf(ending, now))),
      ),
  }
}

/** The process ends: the next one goes on with it. */
const OVER: JournalCall = { is: 'over', verdict: null }
