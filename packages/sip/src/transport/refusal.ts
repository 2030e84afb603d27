/**
 * RFC 8446 4.4.2.4, 6.2: a peer looks at our certificate only after the connection stands for us, and refuses it then.
 * Who has sent something by then waits in vain, and is told.
 */
export class Refusal {
  /** Null as soon as the peer has said anything: it takes us as we are. */
  #waiting: Set<(error: Error) => void> | null = new Set()
  #error: Error | null = null

  watch(listener: (error: Error) => void): void {
    if (this.#error) listener(this.#error)
    else this.#waiting?.add(listener)
  }

  heard(): void {
    this.#waiting = null
  }

  refused(error: Error): void {
    const waiting = this.#waiting
    if (!waiting) return
    this.#error = error
    this.#waiting = null
    for (const listener of waiting) listener(error)
  }
}
