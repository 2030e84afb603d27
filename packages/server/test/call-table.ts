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
function rows(): string[] {
  const states = new Map<string, CallState[]>()
  for (const state of CALL_STATES)
    for (const event of EVENTS) {
      const { next, actions } = callStep(state, event)
      if (next === state && actions.length === 0) continue
      const what = `${event} | ${next === state ? 'stays' : next} | ${actions.join(', ')}`
      states.set(what, [...(states.get(what) ?? []), state])
    }
  return Array.from(states, ([what, from]) => `${from.join(', ')} | ${what}`.trimEnd())
}

export const CALL_ROWS = rows()
