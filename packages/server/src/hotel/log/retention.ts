import type { Instant } from '../../kernel/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { MESSAGE_ROWS } from './delivery-rows.ts'
import type { LogKind } from './details.ts'
import { CHARGE_ROWS } from './guest-rows.ts'
import { kindIn } from './row.ts'

/** An accepted charge. */
export const CHARGED = 'inventory.charged' satisfies LogKind

/** What was taken back of one. */
export const VOIDED = 'inventory.voided' satisfies LogKind

/** A mini-bar of which nothing was used. */
export const CHECKED = 'inventory.checked' satisfies LogKind

const ROWS = { ...CHARGE_ROWS, ...MESSAGE_ROWS }

/** Rows of the log that tell of a guest's consumption: they are kept for a shorter time than the others. */
export const CHARGE_KINDS: readonly string[] = Object.keys(ROWS)

/** Rows of the log are kept for a time that goes by their class. */
export type LogClass = 'charge' | 'log'

const tellsOfCharge = kindIn(ROWS)

export const classOf = (kind: string): LogClass => (tellsOfCharge(kind) ? 'charge' : 'log')

/** The row in which the purge tells what it removed, and how far it went. */
export const PURGED = 'log.purged' satisfies LogKind

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
