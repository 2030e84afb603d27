const MOST_MS = 1_000
const WINDOW_MS = 10_000

/** How late packets leave, over ten seconds at a time: what a phone cannot make up for is heard. */
export class Lateness {
  readonly #counts = new Uint32Array(MOST_MS + 1)
  #total = 0
  #since: number | null = null

  /** Counts one packet; after each ten seconds, gives the lateness that only one in a hundred exceeded. */
  note(lateMs: number, now: number): number | null {
    this.#since ??= now
    const over = now - this.#since >= WINDOW_MS
    const p99 = over ? this.#percentile(0.99) : null
    if (over) this.#begin(now)
    const at = Math.min(MOST_MS, Math.max(0, Math.floor(lateMs)))
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#total += 1
    return p99
  }

  #begin(now: number): void {
    this.#counts.fill(0)
    this.#total = 0
    this.#since = now
  }

  #percentile(part: number): number {
    let left = Math.ceil(this.#total * part)
    const at = this.#counts.findIndex((count) => (left -= count) <= 0)
    return Math.max(0, at)
  }
}
