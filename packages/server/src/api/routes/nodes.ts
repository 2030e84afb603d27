import { INTERFACE, type NodeRecord } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { NodeActions, ShownNode } from '../../actions/site/nodes.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { json, nothing } from '../answers/answer.ts'
import type { Routes } from '../route.ts'

const { nodes: list, drain } = INTERFACE.system

/** The processes that share the database. */
export function nodeRoutes({ route }: Routes, nodes: NodeActions, settings: Settings) {
  route(list, async ({ actor }) =>
    json({
      nodes: (await nodes.list(actor)).map((node) => recordOf(node, settings.current().site.timezone)),
    }),
  )

  route(drain, async ({ actor, params }) => {
    await nodes.drain(actor, params.name)
    return nothing
  })
}

function recordOf({ name, address, state, version, facts, ...node }: ShownNode, zone: string): NodeRecord {
  const { lines, callsUp, loopDelayMs, diskFree, clockAheadMs, schema } = facts
  const { houses, silentMs, joinedAt } = node
  const said = { lines: { ...lines }, callsUp, loopDelayMs, diskFree, clockAheadMs, schema }
  const joined = formatInstant(joinedAt, zone)
  return { name, address, state, houses: [...houses], beatMs: silentMs, joined, version, ...said }
}
