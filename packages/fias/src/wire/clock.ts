import { randomBytes, randomInt } from 'node:crypto'

/** The only source of time, so that a test can move every timer of the link by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, so many milliseconds from now. */
  after(ms: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** The only source of chance. */
export interface Random {
  /** Bytes that cannot be guessed. */
  bytes(count: number): Uint8Array
  /** A whole number from `low` up to, not including, `high`. */
  integer(low: number, high: number): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const handle = setTimeout(callback, ms)
    return { cancel: () => clearTimeout(handle) }
  },
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count), integer: randomInt }
