import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../settings/defaults.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { afterCall, afterInterruption, type Decision, type Interrupted } from './after-call.ts'
import { beforeCall } from './before-call.ts'
import type { CallResult, Unanswered } from './call-result.ts'
import { MACHINE_SIGNS } from './machine-signs.ts'
import { type WakeupPolicy, policyOf } from './wakeup-policy.ts'
import { toInstant } from '../time/local-time.ts'
import type { Outcome } from './wakeup-outcome.ts'

// The rules together: calls are carried out from their hour to their end, while anything may happen to them.

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const GRACE = minutes(10)

/** One round with the telephone: how late we are, what comes of it, and how long that takes. */
interface Event {
  readonly lateMs: number
  readonly tookMs: number
  readonly result: CallResult | null
  /** In place of a result: we were cut off. */
  readonly cutOff: Interrupted
}

const evidence = {
  status: fc.constant(null),
  reason: fc.constant(''),
  cause: fc.constant(null),
  forwarded: fc.boolean(),
}
const keys = fc.constantFrom('', '', '1', '5', '12')
const kinds: Unanswered['kind'][] = ['no-answer', 'busy', 'rejected', 'unreachable', 'line-trouble']

const anyEvent: fc.Arbitrary<Event> = fc.record({
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * GRACE })),
  tookMs: fc.integer({ min: 0, max: seconds(60) }),
  result: fc.oneof(
    fc.record({
      kind: fc.constantFrom(...kinds, 'line-trouble' as const),
      rang: fc.boolean(),
      ...evidence,
    }),
    fc.record({
      kind: fc.constant('answered' as const),
      heardMs: fc.integer({ min: 0, max: 6_000 }),
      keys,
      hungUpBy: fc.constantFrom('us' as const, 'them' as const, 'lost' as const),
      machineSigns: fc.subarray([...MACHINE_SIGNS]),
      ...evidence,
    }),
    fc.constant(null),
  ),
  cutOff: fc.record({ answered: fc.boolean(), heardMs: fc.constantFrom(0, 3_000), keys }),
})

const anyPolicy: fc.Arbitrary<WakeupPolicy> = fc
  .record({
    attempts: fc.integer({ min: 1, max: 4 }),
    retryDelayMs: fc.integer({ min: 0, max: minutes(5) }),
    confirm: fc.boolean(),
    machines: fc.constantFrom('off' as const, 'note' as const, 'count' as const),
    snooze: fc.record({ limit: fc.integer({ min: 0, max: 3 }), delayMs: fc.constant(minutes(7)) }),
    method: fc.constantFrom('automatic' as const, 'backup' as const),
  })
  .map((of) => ({
    ...policyOf({ ...DEFAULTS.wakeup }, null),
    graceMs: GRACE,
    ...of,
    vipMethod: of.method,
  }))

/** A call on its way, and what is to be known of it at the end. */
class Course {
  now = SEVEN
  outcome: Outcome | null = null
  decisions = 0
  /** Rings, without those that did not count, in each set of attempts. */
  readonly sets = [0]
  /** Something was decided for a moment that had passed. */
  wentBack = false
  readonly #policy: WakeupPolicy
  #call = { dueAt: SEVEN, tries: 0, attempts: 0, snoozes: 0, lineTroubles: 0, confirm: false }

  constructor(policy: WakeupPolicy) {
    this.#policy = policy
  }

  /** Goes on to the end while these events come over and over, for at most so many rounds. */
  meets(events: readonly Event[], most: number): this {
    for (; this.outcome === null && this.decisions < most; this.decisions++) {
      const event = events[this.decisions % events.length]
      if (event) this.#meet(event)
    }
    return this
  }

  #meet({ lateMs, tookMs, result, cutOff }: Event) {
    const startedAt = this.now + lateMs
    const due = { ...this.#call, vip: false, awaited: lateMs === 0, wasAway: false }
    const step = beforeCall(due, this.#policy, startedAt)
    if (step.do === 'settle') return void (this.outcome = step.outcome)
    if (step.do === 'wait' || step.do === 'leave-to-desk') return this.#goTo(step.until, startedAt)
    const { tries, attempts, snoozes } = this.#call
    this.#call = { ...this.#call, tries: tries + 1, attempts: attempts + 1 }
    this.sets[snoozes] = tries + 1
    const over = startedAt + tookMs
    // To come up again takes at least a second.
    if (!result) return this.#follow(this.#cutOff(cutOff, over + seconds(1)), over)
    this.#follow(afterCall(this.#call, result, this.#policy, startedAt, over), over)
  }

  #cutOff = (attempt: Interrupted, now: number) => afterInterruption(this.#call, attempt, this.#policy, now)

  #follow(decision: Decision, now: number) {
    if (decision.do === 'settle') return void (this.outcome = decision.outcome)
    this.#goTo(decision.at, now)
    const { tries, attempts, snoozes, lineTroubles } = this.#call
    if (decision.do === 'wait-for-line') {
      const uncounted = { tries: tries - 1, attempts: attempts - 1, lineTroubles: lineTroubles + 1 }
      this.#call = { ...this.#call, ...uncounted }
      return
    }
    this.#call = { ...this.#call, dueAt: decision.at, lineTroubles: 0 }
    if (decision.do === 'snooze') this.#call = { ...this.#call, tries: 0, snoozes: snoozes + 1 }
  }

  #goTo(at: number, now: number) {
    this.wentBack ||= at < now
    this.now = at
  }
}

/** In every attempt, within the time of the desk and the grace time: a line's troubles, and a crash a second. */
const MOST_TROUBLES = (minutes(3) + GRACE) / seconds(1) + 10
const mostRings = ({ attempts, snooze }: WakeupPolicy) => attempts * (snooze.limit + 1)

const always = (holds: (course: Course, policy: WakeupPolicy) => void) =>
  fc.assert(
    fc.property(anyPolicy, fc.array(anyEvent, { minLength: 1, maxLength: 12 }), (policy, events) => {
      holds(new Course(policy).meets(events, mostRings(policy) * MOST_TROUBLES), policy)
    }),
    { numRuns: 1_000 },
  )

describe('whatever happens', () => {
  it('a call comes to an end', () => {
    always(({ outcome }) => expect(outcome).not.toBeNull())
  })

  it('nothing is decided for a moment that has passed', () => {
    always(({ wentBack }) => expect(wentBack).toBe(false))
  })

  it('a room is rung as often as the hotel wants at most, and so again after each snooze that it allows', () => {
    always(({ sets }, { attempts, snooze }) => {
      expect(Math.max(...sets)).toBeLessThanOrEqual(attempts)
      expect(sets.length).toBeLessThanOrEqual(snooze.limit + 1)
    })
  })
})

describe('a room that only the desk calls', () => {
  it('is never rung', () => {
    fc.assert(
      fc.property(anyPolicy, fc.array(anyEvent, { minLength: 1 }), (policy, events) => {
        const course = new Course({ ...policy, method: 'manual' }).meets(events, 10)
        expect(course).toMatchObject({ outcome: 'missed', sets: [0] })
      }),
    )
  })
})
