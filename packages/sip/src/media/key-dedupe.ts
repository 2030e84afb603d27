export type KeyWay = 'rtp' | 'info'

/** RFC 3261 17.1.2.2: an INFO that was lost twice comes 1.5 s later. */
const WINDOW_MS = 2_000

/**
 * Some exchanges send one press both ways, as INFO and as a telephone event: the second of the pair is dropped. The
 * same key twice in the same way is two presses; and nobody sends one press this way and the next only that way.
 */
export class KeyDedupe {
  readonly #windowMs: number
  /** Presses of the last moments that have not met their twin. */
  #waiting: { key: string; way: KeyWay; at: number }[] = []

  constructor(windowMs = WINDOW_MS) {
    this.#windowMs = windowMs
  }

  /** True when this is a press of its own. */
  counts(key: string, way: KeyWay, now: number): boolean {
    this.#waiting = this.#waiting.filter((one) => now - one.at <= this.#windowMs)
    const twin = this.#waiting.findIndex((one) => one.key === key && one.way !== way)
    if (twin < 0) this.#waiting.push({ key, way, at: now })
    else this.#waiting.splice(twin, 1)
    return twin < 0
  }
}
