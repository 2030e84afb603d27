import { hours } from '../../kernel/clock.ts'

/** How long the answer to a request with an Idempotency-Key is kept. */
export const RECEIPT_KEPT_FOR = hours(24)
