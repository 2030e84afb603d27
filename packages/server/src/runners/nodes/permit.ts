import { PERMIT_MS } from '../../hotel/nodes/node.ts'
import type { Clock } from '../../kernel/clock.ts'

/**
 * Whether this node may act: ring, answer, post, connect. It may as long as a beat was written that it sent not long ago,
 * by its own watch: whoever would take its houses over has to wait longer than that.
 */
export class Permit {
  readonly #clock: Pick<Clock, 'elapsed'>
  #sentAt = -Infinity
  #timesLost = 0

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  get isHeld(): boolean {
    return this.#clock.elapsed() - this.#sentAt < PERMIT_MS
  }

  /** Since the last beat that was written left; 0 where none is known. */
  get ageMs(): number {
    return Number.isFinite(this.#sentAt) ? Math.round(this.#clock.elapsed() - this.#sentAt) : 0
  }

  /** How often it has run out. */
  get timesLost(): number {
    return this.#timesLost
  }

  /** A beat was written that left at that moment. */
  renew(sentAt: number): void {
    if (Number.isFinite(this.#sentAt) && !this.isHeld) this.#timesLost++
    this.#sentAt = Math.max(this.#sentAt, sentAt)
  }

  /** Others have declared us lost, or we leave. */
  giveUp(): void {
    this.#sentAt = -Infinity
  }
}
