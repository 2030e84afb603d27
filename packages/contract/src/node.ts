import { type Static, Type } from 'typebox'
import { choice } from './site-text.ts'
import { Moment } from './text.ts'

const count = (description: string) => Type.Integer({ description, minimum: 0 })

export const LineCount = Type.Object(
  { working: count('Lines that work'), all: count('Lines that it has') },
  { description: 'The telephone lines of the houses that live there' },
)

export const NodeRecord = Type.Object({
  name: Type.String({ description: 'As it was started with --node', examples: ['a'] }),
  address: Type.String({ description: 'Where it serves', examples: ['http://10.0.0.11:8080'] }),
  state: choice(
    ['up', 'leaving', 'lost'],
    'leaving: it hands over its houses and takes no more; lost: others have declared it dead',
  ),
  houses: Type.Array(Type.String(), {
    description:
      'What lives there: ids of tenants; an empty text for what belongs to no tenant, @log for the seals of the log',
  }),
  lines: LineCount,
  callsUp: count('Calls that it has up'),
  beatMs: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How long ago it was last seen alive, in milliseconds; null where that is not known',
  }),
  loopDelayMs: count('The longest that its work was held up within ten seconds, in milliseconds'),
  diskFree: count('Free bytes on the disk of its data folder'),
  clockAheadMs: Type.Integer({
    description: "How far its clock is ahead of the database's, in milliseconds",
  }),
  joined: Moment('Since when it is there'),
  version: Type.String({ description: 'Version of the product', examples: ['0.1.0'] }),
  schema: Type.String({ description: 'The tables that it goes by', examples: ['0001-house'] }),
})
export type NodeRecord = Static<typeof NodeRecord>

export const NodesReply = Type.Object({
  nodes: Type.Array(NodeRecord, {
    description: 'The processes that share the database; none where one is alone',
  }),
})

export const NodeName = Type.String({
  pattern: '^[A-Za-z0-9._-]{1,64}$',
  description: 'Name of the node',
  examples: ['a'],
})
