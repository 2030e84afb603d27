import type { Law } from '../sdp/offer-answer.ts'
import { decode } from './g711.ts'
import type { RtpPacket } from './rtp.ts'

/** Keys as tones in the audio (ITU-T Q.23, Q.24), from phones that know no other way. */

const ROWS = [697, 770, 852, 941]
const COLUMNS = [1_209, 1_336, 1_477, 1_633]
const KEYS = ['123A', '456B', '789C', '*0#D']
/** Samples in a block, 12.75 ms: at this length the tones of a group do not leak into each other. */
const BLOCK = 102
/** So many blocks alike make a key, so many without end it: 38 ms each. */
const TO_BEGIN = 3
const TO_END = 3
/** Q.24: the upper tone may be so much louder than the lower, or so much softer; 4 and 8 dB. */
const UPPER_LOUDER = 2.51
const UPPER_SOFTER = 6.31
/** A tone stands so far above the others of its group; 8 dB. */
const ABOVE_OTHERS = 6.31
/** Both together are nearly all there is: a voice has its sound in many places. */
const PART_OF_ALL = 0.75
/** -36 dBm0: softer is an echo or the line beside. */
const SOFTEST = 355

const powerOf = (amplitude: number) => ((amplitude * BLOCK) / 2) ** 2
const factorOf = (frequency: number) => 2 * Math.cos((2 * Math.PI * frequency) / 8_000)
const ROW_FACTORS = ROWS.map(factorOf)
const COLUMN_FACTORS = COLUMNS.map(factorOf)

/** Goertzel's filter: how strong one frequency is in a block. */
function power(block: Int16Array, factor: number): number {
  let [last, before] = [0, 0]
  for (const sample of block) {
    const next = sample + factor * last - before
    before = last
    last = next
  }
  return last * last + before * before - factor * last * before
}

/** The tone of a group that stands out; null when none does. */
function strongest(powers: readonly number[]): { at: number; power: number } | null {
  const loudest = Math.max(...powers)
  const at = powers.indexOf(loudest)
  const alone = powers.every((one, other) => other === at || one * ABOVE_OTHERS < loudest)
  return alone && loudest > powerOf(SOFTEST) ? { at, power: loudest } : null
}

/** The key whose tones fill this block, or none. */
function keyIn(block: Int16Array): string | null {
  const row = strongest(ROW_FACTORS.map((factor) => power(block, factor)))
  const column = row && strongest(COLUMN_FACTORS.map((factor) => power(block, factor)))
  if (!row || !column) return null
  if (column.power > row.power * UPPER_LOUDER || row.power > column.power * UPPER_SOFTER) return null
  const all = block.reduce((sum, sample) => sum + sample * sample, 0) * (BLOCK / 2)
  return row.power + column.power > all * PART_OF_ALL ? (KEYS[row.at]?.[column.at] ?? null) : null
}

/** Hears keys in sound that comes in pieces of any length. */
export class ToneKeys {
  readonly #block = new Int16Array(BLOCK)
  #filled = 0
  #last: string | null = null
  /** How many blocks in a row were like the last. */
  #alike = 0
  /** The key that is down. */
  #down: string | null = null

  /** Each key once, when it has sounded for long enough. */
  hear(samples: Int16Array): string {
    let keys = ''
    for (const sample of samples) {
      this.#block[this.#filled++] = sample
      if (this.#filled === BLOCK) keys += this.#judge(keyIn(this.#block)) ?? ''
    }
    return keys
  }

  /** What comes next does not follow what came last. */
  reset(): void {
    this.#filled = 0
    this.#last = null
    this.#alike = 0
    this.#down = null
  }

  #judge(key: string | null): string | null {
    this.#filled = 0
    this.#alike = key === this.#last ? this.#alike + 1 : 1
    this.#last = key
    if (key === null && this.#alike >= TO_END) this.#down = null
    if (key === null || key === this.#down || this.#alike < TO_BEGIN) return null
    this.#down = key
    return key
  }
}

/** Tones in packets: what is lost or late breaks a tone off, and what we say ourselves is not listened to. */
export class HeardTones {
  readonly #keys = new ToneKeys()
  #next: number | null = null

  hear({ payload, timestamp }: RtpPacket, codec: Law, speaking: boolean): string {
    if (timestamp !== this.#next || speaking) this.#keys.reset()
    this.#next = (timestamp + payload.length) >>> 0
    return speaking ? '' : this.#keys.hear(decode(payload, codec))
  }
}
