import { SILENT_DBM0 } from './sound-level.ts'

/** Room for five seconds of frames. */
const FRAMES = 256
/** Below this it is noise, and says nothing about who speaks. */
const FLOOR_DBM0 = -50
/** An echo comes back up to so much later; a little sooner, where one side's packets come in bursts. */
const SOONEST_FRAMES = -3
const LATEST_FRAMES = 25

/** How loud a side was, frame by frame. */
export class Envelope {
  readonly #levels = new Float64Array(FRAMES).fill(FLOOR_DBM0)
  #next = 0

  add(level: number): void {
    this.#levels[this.#next] = Math.max(level, FLOOR_DBM0)
    this.#next = (this.#next + 1) % FRAMES
  }

  rest(frames: number): void {
    for (let count = Math.min(frames, FRAMES); count > 0; count--) this.add(SILENT_DBM0)
  }

  /** So many frames ago; 0 is the last. */
  at(ago: number): number {
    return this.#levels[(this.#next - 1 - ago + 2 * FRAMES) % FRAMES] ?? FLOOR_DBM0
  }
}

/**
 * How much one side's loudness follows the other's, from -1 to 1, over so many frames that ended so long ago. Of all the
 * delays that an echo may have, the best fit counts.
 */
export function likeness(theirs: Envelope, own: Envelope, frames: number, ago: number): number {
  let best = -1
  for (let delay = SOONEST_FRAMES; delay <= LATEST_FRAMES; delay++)
    best = Math.max(best, correlation(theirs, own, frames, Math.max(ago, -delay), delay))
  return best
}

function correlation(theirs: Envelope, own: Envelope, frames: number, ago: number, delay: number): number {
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0]
  for (let at = ago; at < ago + frames; at++) {
    const [one, other] = [theirs.at(at), own.at(at + delay)]
    x += one
    y += other
    xx += one * one
    yy += other * other
    xy += one * other
  }
  const spread = (xx - (x * x) / frames) * (yy - (y * y) / frames)
  return spread > 1 ? (xy - (x * y) / frames) / Math.sqrt(spread) : 0
}
