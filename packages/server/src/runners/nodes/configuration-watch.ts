import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly log: Log
  /** Reads everything anew that is held in memory. */
  reload(): Promise<void>
  /** Told when that is done: others may wait for it. */
  reloaded(): void
}

const RETRY = seconds(1)

/** Keeps what this process holds in memory as new as what others have written. */
export class ConfigurationWatch implements Service {
  readonly #parts: Parts
  readonly #loop: WakeLoop
  #known = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#loop = new WakeLoop({
      clock: parts.clock,
      retryMs: RETRY,
      look: () => this.#look(),
      failed: (error) =>
        parts.log.warn(
          { event: 'node.not-reloaded', error: messageOf(error) },
          'What was changed at another node could not be read; tried again',
        ),
    })
  }

  /** The configuration that we go by. */
  get known(): number {
    return this.#known
  }

  /** What is read after this is at least as new as what we say that we know. */
  async open(): Promise<void> {
    this.#known = await this.#parts.database.read.site.configuration()
  }

  start(): void {
    this.#loop.start()
    this.#loop.wake()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** The configuration has this number now, as far as somebody has seen. */
  saw(configuration: number): void {
    if (configuration !== this.#known) this.#loop.wake()
  }

  wake(): void {
    this.#loop.wake()
  }

  settled = (): Promise<void> => this.#loop.settled()

  async #look(): Promise<Instant> {
    const { database, reload, reloaded } = this.#parts
    const configuration = await database.read.site.configuration()
    if (configuration === this.#known) return Infinity
    // Noted as it was before: what changes meanwhile is read once more.
    await reload()
    this.#known = configuration
    reloaded()
    return Infinity
  }
}
