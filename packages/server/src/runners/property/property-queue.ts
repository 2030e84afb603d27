import type { PropertyNews, PropertySystem } from '../../hotel/property/property.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { untilWritten } from '../../kernel/until-written.ts'

interface Parts {
  readonly system: PropertySystem
  readonly clock: Clock
  readonly log: Log
  /** Carries out one thing in one transaction: a failure leaves nothing behind. */
  handle(system: PropertySystem, news: PropertyNews): Promise<void>
  /** So many things could not be kept or carried out. */
  lost(system: PropertySystem, count: number): Promise<void>
}

/** A day's news of a large hotel; more would only be kept to be forgotten when the memory is full. */
export const MOST_WAITING = 10_000
const MOST_TOGETHER = 50
/** What fails while the database works is a fault of ours: it must not hold up all that comes after it. */
const MOST_TRIES = 5

/** What one property system tells, in order. It cannot repeat anything, so nothing may be dropped. */
export class PropertyQueue {
  readonly #parts: Parts
  readonly #waiting: PropertyNews[] = []
  #working: Promise<void> | undefined
  #lost = 0
  /** So much was lost ever, and so much of it before the latest resync. */
  #losses = 0
  #lossesBefore = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#waiting.length
  }

  push(news: PropertyNews): void {
    if (this.size >= MOST_WAITING) return this.#lose(news, 'too much waits already')
    if (news.about === 'resync' && news.news === 'begun') this.#lossesBefore = this.#losses
    this.#waiting.push(news)
    this.#working ??= this.#work()
  }

  /** Everything that was heard is carried out. */
  async emptied(): Promise<void> {
    await this.#working
  }

  async #work() {
    while (this.size > 0) {
      const next = together(this.#waiting)
      await Promise.all(next.map((news) => this.#carryOut(news)))
      this.#waiting.splice(0, next.length)
      if (this.size === 0) await this.#tellLost()
    }
    this.#working = undefined
  }

  #carryOut(news: PropertyNews) {
    const { system, clock, handle } = this.#parts
    return untilWritten(
      clock,
      () => handle(system, this.#asHeard(news)),
      (error, tries) => {
        const isOurs = !(isFailure(error) && error.code.startsWith('store.'))
        if (tries === 1) this.#tellLater(news, error)
        if (!isOurs || tries < MOST_TRIES) return 'again'
        this.#lose(news, messageOf(error))
        return 'give up'
      },
    )
  }

  #tellLater({ about }: PropertyNews, error: unknown) {
    const { system, log } = this.#parts
    log.error(
      { event: 'property.not-carried-out', system: system.name, about, error: messageOf(error) },
      'What a property system told cannot be carried out yet; tried again',
    )
  }

  /** After a loss a resync is incomplete: guests missing from it must not be taken for departed. */
  #asHeard(news: PropertyNews): PropertyNews {
    const isWhole = this.#losses === this.#lossesBefore
    return news.about === 'resync' && news.news === 'done' && !isWhole
      ? { ...news, news: 'broken off' }
      : news
  }

  #lose(news: PropertyNews, why: string) {
    const { system, log } = this.#parts
    this.#lost++
    this.#losses++
    log.error(
      { event: 'property.lost', system: system.name, news, why },
      'What a property system told is lost',
    )
  }

  /** Raises the alarm as soon as the database can take it. */
  async #tellLost() {
    const { system, log, lost } = this.#parts
    const count = this.#lost
    if (count === 0) return
    this.#lost = 0
    await lost(system, count).catch((error: unknown) => {
      this.#lost += count
      log.error(
        { event: 'property.loss-unwritten', error: messageOf(error) },
        'That something is lost could not be told; tried again',
      )
    })
  }
}

/**
 * What may be carried out at once. Calls of different rooms do not touch each other, and share one flush to the disk: a
 * tour group that is entered in one go is safe sooner. Anything else waits for its turn.
 */
function together(waiting: readonly PropertyNews[]): PropertyNews[] {
  const rooms = new Set<string>()
  const end = waiting.findIndex((one) => {
    if (one.about !== 'call' || rooms.size === MOST_TOGETHER || rooms.has(one.news.room)) return true
    rooms.add(one.news.room)
    return false
  })
  return waiting.slice(0, end === -1 ? waiting.length : Math.max(end, 1))
}
