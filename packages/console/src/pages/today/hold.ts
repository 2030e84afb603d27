import type { Cancel, Clock } from '../../kernel/clock.ts'
import { Watched } from '../../kernel/listeners.ts'

/** At least so long after somebody last moved in the list, and at most twice as long. */
const HELD_MS = 5_000

/**
 * Somebody aims at the list, or goes through it by keys: nothing jumps away below them. A pointer that was left lying there
 * holds nothing, or after a rush the list would be all that ever rang.
 */
export class Hold {
  /** How often it was let go: the lines are looked at anew each time. */
  readonly ended = new Watched(0)
  readonly #clock: Clock
  #next: Cancel | null = null
  #isMoved = false
  /** The line that the keyboard is in: it stays, whoever goes away. */
  #focused = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  readonly keeps = (id: string): boolean => this.#next !== null || this.#focused.endsWith(id)

  readonly moved = (): void => {
    this.#isMoved = true
    if (this.#next === null) this.#go()
  }

  /** By the key of its line; empty: it is elsewhere. */
  focus(line: string): void {
    this.#focused = line
  }

  #go(): void {
    this.#isMoved = false
    this.#next = this.#clock.after(HELD_MS, () => (this.#isMoved ? this.#go() : this.#letGo()))
  }

  #letGo(): void {
    this.#next = null
    this.ended.set(this.ended.get() + 1)
  }
}
