/** Chance, which comes in through this door only. */
export interface Ids {
  /** A key under which a request is carried out once, however often it is sent. */
  key(): string
  /** From 0 up to 1. */
  chance(): number
}

const BYTES = 16
const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/** `crypto.randomUUID` is missing where the page came over plain HTTP; this is there always. */
const someBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

export const browserIds: Ids = {
  key: () => Array.from(someBytes(BYTES), hex).join(''),
  chance: () => (someBytes(1)[0] ?? 0) / 256,
}

/** For a secret or a password that the page draws for somebody. */
export const secretBytes = someBytes
