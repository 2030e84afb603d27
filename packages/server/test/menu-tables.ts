import { deskMenu, type DeskResult, type DeskState } from '../src/hotel/menus/desk-menu.ts'
import { guestMenu, type GuestResult, type GuestState } from '../src/hotel/menus/guest-menu.ts'
import {
  housekeepingMenu,
  type HousekeepingResult,
  type HousekeepingState,
} from '../src/hotel/menus/housekeeping-menu.ts'
import { MAIN_MENU, type MainState } from '../src/hotel/menus/main-menu.ts'
import type { Menu, MenuEvent, MenuStep } from '../src/hotel/menus/menu.ts'
import { minibarMenu, type MinibarResult, type MinibarState } from '../src/hotel/menus/minibar-menu.ts'
import { afterSignIn, type SignInResult, type SigningIn } from '../src/hotel/menus/sign-in.ts'
import { done, FAILED, keys, SILENCE } from '../testing/menu-trial.ts'
import { alarm } from '../testing/records.ts'
import { rowsOf } from './state-tables.ts'

/** The tables of the menus, row by row, as docs/states.md shows them. */

type Events<Result> = Readonly<Record<string, readonly MenuEvent<Result>[]>>

/** `isRow`: several events in a row are shown only where the last of them counts. */
function menuRows<State extends { readonly at: string }, Deed extends { readonly kind: string }, Result>(
  { step }: Menu<State, Deed, Result>,
  states: Readonly<Record<string, State>>,
  events: Events<Result>,
  isRow: (row: string) => boolean = () => true,
): string[] {
  const names = new Map(Object.entries(states).map(([name, { at }]) => [at, name]))
  const carriedOut = (from: string, event: string) => {
    const begin = states[from]
    if (begin === undefined) throw new Error(`There is no state ${from}`)
    let last: MenuStep<State, Deed> = { state: begin }
    for (const one of events[event] ?? []) last = step(last.state, one)
    const { state, say = [], deed, isOver, goesTo } = last
    const actions = [
      ...(deed ? [deed.kind] : say.length > 0 ? ['says'] : []),
      ...(isOver ? ['hangs up'] : []),
      ...(goesTo ? [`goes on: ${goesTo}`] : []),
    ]
    return { next: nameOf(states, names, state), actions }
  }
  return rowsOf(Object.keys(states), Object.keys(events), carriedOut).filter(isRow)
}

/** Of several states with the same `at`, the one that is told by its question. */
function nameOf<State extends { readonly at: string }>(
  states: Readonly<Record<string, State>>,
  names: ReadonlyMap<string, string>,
  state: State,
): string {
  if ('question' in state && typeof state.question === 'string' && state.question in states)
    return state.question
  return names.get(state.at) ?? state.at
}

const CALL_SET = { id: 'a', time: { hour: 7, minute: 0 }, day: 'tomorrow', repeats: false } as const

/** A guest whose room has a call; the menu has been heard. */
export const GUEST_STATES: Readonly<Record<GuestState['at'], GuestState>> = {
  time: { at: 'time', calls: [CALL_SET], adds: false, keys: '', tries: 0, mustHear: false },
  deed: { at: 'deed', others: [] },
  'read back': { at: 'read back', call: CALL_SET, others: [], isAgain: false },
  connecting: { at: 'connecting' },
  over: { at: 'over' },
}

const GUEST_EVENTS: Events<GuestResult> = {
  'a time': keys('0630'),
  'no time': keys('2600'),
  'no time, three times': keys('260026002600'),
  '`1`': keys('1'),
  '`2`': keys('2'),
  '`*`': keys('*'),
  '`#`': keys('#'),
  silence: [SILENCE],
  'silence, twice': [SILENCE, SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
  'is set': [done({ kind: 'set', call: CALL_SET })],
  'is cancelled': [done({ kind: 'cancelled' })],
  'too many': [done({ kind: 'too many' })],
  'changed meanwhile': [done({ kind: 'changed', calls: [] })],
  'desk is told': [done({ kind: 'desk told' })],
  'to be connected': [done({ kind: 'to be connected' })],
  'is connected': [done({ kind: 'connected' })],
  'not connected': [done({ kind: 'not connected' })],
  'not possible': [FAILED],
}

/** A digit only begins a time. */
const isGuestRow = (row: string) =>
  !/^time \| (?:`[12]`|silence, twice)|^read back \| (?:a time|no time|silence, three)|^connecting \| silence, /.test(
    row,
  )

export const GUEST_ROWS = menuRows(guestMenu([]), GUEST_STATES, GUEST_EVENTS, isGuestRow)

type HousekeeperState = SigningIn<HousekeepingState>
const WHO = { number: '12', wrongs: 0 }

export const SIGN_IN_STATES: Readonly<Record<string, HousekeeperState>> = {
  number: { at: 'asked', question: 'number', keys: '', tries: 0, known: { number: '', wrongs: 0 } },
  pin: { at: 'asked', question: 'pin', keys: '', tries: 0, known: WHO },
  'signing in': { at: 'signing in', known: WHO },
  'signed in': { at: 'signed in', inside: { at: 'over' } },
  over: { at: 'over' },
}

const SIGN_IN_EVENTS: Events<HousekeepingResult | SignInResult> = {
  'digits and `#`': keys('12#'),
  '`*`': keys('*'),
  silence: [SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
  'is right': [done({ kind: 'signed in' })],
  'is wrong': [done({ kind: 'wrong' })],
  'is locked': [done({ kind: 'locked' })],
  'is not allowed': [done({ kind: 'not allowed' })],
  'not possible': [FAILED],
}

export const SIGN_IN_ROWS = menuRows(afterSignIn(housekeepingMenu(null)), SIGN_IN_STATES, SIGN_IN_EVENTS)

export const HOUSEKEEPING_STATES: Readonly<Record<string, HousekeepingState>> = {
  room: { at: 'asked', question: 'room', keys: '', tries: 0, known: { room: null } },
  status: { at: 'asked', question: 'status', keys: '', tries: 0, known: { room: '101' } },
  deed: {
    at: 'deed',
    asked: { at: 'asked', question: 'status', keys: '', tries: 0, known: { room: '101' } },
  },
  done: { at: 'done', known: { room: '101' } },
  over: { at: 'over' },
}

const HOUSEKEEPING_EVENTS: Events<HousekeepingResult> = {
  'digits and `#`': keys('23#'),
  '`1`': keys('1'),
  '`*`': keys('*'),
  silence: [SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
  'room is found': [done({ kind: 'found', room: '101' })],
  'no such room, or code': [done({ kind: 'no code' })],
  'is set': [done({ kind: 'status set', code: '1', condition: 'clean' })],
  'not possible': [FAILED],
}

/** In the middle of digits `1` is one of them. */
const isStaffRow = (row: string) =>
  !/^(?:room|status|item|quantity)[a-z, ]* \| `1`|^(?:done|read back)[a-z, ]* \| silence, three/.test(row)

export const HOUSEKEEPING_ROWS = menuRows(
  housekeepingMenu(null),
  HOUSEKEEPING_STATES,
  HOUSEKEEPING_EVENTS,
  isStaffRow,
)

const CHARGED = { room: '101', item: '10' }

export const MINIBAR_STATES: Readonly<Record<string, MinibarState>> = {
  room: { at: 'asked', question: 'room', keys: '', tries: 0, known: { room: '', item: '' } },
  item: { at: 'asked', question: 'item', keys: '', tries: 0, known: CHARGED },
  quantity: { at: 'asked', question: 'quantity', keys: '', tries: 0, known: CHARGED },
  'read back': { at: 'read back', known: CHARGED, wish: { ...CHARGED, quantity: 2 }, isAgain: false },
  deed: { at: 'deed', asked: { at: 'asked', question: 'quantity', keys: '', tries: 0, known: CHARGED } },
  done: { at: 'done', known: CHARGED },
  over: { at: 'over' },
}

const MINIBAR_EVENTS: Events<MinibarResult> = {
  'digits and `#`': keys('23#'),
  '`1`': keys('1'),
  '`*`': keys('*'),
  silence: [SILENCE],
  'silence, twice': [SILENCE, SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
  'room is found': [done({ kind: 'found room', room: '101' })],
  'item is found': [done({ kind: 'found item', item: '10' })],
  'no such room, or item': [done({ kind: 'no item' })],
  'more than allowed': [done({ kind: 'over the most', most: 5 })],
  'room is vacant': [done({ kind: 'vacant' })],
  'is refused': [done({ kind: 'refused' })],
  'is charged': [done({ kind: 'charged' })],
  'not possible': [FAILED],
}

const isMinibarRow = (row: string) =>
  isStaffRow(row) && !/^(?:room|item|quantity|done)[a-z, ]* \| silence, twice/.test(row)

export const MINIBAR_ROWS = menuRows(minibarMenu(null), MINIBAR_STATES, MINIBAR_EVENTS, isMinibarRow)

const ALARM = alarm({ kind: 'wakeup.failed', room: '101' })

export const DESK_STATES: Readonly<Record<string, DeskState>> = {
  deed: { at: 'deed', alarm: ALARM, told: ['a'], before: [] },
  alarm: { at: 'alarm', alarm: ALARM, told: ['a'], silences: 0 },
  over: { at: 'over' },
}

const DESK_EVENTS: Events<DeskResult> = {
  '`1`': keys('1'),
  '`2`': keys('2'),
  '`3`': keys('3'),
  silence: [SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
  'alarm is found': [done({ kind: 'alarm', alarm: ALARM })],
  'no more alarms': [done({ kind: 'no alarm' })],
  'is noted': [done({ kind: 'noted', answer: 'known' })],
  'was known before': [done({ kind: 'known before' })],
  'not possible': [FAILED],
}

export const DESK_ROWS = menuRows(deskMenu(), DESK_STATES, DESK_EVENTS)

export const MAIN_STATES: Readonly<Record<MainState['at'], MainState>> = {
  choice: { at: 'choice', tries: 0 },
  over: { at: 'over' },
}

const MAIN_EVENTS: Events<never> = {
  '`1`': keys('1'),
  '`2`': keys('2'),
  '`3`': keys('3'),
  '`4`': keys('4'),
  'another key': keys('9'),
  silence: [SILENCE],
  'silence, three times': [SILENCE, SILENCE, SILENCE],
}

export const MAIN_ROWS = menuRows(MAIN_MENU, MAIN_STATES, MAIN_EVENTS)
