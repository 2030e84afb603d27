import { type Clock, seconds } from '../../kernel/clock.ts'
import { Turnstile } from '../../kernel/turnstile.ts'

const PAUSE = seconds(1)
const LANES = { most: 256, mostOfOne: 1, waitingOfOne: 16, waiting: 256 }

/**
 * Where passwords are checked once there were too many wrong ones: one a second in each lane. From one address one waits
 * at a time, so that whoever guesses without end cannot take the turns of the one who knows the password.
 */
export class SlowLanes {
  readonly #clock: Clock
  readonly #turnstile = new Turnstile(LANES)
  readonly #present = new Set<string>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isFullFor(lane: string, address: string): boolean {
    return this.#present.has(`${lane} ${address}`) || this.#turnstile.isFullFor(lane)
  }

  /** Answers when the work is done; the next one begins a second after that. */
  through<T>(lane: string, address: string, work: () => Promise<T>): Promise<T> {
    const place = `${lane} ${address}`
    this.#present.add(place)
    return new Promise((resolve, reject) => {
      void this.#turnstile.through(lane, async () => {
        await work().then(resolve, reject)
        await new Promise<void>((over) => void this.#clock.at(this.#clock.now() + PAUSE, over))
        this.#present.delete(place)
      })
    })
  }
}
