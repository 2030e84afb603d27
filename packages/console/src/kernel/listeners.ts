/** Those who want to know. */
export class Listeners {
  readonly #all = new Set<() => void>()

  add(on: () => void): () => void {
    this.#all.add(on)
    return () => void this.#all.delete(on)
  }

  tell(): void {
    for (const on of this.#all) on()
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
