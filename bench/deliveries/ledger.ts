/** What one receiver saw. */
export interface Account {
  readonly requests: number
  /** Ids that it has answered with 2xx. */
  readonly taken: number
  /** Requests under an id that it had answered with 2xx before. */
  readonly doubled: number
  /** Messages that it took after a later one of the same room. */
  readonly disordered: number
}

export interface Message {
  readonly id: string
  readonly room: string
  readonly sequence: number
}

/** Keeps the account of one receiver. */
export class Ledger {
  readonly #taken = new Set<string>()
  readonly #latest = new Map<string, number>()
  #requests = 0
  #doubled = 0
  #disordered = 0

  get taken(): number {
    return this.#taken.size
  }

  came({ id }: Message) {
    this.#requests++
    if (this.#taken.has(id)) this.#doubled++
  }

  took({ id, room, sequence }: Message) {
    if (this.#taken.has(id)) return
    this.#taken.add(id)
    const latest = this.#latest.get(room) ?? 0
    if (sequence < latest) this.#disordered++
    this.#latest.set(room, Math.max(latest, sequence))
  }

  account(): Account {
    const [requests, taken, doubled, disordered] = [
      this.#requests,
      this.taken,
      this.#doubled,
      this.#disordered,
    ]
    return { requests, taken, doubled, disordered }
  }
}
