import { type Menu, PIN } from './house.ts'

/** What somebody does on the telephone until the product is killed: one way for every state of the menus. */
export interface Walk {
  readonly menu: Menu
  readonly state: string
  /** Whence, where it is no room: the desk, or a phone in a corridor. */
  readonly from?: 'desk' | 'corridor'
  /** Pressed one after the other, each answered by words that are heard for a moment. */
  readonly entries: readonly string[]
  /** Pressed last, to which nothing is said. */
  readonly half?: string
  /** The key that everybody presses at once, a moment before the kill. */
  readonly last?: string
  readonly deed: Deed
  /** How often that may be found. */
  readonly leaves: readonly number[]
  /** How often it must be found where words were heard after the last key. */
  readonly confirmed?: number
}

/** What can be looked for: a call of the room, its status, what is charged to it, an alarm for its guest. */
export type Deed = 'call' | 'status' | 'charge' | 'help' | 'alarm'

export const TIME = '0637'
export const OTHER_TIME = '1930'
export const STATUS = '2'
/** Three times no time of day. */
export const SLIPS = ['9999', '9999', '9999'] as const
export const DESK = '0'

/** Stands for the number of whoever calls. */
export const OWN_NUMBER = 'own#'
const SIGNED_IN = [OWN_NUMBER, `${PIN}#`]
const WISH = [...SIGNED_IN, '10#', '2#']

type Way = Omit<Walk, 'menu' | 'deed'>

const ofMenu =
  (menu: Menu, deed: Deed) =>
  (ways: readonly Way[]): Walk[] =>
    ways.map((way) => ({ menu, deed, ...way }))

const guest = ofMenu(
  'guest',
  'call',
)([
  { state: 'time', entries: [], leaves: [0] },
  { state: 'time, begun', entries: [], half: '06', leaves: [0] },
  { state: 'deed: set', entries: [], half: '063', last: '7', leaves: [0, 1], confirmed: 1 },
  { state: 'read back', entries: [TIME], leaves: [1] },
  { state: 'over, confirmed', entries: [TIME], last: '1', leaves: [1] },
  { state: 'time, to change', entries: [TIME, '2'], leaves: [1] },
  { state: 'deed: change', entries: [TIME, '2'], half: '193', last: '0', leaves: [1] },
  { state: 'deed: cancel', entries: [TIME], last: '*', leaves: [0, 1], confirmed: 0 },
  { state: 'over, cancelled', entries: [TIME, '*'], leaves: [0] },
])

const helped = ofMenu(
  'guest',
  'help',
)([
  { state: 'deed: get help', entries: SLIPS.slice(1), half: '999', last: '9', leaves: [0, 1] },
  { state: 'connecting', entries: SLIPS, leaves: [0, 1] },
])

const signingIn = (menu: Menu, deed: Deed) =>
  ofMenu(
    menu,
    deed,
  )([
    { state: 'number', entries: [], leaves: [0] },
    { state: 'pin', entries: [OWN_NUMBER], leaves: [0] },
    { state: 'signing in', entries: [OWN_NUMBER], half: PIN, last: '#', leaves: [0] },
    { state: 'room', from: 'corridor', entries: SIGNED_IN, leaves: [0] },
    { state: 'deed: find room', from: 'corridor', entries: SIGNED_IN, half: '1000', last: '#', leaves: [0] },
  ])

const housekeeping = [
  ...signingIn('housekeeping', 'status'),
  ...ofMenu(
    'housekeeping',
    'status',
  )([
    { state: 'status', entries: SIGNED_IN, leaves: [0] },
    { state: 'deed: set status', entries: SIGNED_IN, half: STATUS, last: '#', leaves: [0, 1], confirmed: 1 },
    { state: 'done', entries: [...SIGNED_IN, `${STATUS}#`], leaves: [1] },
    { state: 'another room', entries: [...SIGNED_IN, `${STATUS}#`, '1'], leaves: [1] },
  ]),
]

const minibar = [
  ...signingIn('minibar', 'charge'),
  ...ofMenu(
    'minibar',
    'charge',
  )([
    { state: 'item', entries: SIGNED_IN, leaves: [0] },
    { state: 'deed: find item', entries: SIGNED_IN, half: '10', last: '#', leaves: [0] },
    { state: 'quantity', entries: [...SIGNED_IN, '10#'], leaves: [0] },
    { state: 'read back', entries: WISH, leaves: [0] },
    { state: 'not charged', entries: WISH, last: '*', leaves: [0] },
    { state: 'deed: charge', entries: WISH, last: '1', leaves: [0, 1], confirmed: 1 },
    { state: 'done', entries: [...WISH, '1'], leaves: [1] },
    { state: 'another item', entries: [...WISH, '1', '1'], leaves: [1] },
  ]),
]

const desk = ofMenu(
  'desk',
  'alarm',
)([
  {
    state: 'deed: find alarm',
    from: 'corridor',
    entries: [OWN_NUMBER],
    half: PIN,
    last: '#',
    leaves: [0, 1],
  },
  { state: 'alarm', from: 'desk', entries: [], leaves: [0, 1] },
  {
    state: 'deed: answer alarm',
    from: 'corridor',
    entries: SIGNED_IN,
    last: '1',
    leaves: [0, 1],
    confirmed: 1,
  },
])

const main = [
  ...ofMenu(
    'main',
    'call',
  )([
    { state: 'choice', entries: [], leaves: [0] },
    { state: 'over: guest', entries: [], last: '1', leaves: [0] },
    { state: 'guest: read back', entries: ['1', TIME], leaves: [1] },
  ]),
  ...ofMenu(
    'main',
    'status',
  )([{ state: 'housekeeping: done', entries: ['2', ...SIGNED_IN, `${STATUS}#`], leaves: [1] }]),
  ...ofMenu('main', 'charge')([{ state: 'minibar: done', entries: ['3', ...WISH, '1'], leaves: [1] }]),
]

export const WALKS: readonly Walk[] = [...guest, ...helped, ...housekeeping, ...minibar, ...desk, ...main]

/** The same deed whole, by somebody who calls again. */
export const AGAIN: Readonly<Partial<Record<Deed, Pick<Walk, 'menu' | 'entries'>>>> = {
  call: { menu: 'guest', entries: [TIME] },
  status: { menu: 'housekeeping', entries: [...SIGNED_IN, `${STATUS}#`] },
  charge: { menu: 'minibar', entries: [...WISH, '1'] },
}
