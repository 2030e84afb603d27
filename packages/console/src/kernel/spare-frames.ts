/**
 * Which frames are spare: the one after a click or a key shows what somebody did, and nothing else takes its time. Never two
 * in a row: whoever keeps a key down sees the house go on.
 */
export class SpareFrames {
  #isTouched = false
  #at = Number.NaN
  #isTaken = false

  readonly touched = (): void => {
    this.#isTouched = true
  }

  /** Asked as often as one likes within a frame, it answers the same; `at`: when the frame began. */
  isSpare(at: number): boolean {
    if (at === this.#at) return !this.#isTaken
    this.#at = at
    this.#isTaken = this.#isTouched && !this.#isTaken
    this.#isTouched = false
    return !this.#isTaken
  }
}
