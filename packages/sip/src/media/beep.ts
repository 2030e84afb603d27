import { isSameTone } from './pure-tone.ts'
import { FRAME_MS } from './sound-level.ts'

/** A beep of 150 ms fills at least six frames, wherever they begin. */
const SHORTEST_FRAMES = 6
/** Longer are dial tones and fax machines. */
const LONGEST_FRAMES = 100
/** The tone stays as loud. */
const SAME_LEVEL_DB = 3
/**
 * The same tone again within this time is a cadence: busy and ring-back tones (ITU-T E.180) come every five or six
 * seconds at most, alarm clocks and microwave ovens sooner. A mailbox beeps once.
 */
const CADENCE_MS = 6_500
/** Enough to know; a call in which more is heard is full of tones. */
const MOST_TONES = 32

/** A tone that began, went on evenly and ended. */
export interface Tone {
  readonly hertz: number
  readonly from: number
  readonly to: number
}

/** Whether one of these tones stands alone. */
export const hasBeep = (tones: readonly Tone[]): boolean =>
  tones.some((one) => tones.every((other) => other === one || !isCadence(one, other)))

const isCadence = (one: Tone, other: Tone) =>
  isSameTone(one.hertz, other.hertz) && Math.max(one.from - other.to, other.from - one.to) < CADENCE_MS

/** Collects tones frame by frame. */
export class Tones {
  readonly #tones: Tone[] = []
  #now = 0
  #current: { hertz: number; level: number; from: number; frames: number } | null = null

  get beep(): boolean {
    return hasBeep(this.#tones)
  }

  /** One more frame, and the one tone that fills it. */
  hear(hertz: number | null, level: number): void {
    const current = this.#current
    if (hertz === null) this.#end()
    else if (current && isSameTone(hertz, current.hertz) && Math.abs(level - current.level) <= SAME_LEVEL_DB)
      current.frames += 1
    else {
      this.#end()
      this.#current = { hertz, level, from: this.#now, frames: 1 }
    }
    this.#now += FRAME_MS
  }

  /** Nothing was heard for so long. */
  rest(ms: number): void {
    this.#end()
    this.#now += ms
  }

  #end(): void {
    const current = this.#current
    this.#current = null
    if (!current || current.frames < SHORTEST_FRAMES || current.frames > LONGEST_FRAMES) return
    const { hertz, from } = current
    if (this.#tones.length < MOST_TONES) this.#tones.push({ hertz, from, to: this.#now })
  }
}
