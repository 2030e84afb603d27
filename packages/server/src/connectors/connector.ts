import type { Alarm } from '../hotel/desk/alarm.ts'
import type { AlarmWebhook } from '../hotel/wakeups/wakeup-policy.ts'
import type { DeliveryVerdict } from '../hotel/deliveries/delivery.ts'
import type { Zone } from '../hotel/time/local-time.ts'
import type { CallKey, LastWord, PropertyNews, PropertySystem, Said } from '../hotel/property/property.ts'
import type { LinkStanding } from '../hotel/deliveries/queue.ts'
import type { TraceLine } from '../hotel/deliveries/wire.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import type { Instant } from '../kernel/clock.ts'

export type { DeliveryVerdict }

/** One message, as a connector sends it. */
export interface DeliveryToSend {
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
  readonly verdict: DeliveryVerdict
  /** As the wire says it: an HTTP status; null where there was none. */
  readonly status: number | null
  /** The first 4 kB of the answer, or what went wrong. */
  readonly text: string
}

/** The answer to a delivery that had come back as uncertain. */
export interface LateAnswer {
  /** What of its memo tells the delivery. */
  readonly mark: Readonly<Record<string, unknown>>
  readonly answer: DeliveryAnswer
}

/** The port to a destination: a receiver of webhooks, a property system. */
export interface Connector {
  /** So many at once; order per room is the runner's business. */
  readonly atOnce: number
  /** Whether it can take anything now: while false nothing is claimed for it and no attempt is counted. */
  readonly ready: boolean
  onReady(listener: () => void): void
  /** Of one that keeps a link: how that is, also while it is held, as in the night audit. */
  readonly standing?: LinkStanding
  /** What must be remembered before this delivery may be sent; stored durably, then handed to deliver() in the delivery. */
  memoFor?(delivery: DeliveryToSend): Readonly<Record<string, unknown>>
  /** Never rejects: whatever happens is a value. Null when nothing was sent at all. */
  deliver(delivery: DeliveryToSend, signal: AbortSignal): Promise<DeliveryAnswer | null>
  /** Answers that come when nobody waits for them any more. */
  onLate?(listener: (late: LateAnswer) => void): void
  /** Of one that keeps a link: the last records that went over it. */
  trace?(): readonly TraceLine[]
  /** Of a property system: what goes over its link besides. */
  readonly property?: PropertyLink
  close(): Promise<void>
}

/** What can be said to a property system besides charges. What cannot be said now is not kept: it is to be said again. */
export interface PropertyLink {
  readonly system: PropertySystem
  readonly standing: LinkStanding
  /** Whether something can be said at this moment. */
  readonly isAlive: boolean
  /** The last word about a call that it asked for. It takes the first for the last. */
  tell(call: CallKey, word: LastWord): Said
  /** Whether it wants to hear of calls that were made here. */
  readonly announces: boolean
  /** What it will know such a call by. */
  keyOf(call: { readonly room: string; readonly scheduledAt: Instant; readonly zone: Zone }): CallKey
  announce(call: CallKey): Said
  /** Asks for all guests. */
  askForGuests(): Said
}

/** Who hears what property systems tell; nothing of it is told twice. */
export interface PropertyEar {
  heard(system: PropertySystem, news: PropertyNews): void
}

/** The port to a mail server. */
/** A monitor elsewhere that waits for a sign of life. */
export interface Heartbeat {
  /** Resolves when it has heard us. */
  tell(address: string, signal: AbortSignal): Promise<void>
}

export interface Mailer {
  /** Whether a mail server is configured. */
  readonly ready: boolean
  /** Resolves when the mail server has taken the message; rejects with its words otherwise. */
  send(mail: {
    readonly to: readonly string[]
    readonly subject: string
    readonly text: string
    readonly attachment?: { readonly name: string; readonly type: string; readonly content: string }
  }): Promise<void>
}

/** The port to servers that are told of alarms. */
export interface AlarmPoster {
  /** Null when the server has taken it, otherwise why not; never rejects. */
  post(webhook: AlarmWebhook, alarm: Alarm): Promise<string | null>
}
