import { type ClockFace, say, type Word } from '../wakeups/announcement.ts'
import { readDialledTime } from './dialled-time.ts'
import {
  FIRST_KEY_MS,
  HEARD_ENOUGH_MS,
  LAST_KEY_MS,
  type MenuEvent,
  type MenuStep,
  NEXT_KEY_MS,
  TRIES,
} from './menu.ts'
import type { SpokenDay } from './spoken-day.ts'

/** A guest sets, hears, changes and cancels the calls of the own room: dial, four digits, hang up. */

/** A call of the room, as it is read out. */
export interface SetCall {
  readonly id: string
  readonly time: ClockFace
  readonly day: SpokenDay
  readonly repeats: boolean
}

export type GuestDeed =
  /** `replaces`: the call whose time is changed. */
  | { readonly kind: 'set'; readonly time: ClockFace; readonly replaces: string | null }
  | { readonly kind: 'cancel'; readonly id: string }

export type GuestResult =
  | { readonly kind: 'set'; readonly call: SetCall }
  | { readonly kind: 'cancelled' }
  /** The room has as many as it may. */
  | { readonly kind: 'too many' }

export type GuestState =
  /** A time is dialled, for a new call or in the place of the first of these. */
  | {
      readonly at: 'time'
      readonly calls: readonly SetCall[]
      readonly adds: boolean
      readonly keys: string
      readonly tries: number
    }
  /** Something is being done: what is pressed meanwhile belongs to nothing. */
  | { readonly at: 'deed'; readonly calls: readonly SetCall[] }
  /** It is stored, and said. */
  | { readonly at: 'read back'; readonly call: SetCall; readonly others: readonly SetCall[]; readonly again: boolean }
  | { readonly at: 'over' }

type Step = MenuStep<GuestState, GuestDeed>
type TimeState = Extract<GuestState, { at: 'time' }>
type ReadBackState = Extract<GuestState, { at: 'read back' }>

/** The first words, to somebody whose room has these calls, the next one first. */
export function beginGuestMenu(calls: readonly SetCall[]): Step {
  const state: TimeState = { at: 'time', calls, adds: false, keys: '', tries: 0 }
  return { state, say: [say('menu-wakeup'), ...promptOf(state)], listenMs: FIRST_KEY_MS }
}

export function guestStep(state: GuestState, event: MenuEvent<GuestResult>): Step {
  if (event.kind === 'failed') return sorry('not-possible-now', 'call-the-desk')
  switch (state.at) {
    case 'time':
      if (event.kind === 'key') return dialled(state, event.key)
      return event.kind === 'silence' ? waited(state) : { state }
    case 'deed':
      return event.kind === 'done' ? done(state.calls, event.result) : { state }
    case 'read back':
      if (event.kind === 'key') return event.heardMs < HEARD_ENOUGH_MS ? { state } : answered(state, event.key)
      return event.kind === 'silence' ? unanswered(state) : { state }
    case 'over':
      return { state }
  }
}

/** In the first state a digit always begins a time: somebody who dials at once has not heard what else it could mean. */
function dialled(state: TimeState, key: string): Step {
  if (key === '*') return starred(state)
  if (key === '#') return hashed(state)
  const keys = state.keys + key
  const read = readDialledTime(keys)
  const next = { ...state, keys }
  switch (read.kind) {
    case 'whole':
      return stored(next, read.time)
    case 'maybe':
      return { state: next, say: [], listenMs: LAST_KEY_MS }
    case 'more':
      return { state: next, say: [], listenMs: NEXT_KEY_MS }
    case 'not a time':
      return again(state, 'not-a-time')
  }
}

function stored({ calls, adds }: TimeState, time: ClockFace): Step {
  const replaces = adds ? null : (calls[0]?.id ?? null)
  return { state: { at: 'deed', calls }, say: [], deed: { kind: 'set', time, replaces } }
}

/** Takes back what was dialled; before that, it cancels the call that was read out. */
function starred(state: TimeState): Step {
  const [first] = state.calls
  if (state.keys !== '') return asked({ ...state, keys: '' })
  if (!first || state.adds) return asked({ ...state, adds: false })
  return { state: { at: 'deed', calls: state.calls }, say: [], deed: { kind: 'cancel', id: first.id } }
}

/** Ends an entry; before that, it asks for one call more, or repeats. */
function hashed(state: TimeState): Step {
  if (state.keys !== '') return ended(state)
  return asked({ ...state, adds: state.calls.length > 0 })
}

function waited(state: TimeState): Step {
  return state.keys === '' ? again(state) : ended(state)
}

/** No more keys come: what there is must be a time. */
function ended(state: TimeState): Step {
  const read = readDialledTime(state.keys)
  return 'time' in read ? stored(state, read.time) : again(state, 'not-understood')
}

/** Once more, with an example; the third time a person helps. */
function again(state: TimeState, why?: 'not-a-time' | 'not-understood'): Step {
  const tries = state.tries + 1
  if (tries >= TRIES) return { state: { at: 'over' }, say: why ? [say(why)] : [], then: 'desk' }
  const next = { ...state, keys: '', tries }
  const words = [...(why ? [say(why)] : []), ...promptOf(next), say('for-example')]
  return { state: next, say: words, listenMs: FIRST_KEY_MS }
}

const asked = (state: TimeState): Step => ({ state, say: promptOf(state), listenMs: FIRST_KEY_MS })

function promptOf({ calls, adds }: TimeState): Word[] {
  const [first, ...others] = calls
  if (!first || adds) return [say('enter-time')]
  return [
    say(others.length > 0 ? 'several-set' : 'call-is-set'),
    ...callWords(first),
    say('to-change-enter'),
    say('to-cancel-star'),
    say('to-add-hash'),
  ]
}

const callWords = ({ time, day, repeats }: SetCall): Word[] => [
  { time },
  { day },
  ...(repeats ? [say('and-again')] : []),
]

function done(calls: readonly SetCall[], result: GuestResult): Step {
  switch (result.kind) {
    case 'set':
      return readBack({ at: 'read back', call: result.call, others: calls.slice(1), again: false })
    case 'cancelled':
      return cancelled(calls.slice(1))
    case 'too many':
      return sorry('no-more-calls', 'call-the-desk')
  }
}

const readBack = (state: ReadBackState): Step => ({
  state,
  say: [
    say('call-is-set'),
    ...callWords(state.call),
    say('to-confirm-hang-up'),
    say('to-change-two'),
    say('to-cancel-star'),
  ],
  listenMs: FIRST_KEY_MS,
})

/** After one of several, the next one is read out. */
function cancelled(left: readonly SetCall[]): Step {
  if (left.length === 0) return over([say('call-cancelled'), say('good-bye')])
  const state: TimeState = { at: 'time', calls: left, adds: false, keys: '', tries: 0 }
  return { state, say: [say('call-cancelled'), ...promptOf(state)], listenMs: FIRST_KEY_MS }
}

function answered(state: ReadBackState, key: string): Step {
  const { call, others } = state
  if (key === '1') return over([say('good-bye')])
  if (key === '*')
    return { state: { at: 'deed', calls: [call, ...others] }, say: [], deed: { kind: 'cancel', id: call.id } }
  if (key !== '2') return readBack(state)
  const next: TimeState = { at: 'time', calls: [call, ...others], adds: false, keys: '', tries: 0 }
  return { state: next, say: [say('enter-time')], listenMs: FIRST_KEY_MS }
}

/** It is stored: who says nothing has hung up in their mind. Said once more, for somebody who was not listening. */
function unanswered(state: ReadBackState): Step {
  return state.again ? over([say('good-bye')]) : readBack({ ...state, again: true })
}

const over = (words: readonly Word[]): Step => ({ state: { at: 'over' }, say: words, then: 'hang up' })

const sorry = (...why: readonly ('not-possible-now' | 'no-more-calls' | 'call-the-desk')[]): Step =>
  over(why.map(say))
