import type { Clock, Timer } from '../../kernel/clock.ts'

interface Limits {
  readonly clock: Clock
  readonly ms: number
  /** As the site file writes it. */
  readonly written: string
  readonly signal: AbortSignal
}

/** Ends an attempt when time is up, or when the sender is told to stop. */
export class Deadline {
  readonly #signal: AbortSignal
  readonly #timer: Timer
  #why: Error | null = null
  #cutOff: (why: Error) => void = () => {}

  constructor({ clock, ms, written, signal }: Limits) {
    this.#signal = signal
    this.#timer = clock.at(clock.now() + ms, () => this.#end(`no answer within ${written}`))
    signal.addEventListener('abort', this.#onAbort)
    if (signal.aborted) this.#onAbort()
  }

  /** Why it has ended; null while it has not. */
  get why(): Error | null {
    return this.#why
  }

  /** Sets how the attempt is cut off. */
  watch(cutOff: (why: Error) => void): void {
    this.#cutOff = cutOff
    if (this.#why) cutOff(this.#why)
  }

  cancel(): void {
    this.#timer.cancel()
    this.#signal.removeEventListener('abort', this.#onAbort)
  }

  #onAbort = () => this.#end('stopped while waiting for the answer')

  #end(words: string) {
    this.#why ??= new Error(words)
    this.#cutOff(this.#why)
  }
}
