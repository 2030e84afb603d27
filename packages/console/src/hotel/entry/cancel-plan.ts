import type { WholeWakeup } from '@reveille/contract'
import { type CancelEntry, roomsOf } from './entry.ts'
import { skipSteps, type Step } from './set-plan.ts'

/** Of a series: the next day only, or all of it. */
export type Extent = 'this-day' | 'series'

export interface CancelPlan {
  /** The calls that would go, by time. */
  readonly calls: readonly WholeWakeup[]
  /** There is no default. Empty without a series. */
  readonly choices: readonly Extent[]
  readonly steps: readonly Step[] | null
}

const PENDING = 0

export const isRepeating = ({ daily, days }: Pick<WholeWakeup, 'daily' | 'days'>): boolean =>
  daily || days !== undefined

const isMeant = ({ rooms, time }: CancelEntry) => {
  const named = new Set(roomsOf(rooms))
  const at = time?.kind === 'at' ? `${time.time.slice(0, 2)}:${time.time.slice(2)}` : null
  return ({ room, status, scheduled }: WholeWakeup) =>
    status === PENDING && named.has(room) && (at === null || scheduled.slice(11, 16) === at)
}

/** A call that rings right now is not in it: it is too late to cancel it here. */
export function callsMeant(entries: readonly CancelEntry[], calls: readonly WholeWakeup[]): WholeWakeup[] {
  const meant = entries.map(isMeant)
  return calls
    .filter((call) => meant.some((isOne) => isOne(call)))
    .toSorted((one, other) => one.scheduled.localeCompare(other.scheduled))
}

export function cancelPlanOf(calls: readonly WholeWakeup[], extent: Extent | null): CancelPlan {
  const [series, single] = [calls.filter(isRepeating), calls.filter((call) => !isRepeating(call))]
  const choices: readonly Extent[] = series.length === 0 ? [] : ['this-day', 'series']
  if (choices.length > 0 && extent === null) return { calls, choices, steps: null }
  const gone = extent === 'this-day' ? single : calls
  const left = extent === 'this-day' ? series : []
  const removing: Step[] = gone.length === 0 ? [] : [{ kind: 'remove', ids: gone.map(({ id }) => id) }]
  return { calls, choices, steps: [...removing, ...skipSteps(left)] }
}
