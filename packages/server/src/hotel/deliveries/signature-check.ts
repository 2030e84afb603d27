import { type Instant, minutes, seconds } from '../../kernel/clock.ts'

/** A message and a signature that somebody holds against the secrets of its destination. */
export interface SignatureClaim {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
  /** As `webhook-signature` has it. */
  readonly signature: string
}

/** Why a signature fits none of the secrets, as far as it can be told. */
type SignatureSlip = 'unsigned' | 'unreadable' | 'form' | 'secret' | 'body' | 'other'

/** Which secret has signed, or why none has. The right signature is no part of it: whoever asks must have made one. */
export interface SignatureVerdict {
  readonly fits: 'current' | 'previous' | null
  readonly why: SignatureSlip | null
  /** Receivers refuse what is older than this, or of a time to come. */
  readonly inTime: boolean
}

const TOLERANCE = minutes(5)

/** Whether a receiver that goes by the standard would still take a message of this moment. */
export const isInTime = (timestamp: number, now: Instant): boolean =>
  Math.abs(now - timestamp * seconds(1)) <= TOLERANCE
