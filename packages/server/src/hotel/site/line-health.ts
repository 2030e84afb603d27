import type { LINE_TROUBLES } from '@reveille/contract'
import type { TenantId } from '../accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'

/** `starting`: nothing is known of it yet. `rests`: it works, and has failed calls a moment ago. */
export type LineCondition = 'works' | 'rests' | 'down' | 'starting'

/** Why it does not work where its exchange has said nothing. */
export type LineTroubleCode = (typeof LINE_TROUBLES)[number]

/** How a line fares, and since when. */
export interface LineReport {
  readonly name: string
  readonly tenant: TenantId
  readonly state: LineCondition
  readonly since: Instant
  readonly restsUntil: Instant | null
  /** Why it does not work, or rests; empty when it does neither. */
  readonly why: string
  /** What the exchange has said to it, where that is why. */
  readonly status: number | null
  /** Why it does not work, where the exchange has not said so. */
  readonly code: LineTroubleCode | null
  /** Where its calls go, host and port. */
  readonly registrar: string
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly lastCall: LastCall | null
}

export interface LastCall {
  readonly at: Instant
  readonly outcome: string
  readonly status: number | null
}

/** What is told of a line when it is not as it was; null where that is no news, as at a start. */
export function lineNews(before: LineCondition, now: LineCondition): 'up' | 'down' | 'rests' | null {
  if (now === before || now === 'starting') return null
  if (now === 'works') return before === 'starting' ? null : 'up'
  return now
}

/** The status in the words for a technician: `... (403 Forbidden)`, or `503 Service Unavailable`. */
export function statusIn(why: string): number | null {
  const found = /(?:^|\()([3-6]\d\d)\b/.exec(why)?.[1]
  return found === undefined ? null : Number(found)
}
