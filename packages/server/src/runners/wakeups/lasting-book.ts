import { afterCall } from '../../hotel/wakeups/after-call.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { listOfOutcome, type Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { heardWithin } from '../../kernel/within.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { EndFacts } from './call-facts.ts'
import type { Outage } from './outage-journal.ts'
import type { OutageEntry } from './outage-entry.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { continued } from './wakeup-decisions.ts'
import { oneMoreDial } from './wakeup-entries.ts'

interface Parts {
  readonly book: WakeupBook
  readonly outage: Outage
  readonly clock: Clock
  /** Whether the database's server answers; a file never does, and what it refuses it refuses for good. */
  isThere(): Promise<boolean>
  policy(tenant: TenantId): WakeupPolicy
  /** Calls that go on although the book cannot say so: they are to be rung again then. */
  onContinued(calls: readonly ClaimedWakeup[]): void
  /** A guest was not woken, which the desk must hear before it can be written. */
  onFailed(call: ClaimedWakeup, outcome: Outcome): void
}

/** A database that has not answered after this long is away. */
const PATIENCE = seconds(2)
/** The guest hears nothing until this is written. */
const ANSWER_PATIENCE = seconds(1)
const PING_PATIENCE = seconds(1)

/**
 * The book of a process that goes on ringing while the database is away: what happens then goes into the journal, and
 * from there into the book once it can be written again.
 */
export function lastingBook({
  book,
  outage,
  clock,
  isThere,
  policy,
  onContinued,
  onFailed,
}: Parts): WakeupBook {
  /** Waits for so long; `unanswered` is told what is given up waiting for. */
  const direct = async <T>(
    wanted: () => Promise<T>,
    patience: number,
    unanswered: (work: Promise<T>) => void = () => {},
  ): Promise<T> => {
    const work = wanted()
    const answer = work.then((value) => ({ value }))
    do {
      const done = await heardWithin(clock, patience, answer)
      if (done) return done.value
      // One that is only slow is waited for.
    } while (await answers())
    unanswered(work)
    throw new Failure('store.unavailable', 'The database does not answer')
  }

  const answers = async () => (await heardWithin(clock, PING_PATIENCE, isThere())) === true

  const write = async <T>(
    wanted: () => Promise<T>,
    entry: () => OutageEntry,
    assumed: () => T,
    patience = PATIENCE,
  ) => {
    let unanswered: Promise<T> | undefined
    if (!(await outage.isOn()))
      try {
        return await direct(wanted, patience, (work) => void (unanswered = work))
      } catch (error) {
        if (!outage.begins(error)) throw error
      }
    await outage.keep(entry(), unanswered)
    return assumed()
  }

  /** What can wait: without the database it is simply not done. */
  const skipped = async <T>(wanted: () => Promise<T>, assumed: T): Promise<T> => {
    if (await outage.isOn()) return assumed
    try {
      return await direct(wanted, PATIENCE)
    } catch (error) {
      if (!outage.begins(error)) throw error
      return assumed
    }
  }

  const failed = (call: ClaimedWakeup, outcome: Outcome) => {
    if (listOfOutcome(outcome) === 'failed') onFailed(call, outcome)
  }

  /** By the same rule and at the same moment as when the journal is written back. */
  const decided = (
    { rung: { call }, result, startedAt, cutOff, isRecalled }: EndFacts,
    now: Instant,
  ): ClaimedWakeup[] => {
    if (cutOff || isRecalled) return []
    const decision = afterCall(call, result, policy(call.tenant), startedAt, now)
    if (decision.do !== 'settle') return [goingOn(call, continued(call, decision))]
    failed(call, decision.outcome)
    return []
  }

  return {
    ...book,
    claim: (before, now, until) => skipped(() => book.claim(before, now, until), { calls: [], more: false }),
    // Of calls that are only in the journal, the book knows nothing yet.
    unchanged: (calls) =>
      skipped(
        () => book.unchanged(calls),
        calls.map(({ id }) => id),
      ),
    roomsOf: (calls) => direct(() => book.roomsOf(calls), PATIENCE),
    freeOthers: (before, isOurs) => skipped(() => book.freeOthers(before, isOurs), 0),
    tellNoLine: (call, now) => skipped(() => book.tellNoLine(call, now), undefined),
    postpone: (call, nextAt) =>
      write(
        () => book.postpone(call, nextAt),
        () => ({ what: 'postponed', at: clock.now(), call, nextAt }),
        () => {
          onContinued([{ ...call, nextAt }])
          return true
        },
      ),
    giveUp: (call, outcome, now) =>
      write(
        () => book.giveUp(call, outcome, now),
        () => ({ what: 'given up', at: now, call, outcome }),
        () => failed(call, outcome),
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
        () => calls.map(({ call }) => call.id),
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
        () => onContinued(endings.flatMap((ending) => decided(ending, now))),
      ),
  }
}

/** Under a claim of its own: the book gives it the same when the journal is written back. */
const goingOn = ({ lease }: ClaimedWakeup, next: Wakeup): ClaimedWakeup => ({ ...next, lease: `${lease}+` })
