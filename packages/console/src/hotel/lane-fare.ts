import type { DeliveryRecord, DestinationRecord } from '@reveille/contract'
import { instantOf } from '../kernel/clock.ts'

type Lane = DestinationRecord

/**
 * How a lane fares, for people, on every page alike: one whose latest attempts failed does not flow, also before the
 * server pauses it, or calls it failing after ten minutes.
 */
export const laneFare = ({ state, failing }: Pick<Lane, 'state' | 'failing'>): string =>
  state === 'flowing' && failing !== null ? 'failing' : state

const IN_TROUBLE = ['failing', 'paused', 'probing', 'unready']

/** It does not flow; one that an administrator has disabled is none of these. */
export const isInTrouble = (lane: Pick<Lane, 'state' | 'failing' | 'disabled'>): boolean =>
  IN_TROUBLE.includes(laneFare(lane)) || (lane.state === 'disabled' && lane.disabled !== null)

export const lanesInTrouble = (lanes: readonly Lane[]): readonly Lane[] => lanes.filter(isInTrouble)

/** Since when nothing gets there; null where it does, or where somebody has disabled it on purpose. */
export function troubledSince({ disabled, failing, link }: Lane): number | null {
  const since = disabled ?? failing ?? (link === null || link.up ? null : link.since)
  return since === null || since === '' ? null : instantOf(since)
}

/** When it is tried again; null where it goes on at once, or waits for something else. */
export function nextTryOf({ next }: Pick<Lane, 'next'>, now: number): number | null {
  const at = next === null ? now : instantOf(next)
  return at > now ? at : null
}

/** Why nothing gets there, where that is known besides what failed; empty where it is not. */
export const whyOf = ({ why, link }: Pick<Lane, 'why' | 'link'>): string =>
  why === '' && link !== null && !link.up ? link.why : why

/** What was answered, or why it was not: the words of the other side. */
export const answerIn = (attempt: DeliveryRecord['last']): string =>
  attempt === null ? '' : [attempt.status ?? '', attempt.text].join(' ').trim()

/** When a message that waits goes: at a moment, by itself, or only once something has happened to its lane. */
export type GoesOn =
  | { readonly is: 'itself' | 'enabled' | 'linked' }
  | { readonly is: 'at'; readonly at: number }

type Waiting = Pick<DeliveryRecord, 'destination' | 'purpose' | 'owner' | 'next'>

const laneOf = ({ destination, purpose, owner }: Waiting, lanes: readonly Lane[]) =>
  lanes.find((lane) => lane.name === destination && lane.purpose === purpose && lane.tenant === owner)

/** So many failures in a row pause a lane: then all that waits goes when the lane takes one. */
const FAILURES_TO_PAUSE = 5

export function goesOn(message: Waiting, lanes: readonly Lane[], now: number): GoesOn {
  const lane = laneOf(message, lanes)
  if (lane?.state === 'disabled') return { is: 'enabled' }
  if (lane?.state === 'unready' || lane?.link?.up === false) return { is: 'linked' }
  const isPaused = lane !== undefined && (lane.state === 'paused' || lane.failures >= FAILURES_TO_PAUSE)
  const next = (isPaused ? lane.next : null) ?? message.next
  const at = next === null ? now : instantOf(next)
  return at > now ? { is: 'at', at } : { is: 'itself' }
}
