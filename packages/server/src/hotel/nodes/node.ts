import { hours, type Instant, seconds } from '../../kernel/clock.ts'
import type { NodeFacts } from './node-facts.ts'

/** `leaving`: it hands over what it has and takes nothing more. `lost`: others have declared it dead, for good. */
export type NodeState = 'up' | 'leaving' | 'lost'

/** One process that serves, rings and delivers. */
export interface Node {
  /** Of this start of the process alone: whoever comes back under the same name has another. */
  readonly lease: string
  readonly name: string
  /** Where it serves. */
  readonly address: string
  readonly version: string
  /** How often it has said that it is there. */
  readonly beat: number
  readonly state: NodeState
  readonly joinedAt: Instant
  /** The data folder that it runs from: only who has it again knows that the one before is gone. */
  readonly machine: string
  /** By which order of tenants and houses it has what it has; empty before it has anything. */
  readonly arranged: string
  readonly facts: NodeFacts
}

/** How this very process stands among the nodes, and what it has counted since its start. */
export interface NodeStanding {
  readonly name: string
  readonly state: NodeState
  /** Houses that live here. */
  readonly houses: number
  /** Since the last beat that was written left. */
  readonly beatMs: number
  /** Houses that it has taken. */
  readonly takeovers: number
  /** Transactions that were turned away because others had declared it lost. */
  readonly fenced: number
  /** How often it might not act for a while, as its beats were not written. */
  readonly permitsLost: number
}

/** Where a house lives: on one node, or on none until one takes it. */
export interface Home {
  readonly house: string
  readonly lease: string | null
  /** The node that it is meant for, by its name; empty where it is any. */
  readonly wanted: string
  readonly since: Instant
}

export const BEAT_EVERY = seconds(1)
/** A node whose beat has not changed for so long is dead. */
export const DEAD_AFTER = seconds(5)
/** So long after it sent its last beat that was written, a node may act: less than others wait before they take over. */
export const PERMIT_MS = seconds(3.5)
/** So long one that was lost is still shown. */
export const LOST_SHOWN = hours(24)
