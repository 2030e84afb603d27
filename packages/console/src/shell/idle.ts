import type { Clock } from '../kernel/clock.ts'

/** When somebody last touched the screen. */
export class Idle {
  readonly #clock: Clock
  #touchedAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#touchedAt = clock.now()
  }

  readonly ms = (): number => Math.max(0, this.#clock.now() - this.#touchedAt)

  readonly #touch = (): void => {
    this.#touchedAt = this.#clock.now()
  }

  watch(page: Pick<Document, 'addEventListener'>): void {
    for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const)
      page.addEventListener(kind, this.#touch, { passive: true })
  }
}
