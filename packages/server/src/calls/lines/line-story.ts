import type { CallEnd } from '@reveille/sip'
import type { LastCall } from '../../hotel/site/line-health.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'

interface Story {
  since: Instant
  lastCall: LastCall | null
}

/** What is remembered of each line for those who look after it: since when it is as it is, and its last call. */
export class LineStory {
  readonly #clock: Clock
  readonly #stories = new Map<string, Story>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  begins(line: string): void {
    this.#stories.set(line, { since: this.#clock.now(), lastCall: null })
  }

  turned(line: string): void {
    const story = this.#stories.get(line)
    if (story) story.since = this.#clock.now()
  }

  carried(line: string, { outcome, status }: CallEnd): void {
    const story = this.#stories.get(line)
    if (story) story.lastCall = { at: this.#clock.now(), outcome, status }
  }

  forget(line: string): void {
    this.#stories.delete(line)
  }

  of = (line: string): Readonly<Story> =>
    this.#stories.get(line) ?? { since: this.#clock.now(), lastCall: null }
}
