import type { Clock, Timer } from '../kernel/clock.ts'

/** What is asked: a connection, which can be ended. */
interface Asked {
  end(): Promise<void>
}

/**
 * Ends connections whose answer does not come, because the server has vanished without a word. One timer looks after
 * all of them: with one for each query, V8 kept the answers of the last hundreds of queries alive.
 */
export class AnswerWatch {
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #since = new Map<Asked, number>()
  #timer: Timer | undefined

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock
    this.#limitMs = limitMs
  }

  asked(connection: Asked) {
    this.#since.set(connection, this.#clock.elapsed())
    this.#timer ??= this.#lookLater()
  }

  answered(connection: Asked) {
    this.#since.delete(connection)
  }

  stop() {
    this.#timer?.cancel()
  }

  #lookLater(): Timer | undefined {
    if (this.#since.size === 0) return undefined
    return this.#clock.at(this.#clock.now() + this.#limitMs / 4, () => this.#look())
  }

  #look() {
    const tooEarly = this.#clock.elapsed() - this.#limitMs
    for (const [connection, since] of this.#since) if (since <= tooEarly) this.#end(connection)
    this.#timer = this.#lookLater()
  }

  #end(connection: Asked) {
    this.#since.delete(connection)
    // Whoever waits for the answer hears of it; there is nothing else to be told.
    connection.end().catch(() => {})
  }
}
