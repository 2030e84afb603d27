import type { DossierAttempt } from '@reveille/contract'
import { instantOf } from '../../kernel/clock.ts'

/** What an attempt looks like on the axis of its seconds; all in milliseconds after dialling. */
export interface AttemptShape {
  readonly rangAt: number | null
  readonly pickedUpAt: number | null
  readonly endedAt: number
  /** Up to where the announcement was heard. */
  readonly heardTo: number | null
  readonly isLive: boolean
}

const isRingingStatus = (status: number) => status >= 180 && status < 200

export function shapeOf(attempt: DossierAttempt, now: number): AttemptShape {
  const { progress, answeredMs, heardMs, endedMs, started } = attempt
  const isLive = endedMs === null && attempt.result === null
  return {
    rangAt: progress.find(({ status }) => isRingingStatus(status))?.ms ?? null,
    pickedUpAt: answeredMs,
    endedAt: endedMs ?? (isLive ? Math.max(0, now - instantOf(started)) : 0),
    heardTo: answeredMs === null || heardMs === null ? null : answeredMs + heardMs,
    isLive,
  }
}

/** Each a sixth of which is whole seconds. */
const STEPS = [12_000, 18_000, 30_000, 60_000, 90_000, 120_000, 180_000, 300_000]
const MINUTE = 60_000

/** How long the axis is: a round number of seconds that holds the longest attempt. */
export function axisOf(shapes: readonly AttemptShape[]): number {
  const longest = Math.max(0, ...shapes.map(({ endedAt }) => endedAt))
  return STEPS.find((step) => longest <= step * 0.96) ?? Math.ceil(longest / MINUTE) * MINUTE
}

export const ticksOf = (axis: number): readonly number[] =>
  Array.from({ length: 7 }, (_, at) => Math.round((axis * at) / 6))
