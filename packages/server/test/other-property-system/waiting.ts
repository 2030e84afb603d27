interface Waiter {
  isDone(): boolean
  resolve(): void
  reject(reason: Error): void
}

/** Tests wait here for what they expect: looked at whenever something has changed, and never by the clock. */
export class Waiting {
  #waiters: readonly Waiter[] = []

  until(isDone: () => boolean): Promise<void> {
    if (isDone()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiters = [...this.#waiters, { isDone, resolve, reject }]
    })
  }

  changed(): void {
    const done = this.#waiters.filter(({ isDone }) => isDone())
    this.#waiters = this.#waiters.filter((waiter) => !done.includes(waiter))
    for (const { resolve } of done) resolve()
  }

  /** Nothing changes any more. */
  close(): void {
    const given = this.#waiters
    this.#waiters = []
    for (const { isDone, reject } of given)
      reject(new Error(`the property system was closed before ${String(isDone)}`))
  }
}
