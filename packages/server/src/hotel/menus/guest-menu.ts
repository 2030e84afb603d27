import { type ClockFace, phraseWord, type Word } from '../wakeups/announcement.ts'
import { readDialledTime } from './dialled-time.ts'
import {
  FIRST_KEY_MS,
  READ_BACK_HEARD_MS,
  LAST_KEY_MS,
  type Menu,
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
  /** A person must help: the guest is connected with one where the house does that, or one calls back. */
  | { readonly kind: 'get help'; readonly mayConnect: boolean }
  | { readonly kind: 'connect' }

export type GuestResult =
  | { readonly kind: 'set'; readonly call: SetCall }
  | { readonly kind: 'cancelled' }
  /** The room has as many as it may. */
  | { readonly kind: 'too many' }
  /** It was rung, changed or cancelled meanwhile: these are the calls now. */
  | { readonly kind: 'changed'; readonly calls: readonly SetCall[] }
  | { readonly kind: 'desk told' }
  /** Somebody is there to talk to; not yet, where the exchange has not said so. */
  | { readonly kind: 'to be connected' | 'connected' | 'not connected' }

export type GuestState =
  /** A time is dialled: for one call more, or in the place of the first of these. */
  | {
      readonly at: 'time'
      readonly calls: readonly SetCall[]
      readonly adds: boolean
      readonly keys: string
      readonly tries: number
      /** They are told of a slip: keys that come before that is heard still belong to it. */
      readonly mustHear: boolean
    }
  /** Something is being done: what is pressed meanwhile belongs to nothing. `others`: calls that it leaves alone. */
  | { readonly at: 'deed'; readonly others: readonly SetCall[] }
  /** It is stored, and said. */
  | {
      readonly at: 'read back'
      readonly call: SetCall
      readonly others: readonly SetCall[]
      readonly isAgain: boolean
    }
  /** The guest hears that they are being connected. */
  | { readonly at: 'connecting' }
  | { readonly at: 'over' }

type Step = MenuStep<GuestState, GuestDeed>
type TimeState = Extract<GuestState, { at: 'time' }>
type ReadBack = Extract<GuestState, { at: 'read back' }>

/** For somebody whose room has these calls, the next one first. */
export function guestMenu(calls: readonly SetCall[]): Menu<GuestState, GuestDeed, GuestResult> {
  const { say: words = [], ...begin } = asked(timeFor(calls))
  return { begin: { ...begin, say: [phraseWord('menu-wakeup'), ...words] }, step }
}

function step(state: GuestState, event: MenuEvent<GuestResult>): Step {
  switch (state.at) {
    case 'time':
      if (event.kind === 'key')
        return state.mustHear && event.heardMs < READ_BACK_HEARD_MS ? { state } : dialled(state, event.key)
      return event.kind === 'silence' ? waited(state) : { state }
    case 'deed':
      if (event.kind === 'failed') return over('not-possible-now', 'call-the-desk')
      return event.kind === 'done' ? done(state.others, event.result) : { state }
    case 'read back':
      if (event.kind === 'key')
        return event.heardMs < READ_BACK_HEARD_MS ? { state } : answered(state, event.key)
      return event.kind === 'silence' ? unanswered(state) : { state }
    case 'connecting':
      return event.kind === 'silence' ? doing({ kind: 'connect' }) : { state }
    case 'over':
      return { state }
  }
}

const doing = (deed: GuestDeed, others: readonly SetCall[] = []): Step => ({
  state: { at: 'deed', others },
  say: [],
  deed,
})

const timeFor = (calls: readonly SetCall[]): TimeState => ({
  at: 'time',
  calls,
  adds: false,
  keys: '',
  tries: 0,
  mustHear: false,
})

/** A digit always begins a time here: somebody who dials at once has not heard what else it could mean. */
function dialled(state: TimeState, key: string): Step {
  if (key === '*') return starred(state)
  if (key === '#') return hashed(state)
  const next = { ...state, keys: state.keys + key, mustHear: false }
  const read = readDialledTime(next.keys)
  switch (read.kind) {
    case 'whole':
      return store(next, read.time)
    case 'maybe':
      return { state: next, say: [], listenMs: LAST_KEY_MS }
    case 'more':
      return { state: next, say: [], listenMs: NEXT_KEY_MS }
    case 'slip':
      // Told after the last key: what follows would otherwise be taken for another time.
      return { state: next, say: [], listenMs: LAST_KEY_MS }
    case 'not a time':
      return again(state, 'not-a-time')
  }
}

function store({ calls, adds }: TimeState, time: ClockFace): Step {
  const [first, ...others] = calls
  const deed = { kind: 'set', time, replaces: adds ? null : (first?.id ?? null) } as const
  return doing(deed, adds ? calls : others)
}

/** Takes back what was dialled; before that, it cancels the call that was read out. */
function starred(state: TimeState): Step {
  const [first, ...others] = state.calls
  if (state.keys !== '') return asked({ ...state, keys: '', mustHear: false })
  if (!first || state.adds) return asked({ ...state, adds: false, mustHear: false })
  return doing({ kind: 'cancel', id: first.id }, others)
}

/** Ends an entry; before that, it asks for one call more, or repeats. */
function hashed(state: TimeState): Step {
  if (state.keys !== '') return entered(state)
  return asked({ ...state, adds: state.calls.length > 0, mustHear: false })
}

const waited = (state: TimeState): Step => (state.keys === '' ? again(state) : entered(state))

/** No more keys come: what there is must be a time. */
function entered(state: TimeState): Step {
  const read = readDialledTime(state.keys)
  if ('time' in read) return store(state, read.time)
  return again(state, read.kind === 'more' ? 'not-understood' : 'not-a-time')
}

/** Once more, with an example; after the third time a person helps. */
function again(state: TimeState, why?: 'not-a-time' | 'not-understood'): Step {
  const tries = state.tries + 1
  if (tries >= TRIES) return doing({ kind: 'get help', mayConnect: true })
  const next = { ...state, keys: '', tries, mustHear: why !== undefined }
  const words = [...(why ? [phraseWord(why)] : []), ...promptOf(next), ...EXAMPLE]
  return { state: next, say: words, listenMs: FIRST_KEY_MS }
}

const EXAMPLE: readonly Word[] = [
  phraseWord('for-example'),
  { digits: '0630' },
  { time: { hour: 6, minute: 30 } },
]

const asked = (state: TimeState): Step => ({ state, say: promptOf(state), listenMs: FIRST_KEY_MS })

function promptOf({ calls, adds }: TimeState): Word[] {
  const [first, ...others] = calls
  if (!first || adds) return [phraseWord('enter-time')]
  return [
    phraseWord(others.length > 0 ? 'several-set' : 'call-is-set'),
    ...callWords(first),
    phraseWord('to-change-enter'),
    phraseWord('to-cancel-star'),
    phraseWord('to-add-hash'),
  ]
}

const callWords = ({ time, day, repeats }: SetCall): Word[] => [
  { time },
  phraseWord(day),
  ...(repeats ? [phraseWord('and-again')] : []),
]

function done(others: readonly SetCall[], result: GuestResult): Step {
  switch (result.kind) {
    case 'set':
      return readBack({ at: 'read back', call: result.call, others, isAgain: false })
    case 'cancelled':
      return cancelled(others)
    case 'too many':
      return over('no-more-calls', 'call-the-desk')
    case 'changed':
      return asked(timeFor(result.calls))
    case 'desk told':
      return over('desk-is-told')
    case 'to be connected':
      return { state: { at: 'connecting' }, say: [phraseWord('connecting-desk')], listenMs: 0 }
    case 'connected':
      return { state: { at: 'over' }, say: [], isOver: true }
    case 'not connected':
      return doing({ kind: 'get help', mayConnect: false })
  }
}

const readBack = (state: ReadBack): Step => ({
  state,
  say: [
    phraseWord('call-is-set'),
    ...callWords(state.call),
    phraseWord('to-confirm-hang-up'),
    phraseWord('to-change-two'),
    phraseWord('to-cancel-star'),
  ],
  listenMs: FIRST_KEY_MS,
})

/** After one of several, the next one is read out. */
function cancelled(left: readonly SetCall[]): Step {
  if (left.length === 0) return over('call-cancelled', 'good-bye')
  const { say: words = [], ...next } = asked(timeFor(left))
  return { ...next, say: [phraseWord('call-cancelled'), ...words] }
}

function answered(state: ReadBack, key: string): Step {
  const { call, others } = state
  if (key === '1') return over('good-bye')
  if (key === '*') return doing({ kind: 'cancel', id: call.id }, others)
  if (key !== '2') return readBack(state)
  return { state: timeFor([call, ...others]), say: [phraseWord('enter-time')], listenMs: FIRST_KEY_MS }
}

/** It is stored: said once more, for somebody who was not listening, and then it is enough. */
const unanswered = (state: ReadBack): Step =>
  state.isAgain ? over('good-bye') : readBack({ ...state, isAgain: true })

type LastWords =
  | 'not-possible-now'
  | 'no-more-calls'
  | 'call-the-desk'
  | 'desk-is-told'
  | 'call-cancelled'
  | 'good-bye'

const over = (...words: readonly LastWords[]): Step => ({
  state: { at: 'over' },
  say: words.map(phraseWord),
  isOver: true,
})
