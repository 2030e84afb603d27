import { type Clock, minutes, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'

interface Parts {
  readonly clock: Clock
  /** Null when the exchange of a line answers, otherwise why not. */
  ping(line: string): Promise<string | null>
  /** What is known of a line by now: null when its exchange answers, otherwise why not. */
  onPulse(line: string, why: string | null): void
}

interface Watched {
  misses: number
  isAsking: boolean
  timer: Timer | undefined
}

const EVERY = minutes(1)
/** More often, to notice soon that an exchange is back. */
const WHILE_AWAY = seconds(10)
/** A single ping may get lost. */
const MISSES_TO_BELIEVE = 2

/** Pings the exchanges of lines that do not register: nothing else would show an outage before a call fails. */
export class LinePulse {
  readonly #parts: Parts
  readonly #watched = new Map<string, Watched>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  watch(line: string): void {
    this.#watched.set(line, { misses: 0, isAsking: false, timer: undefined })
    void this.#ask(line)
  }

  forget(line: string): void {
    this.#watched.get(line)?.timer?.cancel()
    this.#watched.delete(line)
  }

  /** A call failed: asks at once, if the line is watched. */
  doubt(line: string): void {
    void this.#ask(line)
  }

  async #ask(line: string) {
    const { clock, ping } = this.#parts
    const watched = this.#watched.get(line)
    if (!watched || watched.isAsking) return
    watched.timer?.cancel()
    watched.isAsking = true
    const why = await ping(line).catch(messageOf)
    watched.isAsking = false
    // The line was removed or changed while we asked.
    if (this.#watched.get(line) !== watched) return
    this.#learn(line, watched, why)
    watched.timer = clock.at(clock.now() + (why === null ? EVERY : WHILE_AWAY), () => void this.#ask(line))
  }

  #learn(line: string, watched: Watched, why: string | null) {
    watched.misses = why === null ? 0 : watched.misses + 1
    if (why === null || watched.misses >= MISSES_TO_BELIEVE) this.#parts.onPulse(line, why)
  }
}
