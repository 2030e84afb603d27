import { type Instant, seconds } from '../../kernel/clock.ts'
import type { Disk } from '../../kernel/machine.ts'
import type { Ticking } from '../../kernel/service.ts'

interface Parts {
  disk(): Promise<Disk>
  /** The longest that the event loop was held up since it was last asked, in milliseconds. */
  longestDelay(): number
}

const EVERY = seconds(10)

/** What a node says of its machine with each beat, which cannot wait for it. */
export class MachineFacts implements Ticking {
  readonly name = 'machine'
  readonly #parts: Parts
  #now = { diskFree: 0, loopDelayMs: 0 }

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get now(): { readonly diskFree: number; readonly loopDelayMs: number } {
    return this.#now
  }

  async tick(now: Instant): Promise<Instant> {
    const { free } = await this.#parts.disk()
    this.#now = { diskFree: free, loopDelayMs: this.#parts.longestDelay() }
    return now + EVERY
  }
}
