import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import {
  areAgreed,
  type Arrangement,
  type House,
  housesFor,
  tenantsByHouse,
  toHandOver,
  type Whose,
  whoseOf,
} from '../../hotel/nodes/houses.ts'
import type { Node } from '../../hotel/nodes/node.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { Failure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Beat, View } from './beat.ts'
import { Residents } from './residents.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly beat: Beat
  readonly clock: Clock
  readonly log: Log
  readonly name: string
  /** Every house that there is, and who lives there. */
  arrangement(): Arrangement
  /** Whether nothing of theirs rings, and nothing will in the next minutes. */
  isQuiet(tenants: readonly TenantId[]): boolean
  /** Whether everything that has happened here is in the database, which is tried to be had. */
  isWritten(): Promise<boolean>
}

const HAND_OVER_EVERY = seconds(5)
const RETRY = seconds(1)
const NOTHING: View = { nodes: [], homes: [], configuration: 0, dead: [], living: [] }

/**
 * The houses that live on this node.
 *
 *   of nobody ── taken, its share and no more ──▶ here ── handed over, when it is quiet or we leave ──▶ of nobody
 *   of a node that is declared lost ──▶ of nobody           here ── we are declared lost ──▶ left at once
 *
 * A tenant whose house becomes another one, by its lines, leaves the one that it was in before anybody takes the other.
 */
export class Homes implements Service {
  readonly #parts: Parts
  readonly #loop: WakeLoop
  readonly residents = new Residents()
  /** Those that the database says are ours. */
  readonly #ours = new Set<House>()
  /** By which arrangement we have nothing that we should not have, as the database knows. */
  #arranged = ''
  /** The last by which everybody was let in. */
  #letInBy = ''
  #view = NOTHING
  #isLost = false
  #handedOverAt = -Infinity
  #takeovers = 0

  constructor(parts: Parts) {
    this.#parts = parts
    const { beat, clock, log } = parts
    this.#loop = new WakeLoop({
      clock,
      retryMs: RETRY,
      look: () => this.#look(),
      failed: (error) =>
        log.warn(
          { event: 'house.not-moved', error: messageOf(error) },
          'A house could not be moved; tried again',
        ),
    })
    beat.onView((view) => {
      this.#view = view
      this.#loop.wake()
    })
    beat.onLost(() => {
      this.#isLost = true
      this.#loop.wake()
    })
  }

  /** Whose things are here. */
  whose(): Whose {
    return whoseOf(this.residents.tenants, this.#parts.arrangement())
  }

  /** How many it has taken since the start. */
  get takeovers(): number {
    return this.#takeovers
  }

  start(): void {
    this.#loop.start()
    this.#loop.wake()
  }

  settled = (): Promise<void> => this.#loop.settled()

  /** One by one, each when its work has come to rest. Without the database, others take over what is silent. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    const { beat, log } = this.#parts
    if (beat.lease === null) return
    await this.#goAway(beat.lease).catch((error: unknown) =>
      log.warn(
        { event: 'house.not-moved', error: messageOf(error) },
        'Houses could not be handed over: others take them once this node is silent',
      ),
    )
  }

  async #goAway(lease: string) {
    const { database } = this.#parts
    await this.#mustBeWritten()
    await database.transaction(({ nodes }) => nodes.leave(lease))
    for (const house of this.#ours) await this.#handOver(house, lease)
    await database.transaction(({ nodes }) => nodes.remove(lease))
  }

  async #look(): Promise<Instant> {
    if (this.#isLost) await this.#beginAnew()
    const { lease } = this.#parts.beat
    if (lease === null) return Infinity
    // What was seen before the database went away says nothing of those who were away as well.
    if (this.#parts.beat.isCutOff) return Infinity
    let isAnyFreed = false
    for (const dead of this.#view.dead) isAnyFreed = (await this.#declare(dead)) || isAnyFreed
    const plan = this.#parts.arrangement()
    await this.#leaveGone(lease, plan)
    if (this.#isLeaving(lease) && this.#up.length > 0) return this.#handOverAll(lease)
    // What one lets go before the other would take it belongs to nobody.
    if (!areAgreed(plan.print, lease, this.#view.nodes, this.#view.homes)) return Infinity
    await this.#takeFree(lease, plan, isAnyFreed)
    await this.#letIn(lease, plan)
    await this.#balance(lease, plan)
    return Infinity
  }

  /** Somebody wants us to be stopped soon: who else is up may have everything; if nobody is, we keep it. */
  #isLeaving = (lease: string) =>
    this.#view.nodes.some((node) => node.lease === lease && node.state === 'leaving')

  async #handOverAll(lease: string): Promise<Instant> {
    for (const house of this.#ours) await this.#handOver(house, lease)
    return Infinity
  }

  /** Nothing of ours is left in those houses when we join again: no transaction of theirs can pass for one of ours. */
  async #beginAnew() {
    for (const house of this.#ours) {
      await this.residents.moveOut(house)
      this.#ours.delete(house)
    }
    this.#arranged = ''
    await this.#parts.beat.join()
    this.#isLost = false
    this.#view = NOTHING
  }

  async #declare(dead: Node): Promise<boolean> {
    const { database, clock, log } = this.#parts
    const isLost = await database.transaction(async ({ nodes, homes }) => {
      if (!(await nodes.declareLost(dead, clock.now()))) return false
      await homes.freeAllOf(dead.lease, clock.now())
      return true
    })
    if (isLost)
      log.warn(
        { event: 'node.declared-lost', node: dead.name },
        'A node is silent: its houses are taken over',
      )
    return isLost
  }

  /** Tenants come and go, and a line that serves all makes one house of many. Others are told when nothing of it is here. */
  async #leaveGone(lease: string, plan: Arrangement) {
    if (this.#arranged === plan.print) return
    if (this.#arranged !== '') await this.#mustBeWritten()
    const wanted = tenantsByHouse(plan)
    for (const house of this.#ours) if (!wanted.has(house)) await this.#handOver(house, lease)
    for (const house of this.residents.houses) await this.residents.letOut(house, wanted.get(house) ?? [])
    await this.#parts.database.transaction(({ nodes }) => nodes.arrange(lease, plan.print))
    this.#arranged = plan.print
    this.#letInBy = ''
  }

  /** Those who belong into a house that is here, and are not here yet. */
  async #letIn(lease: string, plan: Arrangement) {
    if (this.#letInBy === plan.print) return
    for (const [house, wanted] of tenantsByHouse(plan)) {
      const fresh = this.residents.missing(house, wanted)
      if (fresh.length === 0) continue
      if (!(await this.#agreed(lease, plan, () => Promise.resolve(true)))) return
      await this.residents.letIn(house, fresh)
      await this.residents.begin()
    }
    this.#letInBy = plan.print
  }

  /** Looks at the nodes as they are at this moment: nobody takes anything by another arrangement meanwhile. */
  #agreed<T>(lease: string, { print }: Arrangement, work: (stores: Stores) => Promise<T>): Promise<T | null> {
    return this.#parts.database.transaction(async (stores) => {
      const nodes = await stores.nodes.held()
      const isOurs = nodes.some((node) => node.lease === lease && node.state !== 'lost')
      if (!isOurs || !areAgreed(print, lease, nodes, await stores.homes.list())) return null
      return work(stores)
    })
  }

  /** Its share and no more, as long as others could have the rest. */
  async #takeFree(lease: string, plan: Arrangement, isAnyFreed: boolean) {
    const { clock, name } = this.#parts
    const { houses } = plan
    const limit = housesFor(houses.length, this.#up.length) - this.#ours.size
    if (isAnyFreed || this.#isAnyAmiss(houses, lease, limit)) {
      const now = clock.now()
      const mine = await this.#agreed(lease, plan, async ({ homes }) => {
        await homes.furnish(houses, now)
        await homes.freeStrays(now)
        if (limit > 0) await homes.take({ lease, name, limit, now })
        // Also what was taken or kept by a transaction whose answer was lost.
        return homes.of(lease)
      })
      for (const house of mine ?? []) this.#ours.add(house)
    }
    const absent = [...this.#ours].filter((house) => !this.residents.has(house))
    if (absent.length === 0) return
    const tenants = tenantsByHouse(plan)
    await this.#moveIn(new Map(absent.map((house) => [house, tenants.get(house) ?? []])))
  }

  /** Nothing is written while every house has its row and its node. */
  #isAnyAmiss(houses: readonly House[], lease: string, limit: number): boolean {
    const { homes, nodes } = this.#view
    const leases = new Set(nodes.map((node) => node.lease))
    const wanted = new Set(houses)
    const isAmiss = (home: View['homes'][number]) => {
      // A house that there is no more has its row until somebody takes it away.
      if (home.lease === null) return limit > 0 || !wanted.has(home.house)
      return !leases.has(home.lease) || (home.lease === lease && !this.#ours.has(home.house))
    }
    const known = new Set(homes.map(({ house }) => house))
    return houses.some((house) => !known.has(house)) || homes.some(isAmiss)
  }

  get #up() {
    return this.#view.living.filter(({ state }) => state === 'up')
  }

  /** Gently, one at a time: who joins gets its share in a while, and no guest notices. */
  async #balance(lease: string, { print }: Arrangement) {
    // Who sees other houses than we do would not take ours.
    if (this.#up.some(({ arranged }) => arranged !== print)) return
    const { clock } = this.#parts
    const isQuiet = (one: House) => this.#parts.isQuiet(this.residents.of(one))
    if (clock.elapsed() - this.#handedOverAt < HAND_OVER_EVERY) return
    const house = toHandOver(this.#view.homes, lease, this.#up.length, isQuiet)
    if (house === null || !this.#ours.has(house)) return
    this.#handedOverAt = clock.elapsed()
    await this.#handOver(house, lease)
  }

  /** What fails is tried again with the next look. */
  async #moveIn(those: ReadonlyMap<House, readonly TenantId[]>) {
    await this.residents.moveIn(those)
    this.#takeovers += those.size
    for (const house of those.keys())
      this.#parts.log.info({ event: 'house.taken', house }, 'A house lives here from now on')
    await this.residents.begin()
  }

  /** Whoever takes a house next goes by the database: what only we know would ring a guest again who was woken. */
  async #mustBeWritten() {
    if (!(await this.#parts.isWritten()))
      throw new Failure('store.unavailable', 'What has happened here is not in the database yet')
  }

  async #handOver(house: House, lease: string) {
    const { database, clock, log } = this.#parts
    await this.#mustBeWritten()
    await this.residents.moveOut(house)
    await database.transaction(({ homes }) => homes.letGo(house, lease, '', clock.now()))
    // Not before: what nobody has let go, we still have.
    this.#ours.delete(house)
    log.info({ event: 'house.handed-over', house }, 'A house was let go')
  }
}
