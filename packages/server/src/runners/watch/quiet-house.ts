import { copyWords, type RestoredCopy, wentLiveWords } from '../../hotel/site/restored-copy.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { RestoredBook } from './restored-book.ts'

interface Parts {
  readonly book: RestoredBook
  /** What this house was when it was opened; null: it is live. */
  readonly copy: RestoredCopy | null
  readonly clock: Clock
  readonly log: Log
  zone(): Zone
  /** Somebody at the machine. */
  readonly request: {
    isThere(): boolean
    answer(words: readonly string[]): void
  }
}

const LOOK_AGAIN = seconds(1)
const SAY_AGAIN = minutes(1)
const LIVE_ALREADY = 'This house is live already.'

/**
 * Whether the house is live. One that was restored says every minute that it is not, and goes live when somebody asks
 * for it; from then on it is like any other.
 */
export class QuietHouse implements Ticking {
  readonly name = 'restored copy'
  readonly #parts: Parts
  readonly #listeners: (() => Promise<void>)[] = []
  #copy: RestoredCopy | null
  #saidAt: Instant = -Infinity

  constructor(parts: Parts) {
    this.#parts = parts
    this.#copy = parts.copy
  }

  /** Null when the house is live. */
  get copy(): RestoredCopy | null {
    return this.#copy
  }

  /** Why nothing is done, in words; null when the house is live. */
  get why(): string | null {
    return this.#copy && copyWords(this.#copy, this.#parts.zone())
  }

  /** Told when the house is live from now on. */
  onLive(listener: () => Promise<void>): void {
    this.#listeners.push(listener)
  }

  async tick(now: Instant): Promise<Instant> {
    if (this.#copy?.isTold === false) this.#copy = await this.#parts.book.tell(this.#copy, now)
    if (this.#parts.request.isThere()) this.#parts.request.answer(await this.goLive())
    this.#say(now)
    return this.#copy === null ? Infinity : now + LOOK_AGAIN
  }

  /** What was done, in sentences. */
  async goLive(): Promise<readonly string[]> {
    const { book, clock, log, zone } = this.#parts
    const went = this.#copy && (await book.goLive(clock.now()))
    if (went === null) return [LIVE_ALREADY]
    this.#copy = null
    const { calls, ...figures } = went
    log.warn({ event: 'house.live', ...figures, calls: calls.length }, 'The restored copy is live')
    for (const listener of this.#listeners) await listener()
    return wentLiveWords(went, zone())
  }

  #say(now: Instant) {
    const { why } = this
    if (why === null || Math.abs(now - this.#saidAt) < SAY_AGAIN) return
    this.#saidAt = now
    this.#parts.log.warn(
      { event: 'house.quiet' },
      `This is a ${why}. It rings nobody and sends nothing: the command go-live ends that`,
    )
  }
}
