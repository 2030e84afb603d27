import { type Clock, minutes } from '../../kernel/clock.ts'
import type { Utterance } from '../audio/utterance.ts'
import type { PhraseBook } from './phrase-book.ts'

/** A program that speaks free wording, where it is installed. */
export interface Synthesiser {
  /** Null when it cannot be spoken now. */
  speak(text: string, book: PhraseBook): Promise<Utterance | null>
  /** Which of these it has a voice for now. */
  speaks(books: readonly PhraseBook[]): Promise<readonly PhraseBook[]>
}

/** Whoever can speak it first. */
export const firstOf = (synthesisers: readonly Synthesiser[]): Pick<Synthesiser, 'speak'> => ({
  async speak(text, book) {
    for (const one of synthesisers) {
      const said = await one.speak(text, book)
      if (said !== null) return said
    }
    return null
  },
})

const LONGEST_TEXT = 400

/**
 * No control characters, and no brackets: espeak-ng reads text in double brackets as phonemes, Pico text in angular ones
 * as commands. It ends as a sentence does, unless it says otherwise.
 */
export function speakable(text: string): string {
  const plain = text.slice(0, LONGEST_TEXT).replaceAll(/[\p{C}[\]<>]/gu, ' ')
  const words = plain.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return words === '' || /[.,!?]$/.test(words) ? words : `${words}.`
}

const AT_ONCE = 2
// After this many failures in a row it rests, so that a thousand names do not each wait for a failure.
const MOST_FAILURES = 3
const REST = minutes(1)

export type AskGently = <Answer>(work: () => Promise<Answer | null>) => Promise<Answer | null>

/** Asks a program, two at once; one that fails again and again is left alone for a minute. */
export function createAsk(clock: Clock): AskGently {
  const queue = createQueue(AT_ONCE)
  let failures = 0
  let restUntil = -Infinity
  return (work) =>
    queue(async () => {
      if (clock.elapsed() < restUntil) return null
      const answer = await work()
      failures = answer === null ? failures + 1 : 0
      if (failures >= MOST_FAILURES) restUntil = clock.elapsed() + REST
      return answer
    })
}

type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** So many at once; the others wait in line. */
function createQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Asks once a minute at most. */
export function askedSeldom<Answer>(clock: Clock, ask: () => Promise<Answer>): () => Promise<Answer> {
  let until = -Infinity
  let last: Promise<Answer> | undefined
  return () => {
    if (last === undefined || clock.elapsed() >= until) {
      until = clock.elapsed() + REST
      last = ask()
    }
    return last
  }
}
