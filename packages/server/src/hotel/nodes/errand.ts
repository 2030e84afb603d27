import { type Instant, minutes, seconds } from '../../kernel/clock.ts'
import type { House } from './houses.ts'

/** What one node asks another to do or to tell, as only that one can. Question and answer are encrypted. */
export interface Errand {
  readonly id: string
  /** Whom it is for. */
  readonly lease: string
  /** For whoever has this house; null for this node, whatever it has. */
  readonly house: House | null
  readonly kind: string
  readonly question: string
  /** Null until it is done. */
  readonly answer: string | null
  readonly askedAt: Instant
}

/** So long whoever asks waits for the answer, where nothing else is said. */
export const ERRAND_PATIENCE = seconds(5)
/** What nobody waits for any more is removed, whoever has asked. */
export const ERRAND_KEPT = minutes(10)
