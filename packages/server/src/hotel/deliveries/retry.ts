import { days, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { durationMs } from '../time/duration.ts'
import { isEvent } from './events.ts'

/** The most that is added to a wait, so that messages that failed together are not retried together. */
const JITTER = 0.2
const MOST_OF_PLANNED = 10
/** Of one that takes nearly everything, so many failures in a row mean that it is gone. */
const FAILURES_TO_PAUSE = 5
/** A run of failures that chance brings about once in a million times is none of chance. */
const NO_CHANCE = Math.log(1e-6)
/** One that takes less than a fiftieth is left alone like one that takes nothing. */
const MOST_FAILURES_IN_A_ROW = 300
/** How many of the last runs of failures count. */
const RUNS_REMEMBERED = 16
/** Failures for each message taken: with fewer it is well, with more it is as good as gone. Fewer messages say little. */
const FLICKERS = { from: 0.25, to: 4, messages: 8 }
const FIRST_QUICK_WAIT = 100
/** A message that fails again and again for its own sake must not pause the destination by itself. */
export const MOST_QUICK = 10
const FIRST_PROBE = seconds(30)
const LONGEST_PROBE = minutes(15)
const STATUS_KEPT_TRYING = days(7)
export const TOLD_AFTER = minutes(10)
const WARNED_AFTER = days(4)
const DISABLED_AFTER = days(5)
/** Days without anything to send must not count as failure. */
const FAILURES_TO_DISABLE = 20

/** The waits of a destination, in milliseconds. */
export const waitsOf = ({ retry }: { readonly retry: readonly string[] }): number[] => retry.map(durationMs)

/** What a failed attempt says about the next one. */
export interface DeliveryTrouble {
  readonly waits: readonly number[]
  /** How often the message was tried by now. */
  readonly attempts: number
  /** How many of those were soon after the one before, as the destination flickered. */
  readonly quick?: number
  /** What the other side has asked for. */
  readonly afterMs?: number | undefined
  /** From 0 up to, not including, 1. */
  readonly chance: number
}

/** Quick attempts do not use up the list. */
const inList = ({ waits, attempts, quick = 0 }: DeliveryTrouble) =>
  waits[Math.min(Math.max(attempts - quick, 1), waits.length) - 1] ?? 0

/** At least as long as planned, at most ten times that, whatever the other side asks for. */
const honoured = (plannedMs: number, { afterMs = 0, chance }: DeliveryTrouble) =>
  Math.round(
    Math.min(Math.max(afterMs, plannedMs), plannedMs * MOST_OF_PLANNED) + plannedMs * JITTER * chance,
  )

/** How long a message waits before its next attempt. */
export const waitAfter = (trouble: DeliveryTrouble) => honoured(inList(trouble), trouble)

/**
 * How long it waits while its destination flickers: the next attempt is as likely to succeed as any, and a room's
 * messages wait for each other. Never longer than the list's first wait.
 */
export function quickWaitAfter(trouble: DeliveryTrouble): number {
  const doubled = FIRST_QUICK_WAIT * 2 ** (trouble.quick ?? 0)
  return honoured(Math.min(doubled, trouble.waits[0] ?? 0), trouble)
}

/** How a destination has fared of late. */
export interface DeliveryHealth {
  /** Attempts that failed since the last one that did not. */
  readonly failures: number
  readonly failingSince: Instant | null
  /** How many probes have failed. */
  readonly probes: number
  /** Nothing is sent before this. Null while messages flow. */
  readonly probeAt: Instant | null
  /** Messages in a row that were sent and not answered at all. */
  readonly unanswered: number
  /** What it did before the failures that are counted now; forgotten at a restart. */
  readonly habit: DeliveryHabit
}

/** How often a destination fails of late, and goes on all the same. */
export interface DeliveryHabit {
  /** How many messages were seen to be taken, as far as that matters. */
  readonly taken: number
  /** Failures before one was taken, on the average. */
  readonly failuresEach: number
}

export const NO_HABIT: DeliveryHabit = { taken: 0, failuresEach: 0 }

export const WELL: DeliveryHealth = {
  failures: 0,
  failingSince: null,
  probes: 0,
  probeAt: null,
  unanswered: 0,
  habit: NO_HABIT,
}

/** It has taken one: well again, and remembered for what it did before. Being gone for a while is no habit. */
export function afterSuccess({ habit, failures, probeAt }: DeliveryHealth): DeliveryHealth {
  if (probeAt !== null) return { ...WELL, habit }
  const taken = Math.min(habit.taken + 1, RUNS_REMEMBERED)
  const failuresEach = habit.failuresEach + (failures - habit.failuresEach) / taken
  return { ...WELL, habit: { taken, failuresEach } }
}

/** It fails time and again, and takes others all the while. */
export const flickers = ({ habit: { taken, failuresEach } }: DeliveryHealth) =>
  taken >= FLICKERS.messages && failuresEach >= FLICKERS.from && failuresEach <= FLICKERS.to

/**
 * So many failures in a row mean that it is gone: five of one that takes nearly everything, or has taken nothing yet.
 * One that fails every second time fails five times in a row now and then; only what its habit does not explain counts.
 */
export function failuresToPause({ habit: { taken, failuresEach } }: DeliveryHealth): number {
  // Few messages say little: if any of them failed, every second one may, until that is known better.
  const isNew = failuresEach > 0 && taken < RUNS_REMEMBERED
  const each = isNew ? Math.max(failuresEach, 1) : failuresEach
  const explained = Math.ceil(NO_CHANCE / Math.log(each / (1 + each)))
  return Math.min(Math.max(explained, FAILURES_TO_PAUSE), MOST_FAILURES_IN_A_ROW)
}

/**
 * How many may be under way at once. It falls steeply (1 of 16 for one that fails every second time): who fails now and
 * then has most often too much to do, and what others could have meanwhile is not spent on failures.
 */
export const underWayAtMost = ({ failures, habit }: DeliveryHealth, atOnce: number) =>
  Math.ceil(atOnce / (1 + Math.max(failures, habit.failuresEach)) ** 4)

/** Whether messages may be sent: all, one to try it, or none. */
export type Gate = 'flowing' | 'probing' | 'paused'

export function gateOf({ probeAt }: DeliveryHealth, now: Instant): Gate {
  if (probeAt === null) return 'flowing'
  return now >= probeAt ? 'probing' : 'paused'
}

/** After a failed attempt. While the queue is paused, only a failed probe extends the pause. */
export function afterFailure(
  before: DeliveryHealth,
  trouble: DeliveryTrouble,
  isProbe: boolean,
  now: Instant,
): DeliveryHealth {
  const failures = before.failures + 1
  const failed = { ...before, failures, failingSince: before.failingSince ?? now }
  if (before.probeAt === null)
    return failures < failuresToPause(before) ? failed : { ...failed, probes: 0, probeAt: probeAfter(0) }
  if (!isProbe) return failed
  return { ...failed, probes: before.probes + 1, probeAt: probeAfter(before.probes + 1) }

  function probeAfter(probes: number): Instant {
    const doubled = Math.min(FIRST_PROBE * 2 ** probes, LONGEST_PROBE)
    return now + honoured(Math.min(doubled, inList(trouble)), trouble)
  }
}

/** What the desk is told of a failing destination, in steps: it fails, will be disabled, was disabled. */
export const ALERTS = ['failing', 'disabling', 'disabled'] as const
export type Alert = (typeof ALERTS)[number]

/** What the desk must know by now. */
export function alertOf({ failures, failingSince }: DeliveryHealth, now: Instant): Alert | null {
  if (failingSince === null || now - failingSince < TOLD_AFTER) return null
  if (failures < FAILURES_TO_DISABLE || now - failingSince < WARNED_AFTER) return 'failing'
  return now - failingSince < DISABLED_AFTER ? 'disabling' : 'disabled'
}

/** When the desk is told of lasting failures, if no attempt comes before. */
export const alertAt = ({ failingSince }: DeliveryHealth): Instant | null =>
  failingSince === null ? null : failingSince + TOLD_AFTER

/** Last week's room status or alarm is useless; a charge is money, and is never given up. */
export const isGivenUp = (
  one: { readonly purpose: string; readonly kind: string; readonly createdAt: Instant },
  now: Instant,
) => (one.purpose === 'room-status' || isEvent(one)) && now - one.createdAt >= STATUS_KEPT_TRYING
