import { DEAD_AFTER, type Home, type Node } from '../../hotel/nodes/node.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { mustSeeAll } from './tenants.ts'

export interface NodeParts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** How long ago its beat was last seen to change; null where that is not known. */
  silentMs(lease: string): number | null
}

export interface ShownNode extends Node {
  readonly houses: readonly string[]
  readonly silentMs: number | null
}

export type NodeActions = ReturnType<typeof nodeActions>

/** The processes that share the database, for those who look after the whole site. */
export function nodeActions({ database, clock, silentMs }: NodeParts) {
  return {
    /** None where a process is alone. One that was lost is shown until it has joined again or is gone for long. */
    async list(actor: Actor): Promise<ShownNode[]> {
      mustSeeAll(actor)
      const [nodes, homes] = [await database.read.nodes.list(), await database.read.homes.list()]
      return nodes.map((node) => ({ ...node, houses: housesAt(node, homes), silentMs: silentMs(node.lease) }))
    },

    /** It hands over what it has and takes nothing more, until it is started again. */
    async drain(actor: Actor, name: string): Promise<void> {
      mustSeeAll(actor)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const node = await drainable(stores, name, silentMs)
        if (node.state === 'leaving') return
        await stores.nodes.leave(node.lease)
        const text = `Node ${name} hands over its houses and takes no more`
        await record(stores, actor, now, { kind: 'house.drained', tenant: '', text, detail: { node: name } })
      })
    },
  }
}

const housesAt = ({ lease }: Node, homes: readonly Home[]) =>
  homes.filter((home) => home.lease === lease).map(({ house }) => house)

/** Held until it is written: of two that are drained at once, the second is the last one that is up. */
async function drainable(stores: Stores, name: string, silentMs: NodeParts['silentMs']): Promise<Node> {
  const known = (await stores.nodes.held()).filter(({ state }) => state !== 'lost')
  const isSilent = ({ lease }: Node) => (silentMs(lease) ?? 0) >= DEAD_AFTER
  const named = known.filter((one) => one.name === name)
  const node = named.find((one) => !isSilent(one)) ?? named[0]
  if (!node) throw unknown('Node', name)
  if (!known.some((one) => one.state === 'up' && one.lease !== node.lease && !isSilent(one)))
    throw new Failure('node.alone', `There is no other node that could take the houses of ${name}`)
  return node
}
