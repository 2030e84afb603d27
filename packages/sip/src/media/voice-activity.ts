/** Speech stands so far above the noise of the room. */
const ABOVE_NOISE_DB = 9
/** Softer is the television next door. */
const SOFTEST_DBM0 = -38
/**
 * The noise of the room is the softest that was heard within the last two seconds: four windows of half a second.
 * Speech has softer moments than that; a tone or a hum without any counts as noise, however loud.
 */
const WINDOWS = 4
const WINDOW_FRAMES = 25

/** Whether a frame holds speech, by its loudness over the noise of the room, which is learnt as it goes. */
export class VoiceActivity {
  readonly #softest: number[] = []
  #frames = 0

  isSpeech(level: number): boolean {
    this.#learn(level)
    const noise = Math.min(...this.#softest)
    return level > Math.max(noise + ABOVE_NOISE_DB, SOFTEST_DBM0)
  }

  #learn(level: number): void {
    if (this.#frames++ % WINDOW_FRAMES === 0) this.#softest.unshift(level)
    else this.#softest[0] = Math.min(this.#softest[0] ?? level, level)
    if (this.#softest.length > WINDOWS) this.#softest.pop()
  }
}
