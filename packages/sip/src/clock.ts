import { randomBytes } from 'node:crypto'

/** Time comes in through this door, so that a test can move every timer of the stack by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, so many milliseconds from now. */
  after(ms: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** Chance comes in through this one. */
export interface Random {
  /** Letters and digits that cannot be guessed: tags, branches, Call-IDs, cnonces. */
  token(length: number): string
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

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const systemRandom: Random = {
  // The bias of a byte over 36 letters does not matter: there are far more letters than needed.
  token: (length) => Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join(''),
  integer: (low, high) => low + (randomBytes(4).readUInt32BE() % (high - low)),
}
