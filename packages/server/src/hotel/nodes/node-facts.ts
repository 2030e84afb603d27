import { type Static, Type } from 'typebox'
import { guardOf, number, text, yesNo } from '../../kernel/schema.ts'

/** What a node says of itself with each beat. One of a later release may say more. */
const Facts = Type.Immutable(
  Type.Object({
    /** It sees no other node: then it rings on from memory when its database is away. */
    isAlone: yesNo,
    /** The leases of all nodes in its last view: whoever is among them is asked before it rings from memory. */
    sees: Type.Immutable(Type.Array(text)),
    /** The configuration that it goes by. */
    configuration: number,
    lines: Type.Immutable(Type.Object({ working: number, all: number })),
    /** It can ring over the lines that it has. */
    isTelephoneOn: yesNo,
    callsUp: number,
    /** The longest that its work was held up within ten seconds. */
    loopDelayMs: number,
    diskFree: number,
    /** How far its clock is ahead of the database's. */
    clockAheadMs: number,
    /** The tables that it goes by. */
    schema: text,
  }),
)

export type NodeFacts = Static<typeof Facts>

/** What is known of one that has said nothing that we understand: it may ring from memory. */
export const NO_FACTS: NodeFacts = {
  isAlone: true,
  sees: [],
  configuration: 0,
  lines: { working: 0, all: 0 },
  isTelephoneOn: false,
  callsUp: 0,
  loopDelayMs: 0,
  diskFree: 0,
  clockAheadMs: 0,
  schema: '',
}

const areFacts = guardOf(Facts)

export function factsIn(json: string): NodeFacts {
  const facts: unknown = JSON.parse(json)
  return areFacts(facts) ? facts : NO_FACTS
}
