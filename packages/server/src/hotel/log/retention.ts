import type { Instant } from '../../kernel/clock.ts'
import { parseDuration } from '../time/duration.ts'

/** An accepted charge. */
export const CHARGED = 'inventory.charged'

/** Rows of the log that tell of a guest's consumption: they are kept for a shorter time than the others. */
export const CHARGE_KINDS: readonly string[] = [
  CHARGED,
  'inventory.refused',
  'delivery.delivered',
  'delivery.refused',
  'delivery.uncertain',
  'delivery.dead',
  'delivery.replayed',
  'delivery.ruled',
]

/** Rows of the log are kept for a time that goes by their class. */
export type LogClass = 'charge' | 'log'

export const classOf = (kind: string): LogClass => (CHARGE_KINDS.includes(kind) ? 'charge' : 'log')

/** The row in which housekeeping tells what it removed, and how far it went. */
export const PURGED = 'log.purged'

/** How long rows of the log are kept. */
export interface Retention {
  readonly charges: string
  readonly log: string
}

/** Rows from before these moments are not kept. */
export interface RowsEnd {
  readonly charges: Instant
  readonly log: Instant
}

export const rowsEnd = ({ charges, log }: Retention, now: Instant): RowsEnd => ({
  charges: now - (parseDuration(charges) ?? 0),
  log: now - (parseDuration(log) ?? 0),
})

/** Whether the time of a row is over. */
export const isPast = ({ kind, at }: { kind: string; at: Instant }, end: RowsEnd) =>
  at < (classOf(kind) === 'charge' ? end.charges : end.log)
