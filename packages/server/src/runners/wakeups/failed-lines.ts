import type { LineWish } from '../../calls/caller.ts'

/** Those of one bad night; the oldest are forgotten. */
const MOST = 1_000

/** By which line each call could not be carried the last time: the next time another is better, if one is free. */
export class FailedLines {
  readonly #lines = new Map<string, string>()

  /** `line` is null where the last attempt was not the line's fault. */
  note(call: string, line: string | null): void {
    this.#lines.delete(call)
    if (line === null) return
    this.#lines.set(call, line)
    const [oldest] = this.#lines.keys()
    if (this.#lines.size > MOST && oldest !== undefined) this.#lines.delete(oldest)
  }

  wishOf(call: string): Pick<LineWish, 'avoid'> {
    const avoid = this.#lines.get(call)
    return avoid === undefined ? {} : { avoid }
  }
}
