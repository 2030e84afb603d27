import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { DeliveryAnswer, LateAnswer } from '../../connectors/connector.ts'
import type { QueueRecord } from '../../store/stores/queue-store.ts'

/** A message that came back from its destination, with what became of it. */
export interface DeliverySettlement {
  readonly before: Delivery
  readonly after: Delivery
  readonly answer: DeliveryAnswer
  readonly at: Instant
  readonly ms: number
  /** It was sent to find out whether the destination is back. */
  readonly isProbe: boolean
  readonly waits: readonly number[]
  readonly chance: number
  /** It is sent again in a moment, and stays taken up until then. */
  readonly stays: boolean
}

/** Everything that a queue writes and takes up at one time. */
export interface QueueTurn {
  readonly destination: Destination
  readonly record: QueueRecord
  readonly settled: readonly DeliverySettlement[]
  /** Answers to messages that had come back as uncertain. */
  readonly late: readonly LateAnswer[]
  /** Taken up, and not sent after all. */
  readonly released: readonly string[]
  /** After a write of unknown outcome: all that is really being sent. Null while the database is known to agree. */
  readonly known: readonly string[] | null
  readonly wanted: number
  /** Rooms whose messages are not to be taken up. */
  readonly but: readonly string[]
  /** What must be known of a message once it may have been sent; null where nothing must. */
  readonly memoFor: ((one: Delivery) => NonNullable<Delivery['memo']>) | null
  /** Take up messages even before their next attempt is due. */
  readonly atOnce: boolean
  /** Since when nothing can be handed over at all. */
  readonly unreadySince: Instant | null
  /** What the destination said when it failed last, or what went wrong. */
  readonly trouble: string
}

export interface Turned {
  readonly record: QueueRecord
  readonly taken: readonly Delivery[]
  /** Found to wait for their next attempt. */
  readonly held: readonly Delivery[]
  /** There may be more to take up. */
  readonly more: boolean
}
