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
/** An exchange that is back should not be waited for. */
const WHILE_AWAY = seconds(10)
/** One question may get lost. */
const MISSES_TO_BELIEVE = 2

/** Asks the exchanges of lines that do not register whether they are there: nothing else would tell before a call fails. */
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

  /** There is reason to doubt: looked at once, where it is watched. */
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
    // Taken away, or set anew, while we asked.
    if (this.#watched.get(line) !== watched) return
    this.#learn(line, watched, why)
    watched.timer = clock.at(clock.now() + (why === null ? EVERY : WHILE_AWAY), () => void this.#ask(line))
  }

  #learn(line: string, watched: Watched, why: string | null) {
    watched.misses = why === null ? 0 : watched.misses + 1
    if (why === null || watched.misses >= MISSES_TO_BELIEVE) this.#parts.onPulse(line, why)
  }
}
