import { days, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { durationMs } from '../time/duration.ts'

/** The most that is added to a wait, so that messages that failed together are not retried together. */
const JITTER = 0.2
const MOST_OF_PLANNED = 10
const FAILURES_TO_PAUSE = 5
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
  /** What the other side has asked for. */
  readonly afterMs?: number | undefined
  /** From 0 up to, not including, 1. */
  readonly chance: number
}

const inList = ({ waits, attempts }: DeliveryTrouble) => waits[Math.min(attempts, waits.length) - 1] ?? 0

/** At least as long as planned, at most ten times that, whatever the other side asks for. */
const honoured = (plannedMs: number, { afterMs = 0, chance }: DeliveryTrouble) =>
  Math.round(
    Math.min(Math.max(afterMs, plannedMs), plannedMs * MOST_OF_PLANNED) + plannedMs * JITTER * chance,
  )

/** How long a message waits before its next attempt. */
export const waitAfter = (trouble: DeliveryTrouble) => honoured(inList(trouble), trouble)

/** How a destination has fared of late. */
export interface DeliveryHealth {
  /** Attempts that failed since the last one that did not. */
  readonly failures: number
  readonly failingSince: Instant | null
  /** How many probes have failed. */
  readonly probes: number
  /** Nothing is sent before this. Null while messages flow. */
  readonly probeAt: Instant | null
}

export const WELL: DeliveryHealth = { failures: 0, failingSince: null, probes: 0, probeAt: null }

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
    return failures < FAILURES_TO_PAUSE ? failed : { ...failed, probes: 0, probeAt: probeAfter(0) }
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

/** Last week's room status is useless; a charge is money, and is never given up. */
export const isGivenUp = (one: { readonly purpose: string; readonly createdAt: Instant }, now: Instant) =>
  one.purpose === 'room-status' && now - one.createdAt >= STATUS_KEPT_TRYING
