import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { LateAnswer } from '../../connectors/connector.ts'
import type { DeliverySettlement, QueueTurn } from './delivery-turn.ts'

interface Parts {
  readonly clock: Clock
  /** It has waited long enough. */
  overdue(): void
}

/** While others are under way, results are written this many at a time, or at the next beat. */
const WORTH_WRITING = 64
const BEAT = 50
/** One that fails now and then has few under way: its results come in drops, and wait for more of them. */
const BEATS_OF_FLICKERING = 4

type Unwritten = Pick<QueueTurn, 'settled' | 'late' | 'released'>

/** What came back, and what was taken up and not sent, until it is written down. */
export class UnwrittenDeliveries {
  readonly #parts: Parts
  #settled: DeliverySettlement[] = []
  #late: LateAnswer[] = []
  #released: string[] = []
  #timer: Timer | undefined
  #isOverdue = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  settle(one: DeliverySettlement): void {
    this.#settled.push(one)
  }

  answeredLate(late: LateAnswer): void {
    this.#late.push(late)
  }

  release(unsent: readonly Delivery[]): void {
    for (const { id } of unsent) this.#released.push(id)
  }

  /** What came back, in order. */
  get settled(): readonly DeliverySettlement[] {
    return this.#settled
  }

  get hasLate(): boolean {
    return this.#late.length > 0
  }

  get hasReleased(): boolean {
    return this.#released.length > 0
  }

  /** A flush to the disk costs as much for one as for many, so it waits for more, unless this is the last. */
  isWorthWriting(isLast: boolean): boolean {
    if (this.#late.length > 0) return true
    if (this.#settled.length === 0) return false
    return isLast || this.#isOverdue || this.#settled.length >= WORTH_WRITING
  }

  /** Waits for more to come back, but not for long. The beat is the same for all queues: they share one flush. */
  linger(isFlickering = false): void {
    const { clock, overdue } = this.#parts
    const beats = isFlickering ? BEATS_OF_FLICKERING : 1
    const beat = (Math.floor(clock.now() / BEAT) + beats) * BEAT
    this.#timer ??= clock.at(beat, () => {
      this.#isOverdue = true
      overdue()
    })
  }

  /** All of it, for one turn. */
  take(): Unwritten {
    const all = { settled: this.#settled, late: this.#late, released: this.#released }
    this.#settled = []
    this.#late = []
    this.#released = []
    this.#timer?.cancel()
    this.#timer = undefined
    this.#isOverdue = false
    return all
  }

  /** The write failed: these go first in the next one. */
  putBack({ settled, late, released }: Unwritten): void {
    this.#settled.unshift(...settled)
    this.#late.unshift(...late)
    this.#released.push(...released)
    this.#isOverdue = true
  }
}
