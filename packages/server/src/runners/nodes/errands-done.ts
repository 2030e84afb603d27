import { type Errand, ERRAND_KEPT } from '../../hotel/nodes/errand.ts'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Safe } from '../../kernel/safe.ts'
import type { Service } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { AtHome } from './at-home.ts'
import { errandWords, failedWith, type ErrandOutcome, unknownErrand } from './errand-words.ts'
import type { Peers } from './peers.ts'

interface Parts {
  /** Fenced: one that others have declared lost takes nothing. */
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly log: Log
  readonly safe: Safe
  readonly peers: Peers
  readonly home: Pick<AtHome, 'has' | 'mayAct'>
  lease(): string | null
}

type AnyWork = (question: unknown) => unknown

/** The word that there is one may be missed. */
const LOOK_EVERY = seconds(1)
const PURGE_EVERY = minutes(1)

/** Does what other nodes ask this one for, and answers. */
export class ErrandsDone implements Service {
  readonly #parts: Parts
  readonly #words
  readonly #loop: WakeLoop
  readonly #works = new Map<string, AnyWork>()
  readonly #underWay = new Set<Promise<void>>()
  #purgedAt = -Infinity

  constructor(parts: Parts) {
    this.#parts = parts
    this.#words = errandWords(parts.safe)
    const { clock, log, peers, lease } = parts
    this.#loop = new WakeLoop({
      clock,
      retryMs: LOOK_EVERY,
      look: () => this.#look(),
      failed: (error) =>
        log.debug({ event: 'errands.not-taken', error: messageOf(error) }, 'Errands could not be taken'),
    })
    peers.on('errand', (whose) => void (whose === lease() && this.#loop.wake()))
  }

  does(kind: string, work: AnyWork): void {
    this.#works.set(kind, work)
  }

  start(): void {
    this.#loop.start()
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    await Promise.all(this.#underWay)
  }

  async #look(): Promise<Instant> {
    const { clock, database, home, lease: own } = this.#parts
    const lease = own()
    const next = clock.now() + LOOK_EVERY
    if (lease === null || !home.mayAct() || !(await database.read.errands.isAnyFor(lease))) return next
    for (const errand of await database.transaction(({ errands }) => errands.take(lease))) this.#begin(errand)
    await this.#purge()
    return next
  }

  /** What whoever asked has not removed, as it is gone. */
  async #purge() {
    const { clock, database } = this.#parts
    if (clock.elapsed() - this.#purgedAt < PURGE_EVERY) return
    this.#purgedAt = clock.elapsed()
    await database.transaction(({ errands }) => errands.purge(clock.now() - ERRAND_KEPT))
  }

  #begin(errand: Errand) {
    const { log } = this.#parts
    const done = this.#do(errand)
      .catch((error: unknown) =>
        log.debug({ event: 'errand.not-answered', error: messageOf(error) }, 'An errand was not answered'),
      )
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  async #do(errand: Errand) {
    const { database, peers } = this.#parts
    const { id } = errand
    const hidden = this.#words.hideOutcome(id, await this.#outcomeOf(errand))
    await database.transaction(({ errands }) => errands.answer(id, hidden))
    peers.tell('answered', id)
  }

  async #outcomeOf({ id, house, kind, question }: Errand): Promise<ErrandOutcome> {
    if (house !== null && !this.#parts.home.has(house)) return { moved: true }
    const work = this.#works.get(kind)
    try {
      if (work === undefined) throw unknownErrand()
      return { value: await work(this.#words.questionIn(id, question)) }
    } catch (error) {
      return { failed: failedWith(error) }
    }
  }
}
