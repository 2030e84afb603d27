/** Those who want to know. */
export class Listeners {
  readonly #all = new Set<() => void>()

  add(on: () => void): () => void {
    this.#all.add(on)
    return () => void this.#all.delete(on)
  }

  tell(): void {
    // Those who are there now: one that leaves and comes back meanwhile would be told for ever.
    for (const on of Array.from(this.#all)) on()
  }
}

/** Listeners for whom something is begun when the first comes, and ended when the last leaves. */
export class Audience {
  readonly #listeners = new Listeners()
  readonly #begin: () => void
  readonly #stop: () => void
  #watching = 0

  constructor(begin: () => void, stop: () => void) {
    this.#begin = begin
    this.#stop = stop
  }

  get isEmpty(): boolean {
    return this.#watching === 0
  }

  readonly watch = (on: () => void): (() => void) => {
    const end = this.#listeners.add(on)
    this.#watching += 1
    if (this.#watching === 1) this.#begin()
    return () => {
      end()
      this.#watching -= 1
      if (this.#watching === 0) this.#stop()
    }
  }

  tell(): void {
    this.#listeners.tell()
  }
}

/** One value, and those who want to know when it is another. */
export class Watched<T> {
  readonly #listeners = new Listeners()
  #value: T

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly watch = (on: () => void): (() => void) => this.#listeners.add(on)

  set(value: T): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    this.#listeners.tell()
  }
}
