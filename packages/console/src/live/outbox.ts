import { asFailure, type Failure } from '../kernel/failure.ts'
import { Watched } from '../kernel/listeners.ts'
import type { Drawer } from '../kernel/storage.ts'

/** A change that was made here and must reach the server, once and in its order. */
export interface Posted<T> {
  /** Under which the server does it once, however often it is sent. */
  readonly key: string
  readonly change: T
}

export interface OutboxNeeds<T> {
  readonly drawer: Drawer<Posted<T>>
  /** What another person has left on this device waits for them. Left out: nobody else puts anything in. */
  readonly isMine?: (posted: Posted<T>) => boolean
  readonly send: (posted: Posted<T>) => Promise<void>
  /** The server will not have it: whoever made it is told. It leaves the drawer when that is done. */
  readonly onRefused: (posted: Posted<T>, failure: Failure) => Promise<void> | void
}

/** What the server may take later: it is not there, nobody is signed in, or it asks for patience. */
const mayStillGo = ({ kind, told }: Failure) =>
  kind !== 'problem' || told === null || told.status === 429 || told.status >= 500

/** Keeps changes that were made without a connection, and sends them when there is one. */
export class Outbox<T> {
  /** How many wait. */
  readonly waiting = new Watched(0)
  readonly #needs: OutboxNeeds<T>
  #sending: Promise<void> | null = null
  #isAskedAgain = false

  constructor(needs: OutboxNeeds<T>) {
    this.#needs = needs
  }

  /** What was left by an earlier page. */
  async open(): Promise<readonly Posted<T>[]> {
    const left = await this.#needs.drawer.all()
    this.waiting.set(left.length)
    return left
  }

  async add(posted: Posted<T>): Promise<void> {
    await this.#needs.drawer.put(posted.key, posted)
    this.waiting.set(this.waiting.get() + 1)
    await this.flush()
  }

  /** Sends what waits, one after the other; stops at the first that does not get through. */
  flush(): Promise<void> {
    this.#isAskedAgain = this.#sending !== null
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  /** What is put in while the last look at the drawer is under way is sent as well. */
  async #sendAll(): Promise<void> {
    do {
      this.#isAskedAgain = false
      for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
        if (!(await this.#sent(next))) return
        await this.#needs.drawer.remove(next.key)
        this.waiting.set(Math.max(0, this.waiting.get() - 1))
      }
    } while (this.#isAskedAgain)
  }

  #next = async () => (await this.#needs.drawer.all()).find(this.#needs.isMine ?? (() => true))

  /** Whether it need not wait any longer. */
  async #sent(posted: Posted<T>): Promise<boolean> {
    try {
      await this.#needs.send(posted)
    } catch (error) {
      const failure = asFailure(error)
      if (mayStillGo(failure)) return false
      await this.#needs.onRefused(posted, failure)
    }
    return true
  }
}
