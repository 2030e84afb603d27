import type { Posting } from './folio.ts'

/** How a posting is met. What the hotel's own rules refuse is never booked, whatever is said here. */
export interface Behaviour {
  readonly books: boolean
  /** `held`: until `release()`. */
  readonly answer: 'at once' | 'held' | 'never' | 'hangs up' | { readonly afterMs: number }
  /** The `AS` of the answer; null: an answer without one. */
  readonly status: string | null
  readonly text?: string
  /** The answer names this `P#` instead of the posting's. */
  readonly number?: string
}

const atOnce: Behaviour = { books: true, answer: 'at once', status: 'OK' }

/** What property systems do with postings, on good days and on bad ones. */
export const met = {
  atOnce,
  late: (afterMs: number): Behaviour => ({ ...atOnce, answer: { afterMs } }),
  /** On the folio, and answered when the test says so. */
  held: { ...atOnce, answer: 'held' } satisfies Behaviour,
  bookedInSilence: { ...atOnce, answer: 'never' } satisfies Behaviour,
  lostInSilence: { ...atOnce, books: false, answer: 'never' } satisfies Behaviour,
  /** Not on the folio; any status, also one that nobody knows. */
  refused: (status: string, text?: string): Behaviour => ({
    ...atOnce,
    books: false,
    status,
    ...(text === undefined ? {} : { text }),
  }),
  withoutStatus: { ...atOnce, books: false, status: null } satisfies Behaviour,
  bookedAndHungUp: { ...atOnce, answer: 'hangs up' } satisfies Behaviour,
  hungUp: { ...atOnce, books: false, answer: 'hangs up' } satisfies Behaviour,
  /** On the folio, but the only answer is one to a posting of another number. */
  answeredToAnother: (number: string): Behaviour => ({ ...atOnce, number }),
}

interface Exception {
  matches(posting: Posting): boolean
  readonly behaviour: Behaviour
}

/** Which behaviour a posting meets: that of an exception, else the next that was laid out, else the usual one. */
export class Behaviours {
  #usual: Behaviour = met.atOnce
  #laidOut: readonly Behaviour[] = []
  #exceptions: readonly Exception[] = []

  always(behaviour: Behaviour): void {
    this.#usual = behaviour
    this.#laidOut = []
    this.#exceptions = []
  }

  next(...behaviours: readonly Behaviour[]): void {
    this.#laidOut = [...this.#laidOut, ...behaviours]
  }

  whenever(matches: (posting: Posting) => boolean, behaviour: Behaviour): void {
    this.#exceptions = [...this.#exceptions, { matches, behaviour }]
  }

  of(posting: Posting): Behaviour {
    const exception = this.#exceptions.find(({ matches }) => matches(posting))
    if (exception) return exception.behaviour
    const [first = this.#usual, ...rest] = this.#laidOut
    this.#laidOut = rest
    return first
  }
}
