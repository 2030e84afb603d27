import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { House } from '../../hotel/nodes/houses.ts'

/** Told whose things move, and which houses those are. */
type Mover = (tenants: readonly TenantId[], houses: readonly House[]) => void | Promise<void>

/** Who lives on this node, and whoever must know of it when somebody moves in or out. */
export class Residents {
  readonly #taken: Mover[] = []
  readonly #left: Mover[] = []
  readonly #ready: (() => void | Promise<void>)[] = []
  /** The houses that everything is ready for, each with the tenants who came with it. */
  readonly #here = new Map<House, readonly TenantId[]>()
  /** Of houses that we are moving into: what has been told of them is to be taken back should we not get there. */
  readonly #entering = new Map<House, readonly TenantId[]>()
  /** Whose calls are ours: from when a house is being taken up until it is left. */
  readonly #rung = new Set<TenantId>()

  get houses(): ReadonlySet<House> {
    return new Set(this.#here.keys())
  }

  get tenants(): ReadonlySet<TenantId> {
    return new Set([...this.#here.values()].flat())
  }

  has = (house: House): boolean => this.#here.has(house)

  of = (house: House): readonly TenantId[] => this.#here.get(house) ?? []

  /** Whether the calls of this tenant are ours to ring. */
  rings = (tenant: TenantId): boolean => this.#rung.has(tenant)

  /** Told of the houses that are to live here, and waited for: nothing is done for them before. */
  onTaken(listener: Mover): void {
    this.#taken.push(listener)
  }

  /** Told when a house is here, and its work may begin. */
  onHere(listener: () => void | Promise<void>): void {
    this.#ready.push(listener)
  }

  /** Told of each house that lives here no more, and waited for: before it is handed over, or after we were lost. */
  onLeft(listener: Mover): void {
    this.#left.push(listener)
  }

  /** All of them together: when a node is lost, no guest waits until others' houses are ready. What fails may be tried again. */
  async moveIn(those: ReadonlyMap<House, readonly TenantId[]>): Promise<void> {
    for (const [house, tenants] of those) this.#entering.set(house, tenants)
    await this.#enter([...those.keys()], [...those.values()].flat())
    for (const [house, tenants] of those) {
      this.#here.set(house, tenants)
      this.#entering.delete(house)
    }
  }

  /** They are here, and their work may begin. */
  async begin(): Promise<void> {
    for (const listener of this.#ready) await listener()
  }

  async moveOut(house: House): Promise<void> {
    const tenants = this.#here.get(house) ?? this.#entering.get(house)
    this.#here.delete(house)
    this.#entering.delete(house)
    if (tenants) await this.#goFrom(house, tenants)
  }

  /** Those who belong into a house that is here, and are not here yet. */
  missing(house: House, wanted: readonly TenantId[]): TenantId[] {
    const here = this.#here.get(house)
    return here ? without(wanted, here) : []
  }

  /** Joins those who live in it already. */
  async letIn(house: House, fresh: readonly TenantId[]): Promise<void> {
    await this.#enter([house], fresh)
    this.#here.set(house, [...this.of(house), ...fresh])
  }

  /** Whoever is not wanted in it lives in a house of their own from now on, or in none. */
  async letOut(house: House, wanted: readonly TenantId[]): Promise<void> {
    const gone = without(this.of(house), wanted)
    if (gone.length === 0) return
    this.#here.set(house, without(this.of(house), gone))
    await this.#goFrom(house, gone)
  }

  async #enter(houses: readonly House[], tenants: readonly TenantId[]) {
    for (const tenant of tenants) this.#rung.add(tenant)
    for (const listener of this.#taken) await listener(tenants, houses)
  }

  async #goFrom(house: House, tenants: readonly TenantId[]) {
    for (const tenant of tenants) this.#rung.delete(tenant)
    for (const listener of this.#left) await listener(tenants, [house])
  }
}

const without = (all: readonly TenantId[], some: readonly TenantId[]): TenantId[] => {
  const gone = new Set(some)
  return all.filter((one) => !gone.has(one))
}
