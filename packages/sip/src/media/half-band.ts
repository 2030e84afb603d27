/**
 * From 16 kHz to 8 kHz and back, by a half-band filter of 47 taps: every other one is zero, and what is left is alike on
 * both sides. Up to 3.4 kHz, which is the telephone's band, nothing is lost; from 4.6 kHz on nothing is left.
 */

const SIDE = 12
const TAPS = 4 * SIDE - 1
/** The odd taps of one side, nearest first; windowed by Hamming, and one together with the middle. */
const ODD = normalized(
  Float64Array.from({ length: SIDE }, (_, at) => {
    const place = 2 * at + 1
    const window = 0.54 + 0.46 * Math.cos((2 * Math.PI * place) / (TAPS + 1))
    return (Math.sin((Math.PI * place) / 2) / (Math.PI * place)) * window
  }),
)

function normalized(taps: Float64Array): Float64Array {
  const sum = 4 * taps.reduce((all, one) => all + one, 0)
  return taps.map((one) => one / sum)
}

const clip = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value)))

/** Keeps the end of what it was given, so that the next piece goes on where this one ended. */
class Kept {
  #samples: Int16Array

  constructor(count: number) {
    this.#samples = new Int16Array(count)
  }

  /** What was kept, and this after it. */
  join(more: Int16Array): Int16Array {
    const joined = new Int16Array(this.#samples.length + more.length)
    joined.set(this.#samples)
    joined.set(more, this.#samples.length)
    this.#samples = joined.slice(more.length)
    return joined
  }
}

/** 16 kHz to 8 kHz, piece by piece; 1.4 ms late. */
export class Narrowing {
  readonly #kept = new Kept(TAPS - 1)

  push(wide: Int16Array): Int16Array {
    const all = this.#kept.join(wide)
    const narrow = new Int16Array(wide.length >> 1)
    for (let at = 0; at < narrow.length; at++) {
      const middle = 2 * at + 2 * SIDE
      let sum = 0.5 * (all[middle] ?? 0)
      for (let tap = 0; tap < SIDE; tap++) {
        const away = 2 * tap + 1
        sum += (ODD[tap] ?? 0) * ((all[middle - away] ?? 0) + (all[middle + away] ?? 0))
      }
      narrow[at] = clip(sum)
    }
    return narrow
  }
}

/** 8 kHz to 16 kHz, piece by piece; 1.5 ms late. */
export class Widening {
  readonly #kept = new Kept(2 * SIDE)

  push(narrow: Int16Array): Int16Array {
    const all = this.#kept.join(narrow)
    const wide = new Int16Array(2 * narrow.length)
    for (let at = 0; at < narrow.length; at++) {
      const before = at + SIDE
      let sum = 0
      for (let tap = 0; tap < SIDE; tap++)
        sum += (ODD[tap] ?? 0) * ((all[before - tap] ?? 0) + (all[before + 1 + tap] ?? 0))
      wide[2 * at] = all[before] ?? 0
      wide[2 * at + 1] = clip(2 * sum)
    }
    return wide
  }
}

/** A whole piece of sound at 8 kHz, which begins and ends where it did. */
export function narrowed(wide: Int16Array): Int16Array {
  const padded = new Int16Array(wide.length + (wide.length % 2) + 2 * SIDE)
  padded.set(wide)
  // Eleven samples late, which are cut off in front.
  return new Narrowing().push(padded).slice(SIDE - 1, SIDE - 1 + Math.ceil(wide.length / 2))
}
