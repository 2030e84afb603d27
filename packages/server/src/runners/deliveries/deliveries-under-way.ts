import { type Delivery, sequenceOnWire } from '../../hotel/deliveries/delivery.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Connector, DeliveryAnswer, Parcel } from '../../connectors/connector.ts'
import type { OutboxBook } from './delivery-book.ts'
import { within } from '../wakeups/within.ts'

/** How a message came back. */
export interface Landing {
  readonly answer: DeliveryAnswer
  readonly at: Instant
  readonly ms: number
  /** It was sent to find out whether the destination is back. */
  readonly isProbe: boolean
}

interface Parts {
  readonly connector: Connector
  readonly book: OutboxBook
  readonly clock: Clock
  readonly log: Log
  zoneOf(tenant: string): Zone
  landed(one: Delivery, came: Landing): void
  /** It could not be prepared, or the link was gone before it: no attempt. */
  notSent(one: Delivery): void
}

/** An answer that was cut off by us is waited for this long. */
const LAST_WORD = seconds(1)

/** Messages that are under way. */
export class OutboxFlights {
  readonly #parts: Parts
  readonly #flying = new Map<string, { abort: AbortController; landed: Promise<void> }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#flying.size
  }

  launch(one: Delivery, isProbe: boolean): void {
    const abort = new AbortController()
    this.#flying.set(one.id, { abort, landed: this.#fly(one, isProbe, abort.signal) })
  }

  /** They may come back by themselves; after that they are cut off. */
  async end(patienceMs: number): Promise<void> {
    const { clock } = this.#parts
    const landed = () => Promise.all(Array.from(this.#flying.values(), (flight) => flight.landed))
    if (this.size > 0) await within(clock, patienceMs, landed())
    for (const { abort } of this.#flying.values()) abort.abort()
    if (this.size > 0) await within(clock, LAST_WORD, landed())
  }

  async #fly(one: Delivery, isProbe: boolean, signal: AbortSignal) {
    const { clock, landed, notSent } = this.#parts
    const parcel = await this.#prepared(one)
    const at = clock.now()
    const start = clock.elapsed()
    const answer = parcel && (await this.#deliver(parcel, signal))
    this.#flying.delete(one.id)
    if (!answer) return notSent(one)
    landed(one, { answer, at, ms: Math.round(clock.elapsed() - start), isProbe })
  }

  /** What the connector must find again is stored before anything is sent. */
  async #prepared(one: Delivery): Promise<Parcel | null> {
    const { connector, book, log, zoneOf } = this.#parts
    const parcel = parcelOf(one, zoneOf(one.tenant))
    if (!connector.memoFor || one.memo !== null) return parcel
    try {
      const memo = await connector.memoFor(parcel)
      await book.remember(one.id, memo)
      return { ...parcel, memo }
    } catch (error) {
      log.error(
        { delivery: one.id, error: messageOf(error) },
        'A delivery could not be prepared; tried again',
      )
      return null
    }
  }

  async #deliver(parcel: Parcel, signal: AbortSignal): Promise<DeliveryAnswer | null> {
    try {
      return await this.#parts.connector.deliver(parcel, signal)
    } catch (error) {
      // It promised not to: as after a crash, nobody knows how far it came.
      const reason = messageOf(error)
      const verdict =
        parcel.memo === null ? ({ kind: 'later' } as const) : ({ kind: 'uncertain', reason } as const)
      return { verdict, status: null, text: reason }
    }
  }
}

function parcelOf(one: Delivery, zone: Zone): Parcel {
  const { id, kind, tenant, room, attempts, createdAt: at, payload, memo } = one
  const sequence = sequenceOnWire(one.sequence)
  return { id, kind, tenant, room, sequence, attempts, at, zone, payload, memo }
}
