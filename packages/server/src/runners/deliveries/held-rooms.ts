import { type Delivery, roomOf } from '../../hotel/deliveries/delivery.ts'
import type { Instant } from '../../kernel/clock.ts'

/** Rooms whose first message waits for its next attempt: none of their messages is taken up before then. */
export class HeldRooms {
  readonly #until = new Map<string, Instant>()

  get size(): number {
    return this.#until.size
  }

  hold(one: Delivery, until: Instant): void {
    this.#until.set(roomOf(one), until)
  }

  /** Those whose time has come are free; says whether there were any. */
  free(now: Instant): boolean {
    const before = this.#until.size
    for (const [room, until] of this.#until) if (until <= now) this.#until.delete(room)
    return this.#until.size < before
  }

  /** The time is another by so much; they wait as long as they would have. */
  move(by: number): void {
    for (const [room, until] of this.#until) this.#until.set(room, until + by)
  }

  clear(): void {
    this.#until.clear()
  }

  rooms(): IterableIterator<string> {
    return this.#until.keys()
  }

  /** When the next one is free; Infinity while none is held. */
  next(): Instant {
    let next = Infinity
    for (const until of this.#until.values()) next = Math.min(next, until)
    return next
  }
}
