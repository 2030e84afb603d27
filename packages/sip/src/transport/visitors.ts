import type { Socket } from 'node:net'

/** How many may come to us unasked, and how long they may be silent: before their first word, and after it. */
export interface VisitorLimits {
  readonly most: number
  readonly firstWordMs: number
  readonly silenceMs: number
}

const LIMITS: VisitorLimits = { most: 256, firstWordMs: 10_000, silenceMs: 900_000 }

/**
 * Those who have connected to us. Where there are too many, the one that was silent the longest goes: a stranger who
 * only opens connections does not keep out peers that send something.
 */
export class Visitors {
  readonly #limits: VisitorLimits
  /** The longest silent first. */
  readonly #present = new Set<Socket>()

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /** Gives back what is to be called with each message. */
  admit(socket: Socket): () => void {
    const { most, firstWordMs, silenceMs } = this.#limits
    this.#present.add(socket)
    socket.on('close', () => this.#present.delete(socket))
    socket.setTimeout(firstWordMs, () => socket.destroy())
    const [first] = this.#present
    if (this.#present.size > most) first?.destroy()
    return () => {
      socket.setTimeout(silenceMs)
      // A late message must not bring back one that is gone.
      if (this.#present.delete(socket)) this.#present.add(socket)
    }
  }
}
