import { type Delivery, sequenceOnWire } from '../../hotel/deliveries/delivery.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Connector, DeliveryAnswer, DeliveryToSend } from '../../connectors/connector.ts'
import type { DeliveryBook } from './delivery-book.ts'
import { within } from '../../kernel/within.ts'

/** How a message came back. */
export interface Returned {
  readonly answer: DeliveryAnswer
  readonly at: Instant
  readonly ms: number
  /** It was sent to find out whether the destination is back. */
  readonly isProbe: boolean
}

interface Parts {
  readonly connector: Connector
  readonly book: DeliveryBook
  readonly clock: Clock
  readonly log: Log
  zoneOf(tenant: string): Zone
  ended(one: Delivery, came: Returned): void
  /** It could not be prepared, or the link was gone before it: no attempt. */
  notSent(one: Delivery): void
}

/** After we cut a delivery off, its answer is waited for this long. */
const LAST_WORD = seconds(1)

/** Messages that are under way. */
export class DeliveriesUnderWay {
  readonly #parts: Parts
  readonly #underWay = new Map<string, { abort: AbortController; ended: Promise<void> }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#underWay.size
  }

  launch(one: Delivery, isProbe: boolean): void {
    const abort = new AbortController()
    this.#underWay.set(one.id, { abort, ended: this.#send(one, isProbe, abort.signal) })
  }

  /** They may come back by themselves; after that they are cut off. */
  async end(patienceMs: number): Promise<void> {
    const { clock } = this.#parts
    const ended = () => Promise.all(Array.from(this.#underWay.values(), (one) => one.ended))
    if (this.size > 0) await within(clock, patienceMs, ended())
    for (const { abort } of this.#underWay.values()) abort.abort()
    if (this.size > 0) await within(clock, LAST_WORD, ended())
  }

  async #send(one: Delivery, isProbe: boolean, signal: AbortSignal) {
    const { clock, ended, notSent } = this.#parts
    const delivery = await this.#prepared(one)
    const at = clock.now()
    const start = clock.elapsed()
    const answer = delivery && (await this.#deliver(delivery, signal))
    this.#underWay.delete(one.id)
    if (!answer) return notSent(one)
    ended(one, { answer, at, ms: Math.round(clock.elapsed() - start), isProbe })
  }

  /** What the connector must find again is stored before anything is sent. */
  async #prepared(one: Delivery): Promise<DeliveryToSend | null> {
    const { connector, book, log, zoneOf } = this.#parts
    const delivery = toSend(one, zoneOf(one.tenant))
    if (!connector.memoFor || one.memo !== null) return delivery
    try {
      const memo = await connector.memoFor(delivery)
      await book.remember(one.id, memo)
      return { ...delivery, memo }
    } catch (error) {
      log.error(
        { event: 'delivery.not-prepared', delivery: one.id, error: messageOf(error) },
        'A delivery could not be prepared; tried again',
      )
      return null
    }
  }

  async #deliver(delivery: DeliveryToSend, signal: AbortSignal): Promise<DeliveryAnswer | null> {
    try {
      return await this.#parts.connector.deliver(delivery, signal)
    } catch (error) {
      // Connectors must not throw; as after a crash, it is unknown whether the message arrived.
      const reason = messageOf(error)
      const verdict =
        delivery.memo === null ? ({ kind: 'later' } as const) : ({ kind: 'uncertain', reason } as const)
      return { verdict, status: null, text: reason }
    }
  }
}

export function toSend(one: Delivery, zone: Zone): DeliveryToSend {
  const { id, kind, tenant, room, attempts, createdAt: at, payload, memo } = one
  const sequence = sequenceOnWire(one.sequence)
  return { id, kind, tenant, room, sequence, attempts, at, zone, payload, memo }
}
