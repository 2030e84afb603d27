import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, minutes, seconds, type Timer } from '../../kernel/clock.ts'
import type { HeldLine } from '../caller.ts'

interface Parts {
  readonly clock: Clock
  /** A line that no guest's call needs that is due before then, or null. */
  take(tenant: TenantId, before: Instant, only?: string): HeldLine | null
}

interface Waiting {
  readonly tenant: TenantId
  /** Guests who are to be woken before then go first. */
  readonly before: Instant
  have(line: HeldLine | null): void
}

/** After a call to the desk has had a line, other calls may take one for this long. */
const OTHERS_FIRST = seconds(2)
/** A guest's call that no longer needs its line tells nobody: so often it is looked again. */
const LOOK_AGAIN = seconds(2)
/** A call to the desk lasts about so long: who is to be woken meanwhile must find a line. */
const GUESTS_FIRST = minutes(1)

/**
 * Calls to the desk that wait for a line. However many of them wait, they hold one line at a time, and then leave the
 * next one to other calls.
 */
export class DeskLine {
  readonly #parts: Parts
  readonly #waiting = new Set<Waiting>()
  #isOut = false
  #othersUntil: Instant = 0
  #timer: Timer | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** One that can be had now, or null. */
  spare(tenant: TenantId, only?: string): HeldLine | null {
    return this.#parts.take(tenant, this.#before(), only)
  }

  /** Null when there will be none. */
  next(tenant: TenantId): Promise<HeldLine | null> {
    const before = this.#before()
    return new Promise((have) => void this.#waiting.add({ tenant, before, have }))
  }

  #before = () => this.#parts.clock.now() + GUESTS_FIRST

  /** A call has given its line back. */
  released(): void {
    this.#othersUntil = 0
    this.serve()
  }

  /** A line may be free. */
  serve(): void {
    this.#wind()
    if (this.#isOut || this.#parts.clock.now() < this.#othersUntil) return
    for (const waiting of this.#waiting) {
      const line = this.#parts.take(waiting.tenant, waiting.before)
      if (!line) continue
      this.#waiting.delete(waiting)
      this.#isOut = true
      return waiting.have(this.#returning(line))
    }
  }

  /** Waiting calls get no line. */
  close(): void {
    this.#timer?.cancel()
    for (const { have } of this.#waiting) have(null)
    this.#waiting.clear()
    this.#isOut = false
  }

  #returning(line: HeldLine): HeldLine {
    return {
      name: line.name,
      exchange: line.exchange,
      prepare: async (order, steps) => {
        const call = await line.prepare(order, steps)
        void call.ended.then(() => this.#isBack())
        return call
      },
      release: () => {
        line.release()
        this.#isBack()
      },
    }
  }

  #isBack() {
    const { clock } = this.#parts
    this.#isOut = false
    this.#othersUntil = clock.now() + OTHERS_FIRST
    this.#wind()
  }

  #wind() {
    const { clock } = this.#parts
    this.#timer?.cancel()
    if (this.#waiting.size === 0) return
    this.#timer = clock.at(Math.max(this.#othersUntil, clock.now() + LOOK_AGAIN), () => this.serve())
  }
}
