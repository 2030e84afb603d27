import type { Socket } from 'node:net'
import { Link, type LinkParts } from './link.ts'
import { Listening } from './listening.ts'
import type { WireRecord } from './records.ts'

/** The port, and the one client that is served on it: the newest. */
export class Connections {
  /** Connections so far; they are numbered from 1. */
  count = 0
  /** How often a connection was dropped for the sake of a newer one. */
  takeovers = 0
  readonly #parts: LinkParts
  readonly #listening: Listening
  readonly #begun: () => void
  #links: readonly Link[] = []

  constructor(port: number, parts: LinkParts, begun: () => void) {
    this.#parts = parts
    this.#begun = begun
    this.#listening = new Listening(port, (socket) => this.#accept(socket))
  }

  get port(): number {
    return this.#listening.port
  }

  /** The newest, also when it is over. */
  get link(): Link | undefined {
    return this.#links.at(-1)
  }

  get isAlive(): boolean {
    return this.link?.state === 'alive'
  }

  get strayBytes(): number {
    return this.#links.reduce((sum, { strayBytes }) => sum + strayBytes, 0)
  }

  open(): Promise<void> {
    return this.#listening.open()
  }

  close(): Promise<void> {
    return this.#listening.close()
  }

  send(record: WireRecord): boolean {
    return this.link?.send(record) ?? false
  }

  #accept(socket: Socket) {
    if (this.link && this.link.state !== 'over') {
      this.takeovers += 1
      this.link.hangUp()
    }
    this.count += 1
    this.#begun()
    this.#links = [...this.#links, new Link(socket, this.count, this.#parts)]
    this.#parts.changed()
  }
}
