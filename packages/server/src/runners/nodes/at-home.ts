import { type House, LOG_HOUSE, type Whose } from '../../hotel/nodes/houses.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Service } from '../../kernel/service.ts'
import type { Homes } from './homes.ts'
import type { Beat } from './beat.ts'

type Mover = (whose: Whose) => void | Promise<void>

/** What lives on this node, and whether it may act. */
export interface AtHome {
  /** There is no other node: everything is here for good. */
  readonly isAlone: boolean
  /** The tenants who live here; null: all. */
  whose(): Whose
  has(house: House): boolean
  /** Whether calls of this tenant are ours: it lives here, or is just being taken up. */
  rings(tenant: TenantId): boolean
  /** Of this node at this moment, empty while it has none; null where there is no other node. */
  lease(): string | null
  /** Whether it may ring, answer, post and connect, at this very moment. */
  mayAct(): boolean
  /** The database that we share with others does not answer us. */
  isCutOff(): boolean
  /** Whether what is to come may be rung from memory while the database is away, and not only what was claimed. */
  ringsAhead(): boolean
  /**
   * The same for what throws another node out: the book is asked as well, as a machine that was frozen, with its clocks,
   * cannot know that it was away.
   */
  isStillOurs(): Promise<boolean>
  /** Told whose houses are to be here, and waited for: what another process has left there is taken up before. */
  onTaken(take: Mover): void
  /** Told when they are, and their work may begin. */
  onHere(listener: () => void | Promise<void>): void
  /** Told whose houses are here no more, and waited for: nothing is done there any longer. */
  onLeft(leave: Mover): void
}

/** A process that is alone has everything, from its start to its end. */
export function aloneAtHome(): AtHome & Service {
  const takers: Mover[] = []
  const listeners: (() => void | Promise<void>)[] = []
  let isHere = false
  return {
    isAlone: true,
    whose: () => (isHere ? null : []),
    // Also a copy that is not live, and does nothing else, seals what it writes.
    has: (house) => isHere || house === LOG_HOUSE,
    rings: () => true,
    lease: () => null,
    mayAct: () => true,
    isCutOff: () => false,
    ringsAhead: () => true,
    isStillOurs: () => Promise.resolve(true),
    onTaken: (take) => void takers.push(take),
    onHere: (listener) => void listeners.push(listener),
    onLeft: () => {},
    async start() {
      for (const take of takers) await take(null)
      isHere = true
      for (const listener of listeners) await listener()
    },
    stop: () => {},
  }
}

interface Parts {
  readonly homes: Homes
  readonly beat: Pick<Beat, 'permit' | 'isCutOff' | 'isKnownAlone' | 'lease'>
  /** Whether others have declared us lost, as the book has it. */
  isLost(): Promise<boolean>
}

/** One node of several has what it has taken. */
export function atHome({ homes, beat, isLost }: Parts): AtHome {
  const { permit } = beat
  return {
    isAlone: false,
    whose: () => homes.whose(),
    has: (house) => homes.residents.has(house),
    rings: (tenant) => homes.residents.rings(tenant),
    lease: () => beat.lease ?? '',
    mayAct: () => permit.isHeld,
    isCutOff: () => beat.isCutOff,
    ringsAhead: () => beat.isKnownAlone,
    // A database that does not answer says nothing: then the permit alone counts.
    isStillOurs: async () => permit.isHeld && !(await isLost().catch(() => false)) && permit.isHeld,
    onTaken: (take) => homes.residents.onTaken(take),
    onHere: (listener) => homes.residents.onHere(listener),
    onLeft: (leave) => homes.residents.onLeft(leave),
  }
}
