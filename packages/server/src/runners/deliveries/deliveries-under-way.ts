import { type Delivery, sequenceOnWire } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { whyNotSayable } from '../../hotel/deliveries/take-back.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Connector, DeliveryAnswer, DeliveryToSend } from '../../connectors/connector.ts'
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
  readonly destination: Destination
  readonly connector: Connector
  readonly clock: Clock
  zoneOf(tenant: string): Zone
  ended(one: Delivery, came: Returned): void
  /** The link was gone before it: no attempt. */
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
    const { clock, ended, notSent, zoneOf } = this.#parts
    const at = clock.now()
    const start = clock.elapsed()
    const answer = await this.#deliver(toSend(one, zoneOf(one.tenant)), signal)
    this.#underWay.delete(one.id)
    if (!answer) return notSent(one)
    ended(one, { answer, at, ms: Math.round(clock.elapsed() - start), isProbe })
  }

  async #deliver(delivery: DeliveryToSend, signal: AbortSignal): Promise<DeliveryAnswer | null> {
    const reason = whyNotSayable(delivery, this.#parts.destination.settings)
    if (reason !== null)
      return { verdict: { kind: 'refused', reason, unsent: true }, status: null, text: reason }
    try {
      return await this.#parts.connector.deliver(delivery, signal)
    } catch (error) {
      // Connectors must not throw; as after a crash, it is unknown whether the message arrived.
      const text = messageOf(error)
      const verdict =
        delivery.memo === null ? ({ kind: 'later' } as const) : ({ kind: 'uncertain', reason: text } as const)
      return { verdict, status: null, text }
    }
  }
}

export function toSend(one: Delivery, zone: Zone): DeliveryToSend {
  const { id, kind, tenant, room, attempts, createdAt: at, payload, memo } = one
  const sequence = sequenceOnWire(one.sequence)
  return { id, kind, tenant, room, sequence, attempts, at, zone, payload, memo }
}
