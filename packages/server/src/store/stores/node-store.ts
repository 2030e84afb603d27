import type { Kysely, Selectable } from 'kysely'
import type { Node, NodeState } from '../../hotel/nodes/node.ts'
import { factsIn } from '../../hotel/nodes/node-facts.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

/** The processes that share this database. */
export function nodeStore(db: Kysely<Schema>, dialect: Dialect) {
  const those = () => db.selectFrom('node').selectAll()
  return {
    /** By name; of one name, the latest start last. */
    async list(): Promise<Node[]> {
      return (await those().orderBy('name').orderBy('joined_at').orderBy('lease').execute()).map(toNode)
    },

    /**
     * The same, and nobody is declared lost, arranges itself or takes a house before this transaction has ended. Their
     * beats and their fences do not wait: a node that is stopped just here stops no other.
     */
    async held(): Promise<Node[]> {
      await dialect.takeTurn(db)
      return (await those().orderBy('lease').execute()).map(toNode)
    },

    /** Whoever of its name was lost is forgotten: it is back. */
    async join(node: Node) {
      await db.deleteFrom('node').where('name', '=', node.name).where('state', '=', 'lost').execute()
      await db.insertInto('node').values(toRow(node)).execute()
    },

    /** Says that it is there, and where; false when others have declared it lost. */
    async beat({ lease, address, facts }: Pick<Node, 'lease' | 'address' | 'facts'>): Promise<boolean> {
      const beaten = await db
        .updateTable('node')
        .set((row) => ({ beat: row('beat', '+', 1), address, facts: JSON.stringify(facts) }))
        .where('lease', '=', lease)
        .where('state', '!=', 'lost')
        .executeTakeFirst()
      return beaten.numUpdatedRows > 0n
    },

    /**
     * The fence: whether this node may still write. Nobody can declare it lost before this transaction has ended; its own
     * beats do not wait for it.
     */
    async fence(lease: string): Promise<boolean> {
      const query = db.selectFrom('node').select('lease').where('lease', '=', lease)
      return (await dialect.fence(query.where('state', '!=', 'lost')).executeTakeFirst()) !== undefined
    },

    /** Declares one lost whose beat is still the one that was seen; waits for the transactions that it has under way. */
    async declareLost({ lease, beat }: Pick<Node, 'lease' | 'beat'>, now: Instant): Promise<boolean> {
      await dialect.takeTurn(db)
      const found = await those()
        .where('lease', '=', lease)
        .$call((query) => dialect.hold(query))
        .executeTakeFirst()
      if (found === undefined || found.beat !== beat || found.state === 'lost') return false
      await db.updateTable('node').set({ state: 'lost', lost_at: now }).where('lease', '=', lease).execute()
      return true
    },

    /** Nobody needs to know any more of those that were lost before then. */
    async forgetLost(before: Instant) {
      await db.deleteFrom('node').where('state', '=', 'lost').where('lost_at', '<', before).execute()
    },

    /** From now on it has nothing but what it has by this order of tenants and houses. */
    async arrange(lease: string, arranged: string) {
      await dialect.takeTurn(db)
      await db.updateTable('node').set({ arranged }).where('lease', '=', lease).execute()
    },

    /** It takes nothing more. */
    leave: (lease: string) => set(lease, 'leaving'),

    async remove(lease: string) {
      await dialect.takeTurn(db)
      await db.deleteFrom('node').where('lease', '=', lease).execute()
    },
  }

  async function set(lease: string, state: NodeState) {
    await dialect.takeTurn(db)
    await db.updateTable('node').set({ state }).where('lease', '=', lease).execute()
  }
}

const toNode = (row: Selectable<Schema['node']>): Node => ({
  lease: row.lease,
  name: row.name,
  address: row.address,
  version: row.version,
  beat: row.beat,
  state: row.state,
  joinedAt: row.joined_at,
  machine: row.machine,
  arranged: row.arranged,
  facts: factsIn(row.facts),
})

const toRow = ({ joinedAt, facts, ...node }: Node) => ({
  ...node,
  joined_at: joinedAt,
  facts: JSON.stringify(facts),
})
