import type { Instant } from '../../kernel/clock.ts'
import { type Delivery, type QueueKey, UNSENT } from './delivery.ts'
import { moneyIn } from './delivery-money.ts'
import { CHARGE_MESSAGE, CORRECT_MESSAGE, VOID_MESSAGE } from './take-back.ts'

/** What becomes of all that waits for a destination that is gone for good. */
export const CLEARINGS = ['drop', 'handover'] as const

export interface Clearance {
  readonly as: (typeof CLEARINGS)[number]
  /** The destination that takes them over, where one does. */
  readonly to?: string | undefined
  readonly reason: string
  readonly by: string
}

/** Passed on or dropped as asked; or dropped, as the other had it in its own time, or has not asked for such events. */
export type ClearanceFate = 'passed on' | 'known' | 'unwanted'

/** Why a message ends here without having arrived. */
export function clearedNote({ to, reason, by }: Clearance, fate: ClearanceFate): string {
  if (to === undefined || fate === 'unwanted') return `Dropped by ${by}: ${reason}`
  return fate === 'known'
    ? `Dropped by ${by}, as ${to} has it already: ${reason}`
    : handedOverNote(to, by, reason)
}

const handedOverNote = (to: string, by: string, reason: string) => `Handed over to ${to} by ${by}: ${reason}`

/**
 * The same message for another destination: of its own id and number, told as of the time that it was accepted. What was
 * in doubt stays so: it may have arrived at the first.
 */
export const handedOver = (
  { kind, tenant, room, payload, createdAt, doubts }: Delivery,
  queue: QueueKey,
  { id, sequence }: Pick<Delivery, 'id' | 'sequence'>,
  now: Instant,
): Delivery => ({
  ...UNSENT,
  ...queue,
  id,
  sequence,
  // The other never had the charge that was corrected: to it, this is one like another.
  kind: kind === CORRECT_MESSAGE ? CHARGE_MESSAGE : kind,
  tenant,
  room,
  payload,
  createdAt,
  doubts,
  nextAt: now,
})

/** What tells one fact from another, whichever destination it is told to, and in whatever words. */
export function factOf({ tenant, room, kind, createdAt, payload }: Omit<Delivery, keyof QueueKey>): string {
  const { charge } = moneyIn({ payload })
  return JSON.stringify(
    charge === null ? [createdAt, tenant, room, kind, payload] : [charge, kind === VOID_MESSAGE],
  )
}
