import { seconds } from '../../kernel/clock.ts'
import { DEAD_AFTER, type Node } from './node.ts'

/** How long the beat of a node has not changed, by the watch of who looks at it. */
interface Sighting {
  readonly beat: number
  readonly since: number
  /** Its beat was seen to change: it lived while we did. */
  readonly wasSeenBeating: boolean
}

/** What one node has seen of the others; no clock of another machine has any part in it. */
export interface Sightings {
  readonly at: number
  readonly nodes: ReadonlyMap<string, Sighting>
}

export const NOTHING_SEEN: Sightings = { at: -Infinity, nodes: new Map() }

/** Who looked last so long ago was away itself, and cannot tell whether others were. */
const LONGEST_GAP = seconds(2.5)

/** Looks at all nodes; `elapsed` is the looker's own watch, which no change of clocks moves. */
export function look(before: Sightings, nodes: readonly Node[], elapsed: number): Sightings {
  const wasAway = elapsed - before.at > LONGEST_GAP
  const seen = nodes.map((node): [string, Sighting] => {
    const last = before.nodes.get(node.lease)
    const isSame = last !== undefined && last.beat === node.beat
    const wasSeenBeating = last !== undefined && (last.wasSeenBeating || !isSame)
    const since = isSame && !wasAway ? last.since : elapsed
    return [node.lease, { beat: node.beat, since, wasSeenBeating }]
  })
  return { at: elapsed, nodes: new Map(seen) }
}

interface Looker {
  readonly lease: string
  /** The data folder that it runs from, whose lock it holds. */
  readonly machine: string
  /** How long one must be silent whom we have never seen beating, or who has not seen us: it may ring from memory. */
  silenceOf(node: Node): number
}

/** Those that are dead as far as the looker can tell. */
export const deadAmong = (sightings: Sightings, nodes: readonly Node[], looker: Looker): Node[] =>
  nodes.filter((node) => {
    if (node.lease === looker.lease || node.state === 'lost') return false
    if (node.machine === looker.machine) return true
    const seen = sightings.nodes.get(node.lease)
    if (seen === undefined) return false
    // One that does not know of us may take itself for alone, and ring from memory.
    const knowsUs = seen.wasSeenBeating && node.facts.sees.includes(looker.lease)
    return sightings.at - seen.since >= (knowsUs ? DEAD_AFTER : looker.silenceOf(node))
  })

/** Those that have beaten a moment ago, or were first seen then. */
export const livingAmong = (sightings: Sightings, nodes: readonly Node[]): Node[] =>
  nodes.filter(({ lease, state }) => {
    const seen = sightings.nodes.get(lease)
    return state !== 'lost' && seen !== undefined && sightings.at - seen.since < DEAD_AFTER
  })
