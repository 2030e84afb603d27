import { hours, type Instant } from '../../kernel/clock.ts'
import type { TenantId } from '../accounts/tenancy.ts'

/** How long the answer to a request with an Idempotency-Key is kept. */
export const RECEIPT_KEPT_FOR = hours(24)

/** What makes a request the same one. */
export interface ReceiptKey {
  readonly tenant: TenantId
  /** Account, method and path. */
  readonly scope: string
  readonly key: string
  /** Of what was asked for: another wish under the same key is a mistake. */
  readonly fingerprint: string
}

/** The answer to a request that carried an Idempotency-Key. */
export interface Receipt extends ReceiptKey {
  readonly answer: string
  readonly at: Instant
}
