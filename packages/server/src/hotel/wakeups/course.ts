import type { PHONE_DEEDS } from '@reveille/contract'
import { type Instant, seconds } from '../../kernel/clock.ts'
import { afterCall, type Decision } from './after-call.ts'
import { beforeCall } from './before-call.ts'
import type { Answered, CallResult } from './call-result.ts'
import type { Verdict } from './proof.ts'
import type { WakeupPolicy } from './wakeup-policy.ts'
import { listOfOutcome, type Outcome } from './wakeup-outcome.ts'

/** What a phone may do when it is rung. */
export type PhoneDeed = (typeof PHONE_DEEDS)[number]

/** A call that is thought through: how it was asked for, and what the phone does each time, the last one ever after. */
export interface CourseWish {
  readonly phone: readonly PhoneDeed[]
  readonly vip: boolean
  readonly confirm: boolean
}

/** What happens, and how long after the time asked for. */
export type CourseStep = { readonly after: number } & (
  | { readonly step: 'desk'; readonly until: number; readonly rings: boolean }
  | { readonly step: 'ring'; readonly attempt: number }
  | { readonly step: 'again'; readonly until: number; readonly because: Outcome }
  | { readonly step: 'snooze' | 'wait'; readonly until: number }
  | ({ readonly step: 'over' } & Verdict)
  | { readonly step: 'alarm' }
)

/** A call as far as it has come. The time asked for is 0. */
interface Underway {
  readonly now: Instant
  readonly dueAt: Instant
  readonly attempts: number
  readonly tries: number
  readonly snoozes: number
  readonly lineTroubles: number
  readonly rung: number
}

const BEGINNING: Underway = { now: 0, dueAt: 0, attempts: 0, tries: 0, snoozes: 0, lineTroubles: 0, rung: 0 }

/** No policy makes more of one call; a line that never comes back is given up within its grace. */
const MOST_STEPS = 500

/** How a call goes by the very rules that will decide about it. */
export function courseOf(wish: CourseWish, policy: WakeupPolicy): CourseStep[] {
  const steps: CourseStep[] = []
  let call: Underway | null = BEGINNING
  while (call !== null && steps.length < MOST_STEPS) {
    const taken = nextStep(call, wish, policy)
    steps.push(...taken.steps)
    call = taken.call
  }
  return steps
}

interface Taken {
  readonly steps: readonly CourseStep[]
  /** Null when it is over. */
  readonly call: Underway | null
}

function nextStep(call: Underway, wish: CourseWish, policy: WakeupPolicy): Taken {
  const first = beforeCall({ ...call, vip: wish.vip, awaited: true, wasAway: false }, policy, call.now)
  const after = call.now
  switch (first.do) {
    case 'wait':
      return { steps: [], call: { ...call, now: first.until } }
    case 'leave-to-desk':
      return {
        steps: [{ after, step: 'desk', until: first.until, rings: first.rings !== null }],
        call: { ...call, now: first.until },
      }
    case 'settle':
      return over(after, { outcome: first.outcome, proof: null })
    case 'ring':
      return ring(call, wish, policy)
  }
}

function ring(call: Underway, { phone, confirm }: CourseWish, policy: WakeupPolicy): Taken {
  const deed = phone[Math.min(call.rung, phone.length - 1)] ?? 'no-answer'
  const dialled = { ...call, attempts: call.attempts + 1, tries: call.tries + 1, rung: call.rung + 1 }
  const end = call.now + lengthOf(deed, policy)
  const decision = afterCall({ ...dialled, confirm }, resultOf(deed), policy, call.now, end)
  const rung: CourseStep = { after: call.now, step: 'ring', attempt: dialled.attempts }
  const next = goneOn({ ...dialled, now: end }, decision)
  return { steps: [rung, ...next.steps], call: next.call }
}

function goneOn(call: Underway, decision: Decision): Taken {
  const after = call.now
  if (decision.do === 'settle') return over(after, decision)
  const later = { ...call, now: decision.at }
  switch (decision.do) {
    case 'retry':
      return {
        steps: [{ after, step: 'again', until: decision.at, because: decision.after }],
        call: { ...later, dueAt: decision.at, lineTroubles: 0 },
      }
    case 'snooze':
      return {
        steps: [{ after, step: 'snooze', until: decision.at }],
        call: { ...later, dueAt: decision.at, lineTroubles: 0, tries: 0, snoozes: call.snoozes + 1 },
      }
    case 'wait-for-line':
      return {
        steps: [{ after, step: 'wait', until: decision.at }],
        call: {
          ...later,
          attempts: call.attempts - 1,
          tries: call.tries - 1,
          lineTroubles: call.lineTroubles + 1,
        },
      }
  }
}

const over = (after: Instant, { outcome, proof }: Verdict): Taken => ({
  steps: [
    { after, step: 'over', outcome, proof },
    ...(listOfOutcome(outcome) === 'failed' ? [{ after, step: 'alarm' } as const] : []),
  ],
  call: null,
})

const HEARD = seconds(30)

/** From the first ring to the end. */
function lengthOf(deed: PhoneDeed, { ringMs }: WakeupPolicy): number {
  if (deed === 'no-answer') return ringMs
  if (deed === 'no-line') return 0
  return deed === 'busy' || deed === 'rejected' || deed === 'unreachable' ? seconds(1) : HEARD
}

const EVIDENCE = { status: null, reason: '', cause: null, forwarded: false } as const

function resultOf(deed: PhoneDeed): CallResult {
  switch (deed) {
    case 'key':
      return answered({ keys: '2' })
    case 'snooze':
      return answered({ keys: '1' })
    case 'listens':
      return answered({})
    case 'hangs-up':
      return answered({ heardMs: 0 })
    case 'machine':
      return answered({ machineSigns: ['long-speech', 'beep'] })
    case 'no-line':
      return { ...EVIDENCE, kind: 'line-trouble', rang: false }
    case 'no-answer':
    case 'busy':
    case 'rejected':
    case 'unreachable':
      return { ...EVIDENCE, kind: deed, rang: deed === 'no-answer' }
  }
}

const answered = (how: Partial<Answered>): Answered => ({
  ...EVIDENCE,
  kind: 'answered',
  heardMs: HEARD,
  keys: '',
  hungUpBy: 'them',
  machineSigns: [],
  ...how,
})
