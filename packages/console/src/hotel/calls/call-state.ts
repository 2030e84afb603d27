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
  'later',
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
  if (call.result !== COMPLETE) return failedState(call)
  return call.machineResult === COMPLETE ? 'answered' : 'marked'
}

/** Whoever has answered when the room was rung again is awake, whoever knows of it. */
function failedState({ againResult, alarm }: LiveCall): CallState {
  if (againResult === COMPLETE) return 'later'
  return alarm === undefined ? 'known' : 'failed'
}

/** A snoozed call was answered, and is rung again because the guest asked for it. */
function pendingState({ attempts, alarm, snoozes, lastResult }: LiveCall): CallState {
  if (attempts === 0) return alarm === undefined ? 'waits' : 'by-hand'
  return snoozes > 0 && lastResult === COMPLETE ? 'snoozed' : 'again'
}

const ACTIVE: readonly CallState[] = ['failed', 'by-hand', 'ringing', 'again', 'snoozed']

/** This guest was not woken: it never stands among others, nor goes out of sight, also when somebody knows of it. */
export const isUnwoken = (state: CallState): boolean => state === 'failed' || state === 'known'

/** Somebody may have to act: it is seen from across the lobby. */
export const isActive = (state: CallState): boolean => ACTIVE.includes(state)

export const urgencyOf = (state: CallState): number => CALL_STATES.indexOf(state)

/** What a list of calls comes to. */
export interface Tally {
  readonly all: number
  readonly woken: number
  /** Not by their call: by another, or by a person. */
  readonly later: number
  readonly byHand: number
  readonly missed: number
  readonly underWay: number
  readonly toCome: number
}

export function tallyOf(states: readonly CallState[]): Tally {
  const count = (...of: readonly CallState[]) => states.filter((one) => of.includes(one)).length
  return {
    all: states.length - count('deleted'),
    woken: count('answered'),
    later: count('later'),
    byHand: count('marked'),
    missed: count('failed', 'known'),
    underWay: count('ringing', 'again', 'snoozed', 'by-hand'),
    toCome: count('waits'),
  }
}
