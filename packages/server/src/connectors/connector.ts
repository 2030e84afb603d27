import type { Verdict } from '../hotel/delivery.ts'
import type { Zone } from '../hotel/local-time.ts'
import type { TenantId } from '../hotel/tenancy.ts'
import type { Instant } from '../kernel/clock.ts'

export type { Verdict }

/** One message, as a connector sends it. */
export interface Parcel {
  /** Stays the same over every retry: the webhook id. */
  readonly id: string
  readonly kind: string
  readonly tenant: TenantId
  readonly room: string
  readonly sequence: number
  /** How often it was tried before. */
  readonly attempts: number
  /** When the fact happened. */
  readonly at: Instant
  /** Of the hotel or the tenant, for wall times in bodies. */
  readonly zone: Zone
  readonly payload: Readonly<Record<string, unknown>>
  /** What the connector asked to be remembered before it sends (a posting number); null before the first time. */
  readonly memo: Readonly<Record<string, unknown>> | null
}

export interface DeliveryAnswer {
  readonly verdict: Verdict
  /** As the wire says it: an HTTP status; null where there was none. */
  readonly status: number | null
  /** The first 4 kB of the answer, or what went wrong. */
  readonly text: string
}

/** The port to a destination: a receiver of webhooks, a property system. */
export interface Connector {
  /** So many at once; order per room is the runner's business. */
  readonly atOnce: number
  /** Whether it can take anything now: while false nothing is claimed for it and no attempt is counted. */
  readonly ready: boolean
  onReady(listener: () => void): void
  /** What must be remembered before this parcel may be sent; stored durably, then handed to deliver() in the parcel. */
  memoFor?(parcel: Parcel): Promise<Readonly<Record<string, unknown>>>
  /** Never rejects: whatever happens is a value. */
  deliver(parcel: Parcel, signal: AbortSignal): Promise<DeliveryAnswer>
  describe(): Readonly<Record<string, unknown>>
  close(): Promise<void>
}

/** The port to a mail server. */
export interface Mailer {
  /** Whether a mail server is configured. */
  readonly ready: boolean
  /** Resolves when the mail server has taken the message; rejects with its words otherwise. */
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}
