import { type PhraseName, phraseWord, type Word } from '../wakeups/announcement.ts'
import { type Asked, asking, over, type Over } from './asking.ts'
import { FIRST_KEY_MS, type Menu, type MenuEvent, type MenuStep } from './menu.ts'

/** Housekeeping reports the status of rooms: the room, unless its own phone calls, and the code. */

type Question = 'room' | 'status'

interface Known {
  /** Null until it is said, or known by the phone that calls. */
  readonly room: string | null
}

type Now = Asked<Question, Known>

export type HousekeepingDeed =
  | { readonly kind: 'find room'; readonly room: string }
  | { readonly kind: 'set status'; readonly room: string; readonly code: string }

export type HousekeepingResult =
  | { readonly kind: 'found'; readonly room: string }
  | { readonly kind: 'no room' }
  | { readonly kind: 'status set'; readonly code: string; readonly condition: string | null }
  | { readonly kind: 'no code' }

export type HousekeepingState =
  | Now
  | { readonly at: 'deed'; readonly asked: Now }
  /** It is done, and one more room may follow. */
  | { readonly at: 'done'; readonly known: Known }
  | Over

type Step = MenuStep<HousekeepingState, HousekeepingDeed>

const PROMPTS: Readonly<Record<Question, PhraseName>> = {
  room: 'enter-room',
  status: 'enter-status',
}

const { ask, again, heard } = asking<Question, Known, HousekeepingState, HousekeepingDeed>({
  prompts: PROMPTS,
  answered,
})

/** `room`: whose phone calls; null for any other phone. */
export const housekeepingMenu = (
  room: string | null,
): Menu<HousekeepingState, HousekeepingDeed, HousekeepingResult> => ({
  begin: ask(room === null ? 'room' : 'status', { room }),
  step,
})

function step(state: HousekeepingState, event: MenuEvent<HousekeepingResult>): Step {
  switch (state.at) {
    case 'asked':
      return heard(state, event)
    case 'deed':
      if (event.kind === 'failed') return over('not-possible-now', 'call-the-desk')
      return event.kind === 'done' ? done(state.asked, event.result) : { state }
    case 'done':
      if (event.kind === 'key') return event.key === '1' ? ask('room', state.known) : { state }
      return event.kind === 'silence' ? over('good-bye') : { state }
    case 'over':
      return { state }
  }
}

function answered(state: Now): Step {
  const { question, keys, known } = state
  switch (question) {
    case 'room':
      return carryOut(state, { kind: 'find room', room: keys })
    case 'status':
      return carryOut(state, { kind: 'set status', room: known.room ?? '', code: keys })
  }
}

const carryOut = (state: Now, deed: HousekeepingDeed): Step => ({
  state: { at: 'deed', asked: { ...state, keys: '' } },
  say: [],
  deed,
})

function done(asked: Now, result: HousekeepingResult): Step {
  const { known } = asked
  switch (result.kind) {
    case 'found':
      return ask('status', { room: result.room })
    case 'no room':
      return again(asked, 'no-such-room')
    case 'no code':
      return again(asked, 'no-such-code')
    case 'status set':
      return isSet(known, result.code, result.condition)
  }
}

const isSet = (known: Known, code: string, condition: string | null): Step => ({
  state: { at: 'done', known },
  say: [phraseWord('status-is'), ...conditionWords(code, condition), phraseWord('next-room-one')],
  listenMs: FIRST_KEY_MS,
})

const SPOKEN: Readonly<Record<string, PhraseName>> = {
  dirty: 'dirty',
  clean: 'clean',
  inspected: 'inspected',
  pickup: 'pickup',
  in_progress: 'in-progress',
  out_of_order: 'out-of-order',
  out_of_service: 'out-of-service',
}

/** By what it means; a status of the hotel's own by its code. */
function conditionWords(code: string, condition: string | null): Word[] {
  const spoken = SPOKEN[condition ?? '']
  return spoken ? [phraseWord(spoken)] : [phraseWord('code'), { digits: code }]
}
