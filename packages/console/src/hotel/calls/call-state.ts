import { isPending, isRinging, type LiveCall } from './live-call.ts'

/** What may be said of a call in a word, the most urgent first. */
export const CALL_STATES = [
  'failed',
  'by-hand',
  'ringing',
  'again',
  'snoozed',
  'waits',
  'known',
  'marked',
  'answered',
  'deleted',
] as const
export type CallState = (typeof CALL_STATES)[number]

const COMPLETE = 1

export function callState(call: LiveCall): CallState {
  if (call.gone !== undefined) return 'deleted'
  if (isRinging(call)) return 'ringing'
  if (isPending(call)) return pendingState(call)
  if (call.result !== COMPLETE) return call.alarm === undefined ? 'known' : 'failed'
  return call.machineResult === COMPLETE ? 'answered' : 'marked'
}

/** A snoozed call was answered, and is rung again because the guest asked for it. */
function pendingState({ attempts, alarm, snoozes, lastResult }: LiveCall): CallState {
  if (attempts === 0) return alarm === undefined ? 'waits' : 'by-hand'
  return snoozes > 0 && lastResult === COMPLETE ? 'snoozed' : 'again'
}

const ACTIVE: readonly CallState[] = ['failed', 'by-hand', 'ringing', 'again', 'snoozed']

/** Somebody may have to act: it is seen from across the lobby. */
export const isActive = (state: CallState): boolean => ACTIVE.includes(state)

export const urgencyOf = (state: CallState): number => CALL_STATES.indexOf(state)

/** What a list of calls comes to. */
export interface Tally {
  readonly all: number
  readonly woken: number
  readonly missed: number
  readonly underWay: number
  readonly toCome: number
}

export function tallyOf(states: readonly CallState[]): Tally {
  const count = (...of: readonly CallState[]) => states.filter((one) => of.includes(one)).length
  return {
    all: states.length - count('deleted'),
    woken: count('answered', 'marked'),
    missed: count('failed', 'known'),
    underWay: count('ringing', 'again', 'snoozed', 'by-hand'),
    toCome: count('waits'),
  }
}
