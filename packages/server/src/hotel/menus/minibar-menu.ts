import { type PhraseName, phraseWord, type Word } from '../wakeups/announcement.ts'
import { type Asked, asking, over, type Over } from './asking.ts'
import { FIRST_KEY_MS, type Menu, type MenuEvent, type MenuStep, READ_BACK_HEARD_MS } from './menu.ts'

/** Staff charge what was taken from a mini-bar: room, item, quantity; nothing before key 1. */

type Question = 'room' | 'item' | 'quantity'

interface Known {
  readonly room: string
  readonly item: string
}

type Now = Asked<Question, Known>

/** What is read back before it is charged. */
export interface ChargeWish {
  readonly room: string
  readonly item: string
  readonly quantity: number
}

export type MinibarDeed =
  | { readonly kind: 'find room'; readonly room: string }
  | { readonly kind: 'find item'; readonly room: string; readonly item: string }
  | ({ readonly kind: 'charge' } & ChargeWish)

export type MinibarResult =
  | { readonly kind: 'found room'; readonly room: string }
  | { readonly kind: 'no room' | 'vacant' | 'no item' }
  /** No property system takes it as it is. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'found item'; readonly item: string }
  | { readonly kind: 'charged' }
  /** `most`: so many can be charged at once. */
  | { readonly kind: 'over the most'; readonly most: number }

export type MinibarState =
  | Now
  | { readonly at: 'deed'; readonly asked: Now }
  | { readonly at: 'read back'; readonly known: Known; readonly wish: ChargeWish; readonly isAgain: boolean }
  /** It is charged, and one more item may follow. */
  | { readonly at: 'done'; readonly known: Known }
  | Over

type Step = MenuStep<MinibarState, MinibarDeed>

const NOTHING: Known = { room: '', item: '' }

const PROMPTS: Readonly<Record<Question, PhraseName>> = {
  room: 'enter-room',
  item: 'enter-item',
  quantity: 'enter-quantity',
}

const { ask, again, heard } = asking<Question, Known, MinibarState, MinibarDeed>({
  prompts: PROMPTS,
  answered,
})

/** `room`: whose phone calls; null for any other phone. */
export const minibarMenu = (room: string | null): Menu<MinibarState, MinibarDeed, MinibarResult> => ({
  begin: room === null ? ask('room', NOTHING) : ask('item', { ...NOTHING, room }),
  step,
})

function step(state: MinibarState, event: MenuEvent<MinibarResult>): Step {
  switch (state.at) {
    case 'asked':
      return isAnotherRoom(state, event) ? ask('room', state.known) : heard(state, event)
    case 'deed':
      // Nobody knows whether it was charged: nothing is claimed.
      if (event.kind === 'failed') return over('not-possible-now', 'call-the-desk')
      return event.kind === 'done' ? done(state.asked, event.result) : { state }
    case 'read back':
      if (event.kind === 'key')
        return event.heardMs < READ_BACK_HEARD_MS ? { state } : confirmed(state, event.key)
      return event.kind === 'silence' ? unanswered(state) : { state }
    case 'done':
      if (event.kind === 'key') return event.key === '1' ? ask('item', state.known) : { state }
      return event.kind === 'silence' ? over('good-bye') : { state }
    case 'over':
      return { state }
  }
}

/** Star, where an item is asked for and none was begun, asks for the room again. */
const isAnotherRoom = ({ question, keys }: Now, event: MenuEvent<unknown>) =>
  question === 'item' && keys === '' && event.kind === 'key' && event.key === '*'

function answered(state: Now): Step {
  const { question, keys, known } = state
  switch (question) {
    case 'room':
      return carryOut(state, { kind: 'find room', room: keys })
    case 'item':
      return carryOut(state, { kind: 'find item', room: known.room, item: keys })
    case 'quantity':
      return counted(state)
  }
}

const carryOut = (state: Now, deed: MinibarDeed): Step => ({
  state: { at: 'deed', asked: { ...state, keys: '' } },
  say: [],
  deed,
})

const MOST_AT_ALL = 999

function counted(state: Now): Step {
  const quantity = Number(state.keys)
  if (quantity < 1 || quantity > MOST_AT_ALL) return again(state, 'not-understood')
  const { room, item } = state.known
  return readBack({ at: 'read back', known: state.known, wish: { room, item, quantity }, isAgain: false })
}

type ReadBack = Extract<MinibarState, { at: 'read back' }>

const readBack = (state: ReadBack): Step => ({
  state,
  say: [...wishWords(state.wish), phraseWord('to-charge-one'), phraseWord('to-stop-star')],
  listenMs: FIRST_KEY_MS,
})

const wishWords = ({ room, item, quantity }: ChargeWish): Word[] => [
  phraseWord('room'),
  { digits: room },
  phraseWord('item'),
  { digits: item },
  phraseWord('quantity'),
  { digits: String(quantity) },
]

function confirmed(state: ReadBack, key: string): Step {
  if (key === '*') return ask('item', state.known, 'not-charged')
  if (key !== '1') return readBack(state)
  const asked: Now = { at: 'asked', question: 'quantity', keys: '', tries: 0, known: state.known }
  return { state: { at: 'deed', asked }, say: [], deed: { kind: 'charge', ...state.wish } }
}

/** Who says nothing has charged nothing. */
const unanswered = (state: ReadBack): Step =>
  state.isAgain ? over('not-charged', 'good-bye') : readBack({ ...state, isAgain: true })

function done(asked: Now, result: MinibarResult): Step {
  const { known } = asked
  switch (result.kind) {
    case 'found room':
      return ask('item', { ...known, room: result.room })
    case 'no room':
      return again(asked, 'no-such-room')
    case 'vacant':
      return ask('room', NOTHING, 'room-is-vacant')
    case 'refused':
      return over('not-charged', 'call-the-desk')
    case 'found item':
      return ask('quantity', { ...known, item: result.item })
    case 'no item':
      return again(asked, 'no-such-item')
    case 'over the most':
      return tooMany(asked, result.most)
    case 'charged':
      return isCharged(known)
  }
}

const isCharged = (known: Known): Step => ({
  state: { at: 'done', known },
  say: [phraseWord('charged'), phraseWord('next-item-one')],
  listenMs: FIRST_KEY_MS,
})

function tooMany(asked: Now, most: number): Step {
  const { say: words = [], ...next } = again(asked)
  return { ...next, say: [phraseWord('at-most'), { digits: String(most) }, ...words] }
}
