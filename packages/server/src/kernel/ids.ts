import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Chance comes in through this door. */
export interface Ids {
  uuid(): string
  /** Text that cannot be guessed, safe in a URL and easy to read out. */
  secret(length: number): string
  bytes(length: number): Buffer
  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number
}

// No 0/O, 1/l/I: a night porter may have to read it from paper.
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export function systemIds(): Ids {
  return {
    uuid: () => randomUUID(),
    secret: (length) => Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join(''),
    bytes: (length) => randomBytes(length),
    between: (low, high) => low + Math.random() * (high - low),
  }
}
