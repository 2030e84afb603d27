import { ERRAND_PATIENCE } from '../../hotel/nodes/errand.ts'
import { type House, houseOf, LOG_HOUSE } from '../../hotel/nodes/houses.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Safe } from '../../kernel/safe.ts'
import { pause, within } from '../../kernel/within.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { AtHome } from './at-home.ts'
import type { ErrandsDone } from './errands-done.ts'
import { errandWords, type ErrandOutcome, silentHome } from './errand-words.ts'
import type { HouseList } from './house-list.ts'
import type { Peers } from './peers.ts'

/** One kind of thing that can be asked at any node, and is done or known where a house lives. */
export interface Asking<Question, Answer> {
  /** Asks the home of a tenant's house. */
  at(tenant: TenantId, question: Question): Promise<Answer>
  /** Asks every node that lives or has a house. */
  everywhere(question: Question): Promise<Answer[]>
}

export type ErrandWork<Question, Answer> = (question: Question) => Answer | Promise<Answer>

export interface Errands {
  /** What is done where the house lives. Questions and answers are plain JSON, and no answer is undefined. */
  kind<Question, Answer>(
    name: string,
    work: ErrandWork<Question, Answer>,
    patienceMs?: number,
  ): Asking<Question, Answer>
}

/** A process that is alone is the home of everything. */
export const noErrands: Errands = {
  kind: (_, work) => ({
    at: async (__, question) => work(question),
    everywhere: async (question) => [await work(question)],
  }),
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly safe: Safe
  readonly peers: Peers
  readonly done: Pick<ErrandsDone, 'does'>
  readonly home: Pick<AtHome, 'has'>
  readonly list: Pick<HouseList, 'now'>
  lease(): string | null
  /** The leases of the other nodes that live. */
  others(): readonly string[]
}

/** The node that is asked; the house that it is asked for, if any. */
interface Addressee {
  readonly lease: string
  readonly house: House | null
}

interface Asked extends Addressee {
  readonly kind: string
  readonly question: unknown
  /** By our own watch. */
  readonly until: number
}

/** So often whoever waits looks by itself: the word that it is done may be missed. */
const LOOK_EVERY = seconds(0.5)
const TRY_AGAIN = seconds(0.2)

/**
 * Asks other nodes.
 *
 *  asked ── taken by the node that it is for ──▶ taken ── done ──▶ answered ── read by who asked ──▶ gone
 *    └── the house has moved, or nobody took it in time ──▶ gone
 */
export class NodeErrands implements Errands {
  readonly #parts: Parts
  readonly #words
  readonly #waiting = new Map<string, () => void>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#words = errandWords(parts.safe)
    parts.peers.on('answered', (id) => this.#waiting.get(id)?.())
  }

  kind<Question, Answer>(
    name: string,
    work: ErrandWork<Question, Answer>,
    patienceMs = ERRAND_PATIENCE,
  ): Asking<Question, Answer> {
    const { clock, done, lease: own } = this.#parts
    // What arrives under this name was asked by the same kind at another node.
    done.does(name, (question) => work(question as Question))
    const ask = async (to: Addressee, question: Question, until: number) => {
      const found = await this.#ask({ ...to, kind: name, question, until })
      return found && { value: found.value as Answer }
    }
    return {
      at: async (tenant, question) => {
        const until = clock.elapsed() + patienceMs
        for (;;) {
          const home = await this.#homeOf(tenant, until)
          if (home === 'here') return work(question)
          const answer = await ask(home, question, until)
          if (answer) return answer.value
        }
      },
      everywhere: async (question) => {
        const until = clock.elapsed() + patienceMs
        const of = async (lease: string): Promise<Answer> => {
          if (lease === own()) return work(question)
          const answer = await ask({ lease, house: null }, question, until)
          if (answer) return answer.value
          throw silentHome()
        }
        return Promise.all((await this.#everyNode(until)).map(of))
      },
    }
  }

  /** One that nobody has is taken in a moment. */
  async #homeOf(tenant: TenantId, until: number): Promise<Addressee | 'here'> {
    const { clock, database, home, list, lease: own } = this.#parts
    while (clock.elapsed() < until) {
      const house = houseOf(tenant, new Set(list.now.houses))
      if (home.has(house)) return 'here'
      const lease = (await database.read.homes.list()).find((one) => one.house === house)?.lease ?? null
      if (lease !== null && lease !== own()) return { lease, house }
      await pause(clock, TRY_AGAIN)
    }
    throw silentHome()
  }

  async #everyNode(until: number): Promise<string[]> {
    const { clock, database, lease: own, others } = this.#parts
    while (clock.elapsed() < until) {
      const homes = (await database.read.homes.list()).filter(({ house }) => house !== LOG_HOUSE)
      const leases = homes.flatMap(({ lease }) => lease ?? [])
      if (leases.length === homes.length) return [...new Set([own() ?? [], others(), leases].flat())]
      await pause(clock, TRY_AGAIN)
    }
    throw silentHome()
  }

  /** Null where the house has moved meanwhile, and nothing was done. */
  async #ask({ lease, house, kind, question, until }: Asked): Promise<{ value: unknown } | null> {
    const { database, clock, ids, peers } = this.#parts
    const id = ids.uuid()
    const errand = { id, lease, house, kind, question: this.#words.hideQuestion(id, question) }
    await database.transaction(({ errands }) => errands.ask({ ...errand, askedAt: clock.now() }))
    peers.tell('errand', lease)
    try {
      const outcome = await this.#outcomeOf(id, { lease, house }, until)
      if ('moved' in outcome) return null
      if ('value' in outcome) return outcome
      throw new Failure(outcome.failed.code, outcome.failed.message, outcome.failed.detail)
    } finally {
      await database.transaction(({ errands }) => errands.remove(id))
    }
  }

  async #outcomeOf(id: string, to: Addressee, until: number): Promise<ErrandOutcome> {
    const { clock, database } = this.#parts
    while (clock.elapsed() < until) {
      await this.#word(id, Math.min(LOOK_EVERY, until - clock.elapsed()))
      const answer = await database.read.errands.answerTo(id)
      if (typeof answer === 'string') return this.#words.outcomeIn(id, answer)
      if (await this.#hasMoved(id, to)) return { moved: true }
    }
    throw silentHome()
  }

  /** The word that it is done, or so much time has passed. */
  async #word(id: string, ms: number): Promise<void> {
    const word = new Promise<void>((resolve) => this.#waiting.set(id, resolve))
    await within(this.#parts.clock, ms, word)
    this.#waiting.delete(id)
  }

  /** What was taken is done where it was taken; what was not is asked where the house lives now. */
  async #hasMoved(id: string, { lease, house }: Addressee): Promise<boolean> {
    const { database } = this.#parts
    if (house === null) return false
    const home = (await database.read.homes.list()).find((one) => one.house === house)
    return home?.lease !== lease && database.transaction(({ errands }) => errands.withdraw(id))
  }
}
