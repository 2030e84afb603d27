import { CLOCK_STATES, type ClockEvent, clockStep } from '../src/hotel/time/clock-doubt.ts'
import { type CallEvent, type CallState, callStep } from '../src/runners/wakeups/call-states.ts'

/** The table of the code, row by row, as docs/states.md shows it. */

/** The compiler counts: a state or an event that is missing here, or that is none any more, does not compile. */
const all = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names) as Name[]

export const CALL_STATES = all<CallState>({
  arming: true,
  withdrawn: true,
  armed: true,
  disarming: true,
  dialling: true,
  ringing: true,
  up: true,
  ending: true,
  over: true,
})

const EVENTS = all<CallEvent>({
  written: true,
  'not written': true,
  due: true,
  recalled: true,
  left: true,
  answered: true,
  ended: true,
  done: true,
})

/** States with which the same happens share a row; where nothing happens there is none. */
export function rowsOf<S extends string, E extends string>(
  all: readonly S[],
  events: readonly E[],
  step: (state: S, event: E) => { readonly next: S; readonly actions: readonly string[] },
): string[] {
  const states = new Map<string, S[]>()
  for (const state of all)
    for (const event of events) {
      const { next, actions } = step(state, event)
      if (next === state && actions.length === 0) continue
      const what = `${event} | ${next === state ? 'stays' : next} | ${actions.join(', ')}`
      states.set(what, [...(states.get(what) ?? []), state])
    }
  return Array.from(states, ([what, from]) => `${from.join(', ')} | ${what}`.trimEnd())
}

export const CALL_ROWS = rowsOf(CALL_STATES, EVENTS, callStep)

const CLOCK_EVENTS = all<ClockEvent>({
  'small jump': true,
  'large jump': true,
  returned: true,
  'found right': true,
  'found wrong': true,
})

export const CLOCK_ROWS = rowsOf(CLOCK_STATES, CLOCK_EVENTS, clockStep)
