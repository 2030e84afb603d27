import { type PropertyCall, systemKey } from '../../hotel/property/property.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { PropertyLink } from '../../connectors/connector.ts'
import type { UnannouncedCall } from '../../store/stores/announced-calls.ts'
import type { AnnouncementBook } from './announcement-book.ts'

interface Parts {
  readonly book: AnnouncementBook
  readonly clock: Clock
  readonly log: Log
}

/**
 * Tells property systems of calls that were made here, if the site wants that, and of those that ring at another time or
 * in another room since. From then on each is a call like those that they asked for: they are told how it ended.
 */
export class PropertyAnnouncer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Of all calls that are to come, or of some. What cannot be said now is found again later. */
  async announce(links: readonly PropertyLink[], wakeups: readonly string[] | null): Promise<void> {
    for (const link of links) if (link.announces && link.isAlive) await this.#announceTo(link, wakeups)
  }

  async #announceTo(link: PropertyLink, wakeups: readonly string[] | null) {
    const { book } = this.#parts
    for (const call of await book.unannounced(link.system, wakeups)) {
      if (call.known && !(await this.#withdraw(link, call.known, call))) return
      if (!(await this.#request(link, call))) return
    }
  }

  /** What it knows the call by counts no more. Says whether it could be told. */
  async #withdraw(link: PropertyLink, known: PropertyCall, call: UnannouncedCall): Promise<boolean> {
    const { book, clock } = this.#parts
    // A day of a series that is over is told as any call that has ended.
    if (await book.handOver(known, call)) return true
    const isSaid = this.#isDone(link.tell(known, 'taken back'), known)
    if (isSaid) await book.withdrawn(known, clock.now())
    return isSaid
  }

  async #request(link: PropertyLink, call: UnannouncedCall): Promise<boolean> {
    const { book, clock } = this.#parts
    const key = link.keyOf(call)
    const isSaid = this.#isDone(link.announce(key), key)
    if (isSaid) await book.announced(systemKey(link.system), call, key, clock.now())
    return isSaid
  }

  /** What cannot be put into a record now never can be. */
  #isDone(said: ReturnType<PropertyLink['announce']>, what: object): boolean {
    if (said.kind === 'invalid')
      this.#parts.log.error(
        { event: 'property.untellable', what, text: said.text },
        'A property system cannot be told of a call',
      )
    return said.kind === 'sent' || said.kind === 'invalid'
  }
}
