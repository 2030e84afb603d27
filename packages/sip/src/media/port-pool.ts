/** Even ports for RTP, each with the odd one above it for RTCP (RFC 3550 11). */
export class PortPool {
  readonly #restMs: number
  /** In the order in which they may be used again. */
  readonly #free: { port: number; from: number; taken: boolean }[]

  /** `start` turns the first round, so that a process that is started anew does not begin with the ports it just had. */
  constructor(range: { readonly low: number; readonly high: number }, restMs: number, start: number) {
    this.#restMs = restMs
    const first = range.low + (range.low % 2)
    const count = Math.max(0, Math.floor((range.high - first + 1) / 2))
    this.#free = Array.from({ length: count }, (_, at) => ({
      port: first + 2 * ((at + start) % count),
      from: -Infinity,
      taken: false,
    }))
  }

  /** One that has rested; else the one that rests longest, for a call is worth more. Null when all are in use. */
  take(now: number): number | null {
    const at = this.#free.findIndex(({ from, taken }) => from <= now || !taken)
    const [taken] = at < 0 ? [] : this.#free.splice(at, 1)
    return taken?.port ?? null
  }

  /** After a call, or if another process has it (`taken`): it rests, and comes last. */
  giveBack(port: number, now: number, taken = false): void {
    this.#free.push({ port, from: now + this.#restMs, taken })
  }
}
