import {
  type GuestDeed,
  guestMenu,
  type GuestResult,
  type GuestState,
} from '../src/hotel/menus/guest-menu.ts'
import type { MenuEvent, MenuStep } from '../src/hotel/menus/menu.ts'
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
function rowsOf<S extends string, E extends string>(
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

const CALL_SET = { id: 'a', time: { hour: 7, minute: 0 }, day: 'tomorrow', repeats: false } as const

/** A guest whose room has a call; the menu has been heard. */
export const GUEST_STATES: Readonly<Record<GuestState['at'], GuestState>> = {
  time: { at: 'time', calls: [CALL_SET], adds: false, keys: '', tries: 0 },
  deed: { at: 'deed', others: [] },
  'read back': { at: 'read back', call: CALL_SET, others: [], isAgain: false },
  over: { at: 'over' },
}

const pressed = (keys: string): MenuEvent<GuestResult>[] =>
  keys.split('').map((key) => ({ kind: 'key', key, heardMs: 1_000 }))
const SILENCE = { kind: 'silence' } as const
const done = (result: GuestResult): MenuEvent<GuestResult>[] => [{ kind: 'done', result }]

const GUEST_EVENTS: Readonly<Record<string, readonly MenuEvent<GuestResult>[]>> = {
  'a time': pressed('0630'),
  'no time': pressed('26'),
  'no time, three times': pressed('262626'),
  '`1`': pressed('1'),
  '`2`': pressed('2'),
  '`*`': pressed('*'),
  '`#`': pressed('#'),
  silence: [SILENCE],
  'silence, twice': [SILENCE, SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
  'is set': done({ kind: 'set', call: CALL_SET }),
  'is cancelled': done({ kind: 'cancelled' }),
  'too many': done({ kind: 'too many' }),
  'changed meanwhile': done({ kind: 'changed', calls: [] }),
  'desk is told': done({ kind: 'desk told' }),
  'not possible': [{ kind: 'failed' }],
}

function guestStep(from: GuestState['at'], event: string) {
  const { step } = guestMenu([])
  let last: MenuStep<GuestState, GuestDeed> = { state: GUEST_STATES[from] }
  for (const one of GUEST_EVENTS[event] ?? []) last = step(last.state, one)
  const { state, say = [], deed, isOver } = last
  const said = say.length > 0 ? ['says'] : []
  return { next: state.at, actions: [...(deed ? [deed.kind] : said), ...(isOver ? ['hangs up'] : [])] }
}

/** A digit only begins a time, and several events in a row are shown where the last of them counts. */
const isRow = (row: string) =>
  !/^time \| (?:`[12]`|silence, twice)|^read back \| (?:a time|no time|silence, three)/.test(row)

export const GUEST_ROWS = rowsOf(
  Object.keys(GUEST_STATES) as GuestState['at'][],
  Object.keys(GUEST_EVENTS),
  guestStep,
).filter(isRow)
