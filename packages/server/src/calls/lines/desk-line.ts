import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import type { HeldLine } from '../caller.ts'

interface Parts {
  readonly clock: Clock
  /** A line that can be had now, or null. */
  take(tenant: TenantId): HeldLine | null
}

interface Waiting {
  readonly tenant: TenantId
  have(line: HeldLine | null): void
}

/** After a call to the desk has had a line, other calls may take one for this long. */
const OTHERS_FIRST = seconds(2)

/**
 * Calls to the desk get the next line before all others. However many of them wait, they hold one line at a time, and
 * then leave the next one to other calls.
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

  /** Null when there will be none. */
  next(tenant: TenantId): Promise<HeldLine | null> {
    return new Promise((have) => void this.#waiting.add({ tenant, have }))
  }

  /** A call has given its line back. */
  released(): void {
    this.#othersUntil = 0
    this.serve()
  }

  /** A line may be free. */
  serve(): void {
    if (this.#isOut || this.#parts.clock.now() < this.#othersUntil) return
    for (const waiting of this.#waiting) {
      const line = this.#parts.take(waiting.tenant)
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
    this.#timer?.cancel()
    this.#timer = clock.at(this.#othersUntil, () => this.serve())
  }
}
