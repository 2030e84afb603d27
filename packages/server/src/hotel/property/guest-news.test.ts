import { describe, expect, it } from 'vitest'
import { type Books, isIn, meantAmong, type RoomBook, type Step, stepsFor } from './guest-news.ts'
import type { GuestNews } from './property.ts'
import type { Guest } from '../rooms/stay.ts'
import { guest as guestRecord } from '../../../testing/records.ts'

const NOON = 1_800_000_000_000

const guest = (name: string, of: Partial<Guest> = {}) =>
  guestRecord({ id: name.toLowerCase(), name, arrivedAt: 1, system: 'pms', reservation: `of ${name}`, ...of })

const ADA = guest('Ada')
const BEN = guest('Ben')
const CLEO = guest('Cleo', { room: '105' })
/** Checked in by the desk. */
const DORA = guest('Dora', { system: '', reservation: '' })

const FACTS = {
  room: '101',
  reservation: 'of Ada',
  shared: null,
  name: null,
  language: null,
  vip: null,
  departs: null,
}
type Told = Partial<Omit<Extract<GuestNews, { kind: 'change' }>, 'kind'> & { resync: boolean }>

const checkIn = (of: Told = {}): GuestNews => ({ kind: 'check-in', resync: false, ...FACTS, ...of })
const checkOut = (of: Told = {}): GuestNews => ({ kind: 'check-out', resync: false, ...FACTS, ...of })
const change = (of: Told = {}): GuestNews => ({
  kind: 'change',
  from: null,
  sharedBefore: null,
  ...FACTS,
  ...of,
})
const move = (of: Told = {}) => change({ room: '105', from: '101', ...of })

const room = (number: string, everybody: readonly Guest[]): RoomBook => ({
  tenant: '',
  number,
  guests: everybody.filter((one) => isIn(one, { tenant: '', number })),
})

/** The books of a house where these guests are; it has the rooms 101 and 105. */
function booksOf(everybody: readonly Guest[], news: GuestNews): Books {
  const find = (number: string) => (['101', '105'].includes(number) ? room(number, everybody) : null)
  const here = find(news.room)
  const from = news.kind === 'change' && news.from !== null ? find(news.from) : null
  const known = everybody.find((one) => one.system === 'pms' && one.reservation === news.reservation)
  const meant = known ?? meantAmong((from ?? here)?.guests ?? [], 'pms', news)
  const elsewhere = meant && !(here && isIn(meant, here)) ? find(meant.room) : null
  const newcomer = { id: 'new', arrivedAt: NOON }
  return { system: 'pms', meant, here, origin: meant ? elsewhere : from, newcomer }
}

/** Each step as a few words: `leave ada`, `take calls along 101 105`. */
const inWords = (step: Step) =>
  Object.values(step)
    .map((part: string | Guest | { number: string }) =>
      typeof part === 'string' ? part : 'id' in part ? part.id : part.number,
    )
    .join(' ')

const steps = (everybody: readonly Guest[], news: GuestNews) =>
  stepsFor(news, booksOf(everybody, news)).map(inWords)

type Row = readonly [what: string, everybody: readonly Guest[], news: GuestNews, steps: readonly string[]]
const table = (rows: readonly Row[]) =>
  it.each(rows)('%s', (_, everybody, news, expected) => {
    expect(steps(everybody, news)).toEqual(expected)
  })

const ANONYMOUS = guest('Ada', { reservation: '' })
const unnamed = { reservation: null, name: null }

describe('a check-in', () => {
  table([
    ['of a guest into an empty room is an arrival', [], checkIn(), ['arrive new']],
    ['told once more changes nothing', [ADA], checkIn(), []],
    ['told once more with another name changes the guest', [ADA], checkIn({ name: 'Ada L' }), ['change ada']],
    [
      'of a second reservation is a sharer',
      [ADA],
      checkIn({ reservation: '9', name: 'Eve' }),
      ['arrive new'],
    ],
    [
      'of one who is alone ends the stay of those we still know of, and leaves the calls',
      [ADA, BEN],
      checkIn({ shared: false, reservation: '9' }),
      ['leave ada', 'leave ben', 'arrive new'],
    ],
    [
      'of one who is alone leaves those of the desk in place',
      [guest('Dora', { system: '', reservation: '' }), BEN],
      checkIn({ name: 'Ada', shared: false }),
      ['leave ben', 'arrive new'],
    ],
    ['of one who shares leaves the others in place', [BEN], checkIn({ shared: true }), ['arrive new']],
    [
      'told once more by one who is alone ends the stay of the others',
      [ADA, BEN],
      checkIn({ shared: false }),
      ['leave ben'],
    ],
    [
      'in another room is a move that we have missed',
      [ADA],
      checkIn({ room: '105' }),
      ['move ada 101', 'take calls along 101 105'],
    ],
    ['in a room that we do not have is no concern of ours', [], checkIn({ room: '999' }), []],
    [
      'in a room that we do not have, of one whom we know elsewhere, is a departure',
      [ADA],
      checkIn({ room: '999' }),
      ['leave ada', 'give calls up 101 999 Ada'],
    ],
    [
      'takes over whom the desk has checked in under that name',
      [DORA],
      checkIn({ reservation: '4', name: 'DORA ' }),
      ['change dora'],
    ],
    [
      'takes over whom the desk has checked in without a name',
      [guest('Nobody', { name: '', system: '', reservation: '' })],
      checkIn(),
      ['change nobody'],
    ],
    ['takes over nobody of another name', [DORA], checkIn({ name: 'Ada' }), ['arrive new']],
    [
      'takes over nobody when there are several',
      [DORA, guest('Dora2', { name: 'Dora', system: '', reservation: '' })],
      checkIn({ name: 'Dora' }),
      ['arrive new'],
    ],
    ['without reservation goes by room and name', [ANONYMOUS], checkIn({ ...unnamed, name: 'Ada' }), []],
    [
      'without reservation of another name is a sharer',
      [ANONYMOUS],
      checkIn({ ...unnamed, name: 'Ben' }),
      ['arrive new'],
    ],
  ])

  it('keeps what is told, and nothing else', () => {
    const news = checkIn({ reservation: '77', name: 'Zoë', language: 'de', vip: true, departs: '20261116' })
    expect(stepsFor(news, booksOf([], news))).toEqual([
      {
        do: 'arrive',
        guest: {
          id: 'new',
          tenant: '',
          room: '101',
          name: 'Zoë',
          language: 'de',
          vip: true,
          arrivedAt: NOON,
          system: 'pms',
          reservation: '77',
          departs: '20261116',
          cameFrom: '',
        },
      },
    ])
  })

  it('that says nothing of name, language and VIP leaves them as they are', () => {
    const known = guest('Ada', { language: 'fr', vip: true, reservation: '', system: '' })
    const news = checkIn({ reservation: '77' })
    expect(stepsFor(news, booksOf([known], news))).toEqual([
      { do: 'change', guest: { ...known, system: 'pms', reservation: '77' } },
    ])
  })

  it('cuts a name that is longer than anybody has', () => {
    const news = checkIn({ name: 'A'.repeat(500) })
    expect(stepsFor(news, booksOf([], news))).toMatchObject([{ guest: { name: 'A'.repeat(100) } }])
  })
})

describe('a check-out', () => {
  table([
    ['of the last guest cancels the calls', [ADA], checkOut(), ['leave ada', 'cancel calls 101']],
    ['of one of two leaves the calls to the other', [ADA, BEN], checkOut(), ['leave ada']],
    [
      'after which others remain leaves the calls, though we know of nobody',
      [ADA],
      checkOut({ shared: true }),
      ['leave ada'],
    ],
    [
      'after which nobody remains is of all whom we still know of',
      [ADA, BEN, DORA],
      checkOut({ shared: false }),
      ['leave ada', 'leave ben', 'leave dora', 'cancel calls 101'],
    ],
    [
      'from a room where we know of nobody cancels the calls',
      [],
      checkOut({ shared: false }),
      ['cancel calls 101'],
    ],
    [
      'from a room where we know of nobody, with others remaining, leaves them',
      [],
      checkOut({ shared: true }),
      [],
    ],
    ['of one whom we do not know leaves the others and the calls', [BEN], checkOut(), []],
    [
      'that names nobody is of the whole room',
      [ADA, DORA],
      checkOut(unnamed),
      ['leave ada', 'leave dora', 'cancel calls 101'],
    ],
    [
      'that names nobody, with others remaining, changes nothing',
      [ADA],
      checkOut({ ...unnamed, shared: true }),
      [],
    ],
    [
      'without reservation goes by the name',
      [ANONYMOUS, BEN],
      checkOut({ ...unnamed, name: 'Ada' }),
      ['leave ada'],
    ],
    [
      'of one whom we know in another room is a move that we have missed',
      [guest('Ada', { room: '105' })],
      checkOut({ shared: false }),
      ['cancel calls 101', 'leave ada', 'cancel calls 105'],
    ],
    [
      'of one whom we know in another room leaves the calls to others there',
      [guest('Ada', { room: '105' }), CLEO],
      checkOut({ shared: true }),
      ['leave ada'],
    ],
    [
      'from a room that we do not have ends the stay where we know of it',
      [ADA],
      checkOut({ room: '999' }),
      ['leave ada', 'cancel calls 101'],
    ],
    ['from a room that we do not have is no concern of ours', [BEN], checkOut({ room: '999' }), []],
    [
      'of one whom the desk has checked in empties the room',
      [DORA],
      checkOut({ reservation: '4' }),
      ['leave dora', 'cancel calls 101'],
    ],
    [
      'of a resync means that the room is vacant, whomever it names',
      [ADA, BEN],
      checkOut({ resync: true }),
      ['leave ada', 'leave ben', 'cancel calls 101'],
    ],
    [
      'of one whom we do not know, with others remaining, takes away nobody of the desk',
      [DORA],
      checkOut({ reservation: '4', shared: true }),
      [],
    ],
    [
      'of a resync means that the room is vacant',
      [ADA, DORA],
      checkOut({ ...unnamed, resync: true }),
      ['leave ada', 'leave dora', 'cancel calls 101'],
    ],
    [
      'of a resync from a room that was vacant leaves what somebody has asked for there',
      [],
      checkOut({ ...unnamed, resync: true, shared: false }),
      [],
    ],
  ])
})

describe('a change', () => {
  table([
    ['of what we know already changes nothing', [ADA], change({ name: 'Ada' }), []],
    ['of the language changes the guest', [ADA], change({ language: 'fr' }), ['change ada']],
    [
      'leaves the others in place, whatever it says of sharing',
      [ADA, BEN],
      change({ shared: false, vip: true }),
      ['change ada'],
    ],
    [
      'of one whom we do not know is a check-in that we have missed',
      [BEN],
      change({ name: 'Ada' }),
      ['arrive new'],
    ],
    [
      'without reservation is of the only guest, under another name',
      [ANONYMOUS],
      change({ ...unnamed, name: 'Eve' }),
      ['change ada'],
    ],
    [
      'of one whom we know in another room is a move that we have missed',
      [ADA],
      change({ room: '105' }),
      ['move ada 101', 'take calls along 101 105'],
    ],
  ])
})

describe('a move', () => {
  table([
    ['into an empty room takes the calls along', [ADA], move(), ['move ada 101', 'take calls along 101 105']],
    [
      'of one who was alone takes the calls along',
      [ADA],
      move({ sharedBefore: false }),
      ['move ada 101', 'take calls along 101 105'],
    ],
    [
      'away from others who are told of leaves the calls to them',
      [ADA],
      move({ sharedBefore: true }),
      ['move ada 101', 'leave calls behind 101 105 Ada'],
    ],
    [
      'away from others whom we know of leaves the calls to them',
      [ADA, BEN],
      move({ sharedBefore: false }),
      ['move ada 101', 'leave calls behind 101 105 Ada'],
    ],
    [
      'into an occupied room gives the calls up',
      [ADA, CLEO],
      move(),
      ['move ada 101', 'give calls up 101 105 Ada'],
    ],
    [
      'after the others who shared the room takes the calls along',
      [ADA, { ...BEN, room: '105', cameFrom: '101' }],
      move({ shared: true, sharedBefore: false }),
      ['move ada 101', 'take calls along 101 105'],
    ],
    [
      'into a room where one came along and another was before gives the calls up',
      [ADA, { ...BEN, room: '105', cameFrom: '101' }, CLEO],
      move({ shared: true, sharedBefore: false }),
      ['move ada 101', 'give calls up 101 105 Ada'],
    ],
    [
      'into a room that is told to be shared gives the calls up',
      [ADA],
      move({ shared: true }),
      ['move ada 101', 'give calls up 101 105 Ada'],
    ],
    [
      'of one who is alone there takes the calls along, and ends the stay of those we still know of',
      [ADA, CLEO],
      move({ shared: false }),
      ['leave cleo', 'move ada 101', 'take calls along 101 105'],
    ],
    [
      'away from others into an occupied room leaves the calls to them',
      [ADA, BEN, CLEO],
      move(),
      ['move ada 101', 'leave calls behind 101 105 Ada'],
    ],
    [
      'into a room that we do not have is a departure',
      [ADA],
      move({ room: '999' }),
      ['leave ada', 'give calls up 101 999 Ada'],
    ],
    [
      'into a room that we do not have leaves the calls to others',
      [ADA, BEN],
      move({ room: '999' }),
      ['leave ada', 'leave calls behind 101 999 Ada'],
    ],
    ['out of a room that we do not have is an arrival', [], move({ from: '999' }), ['arrive new']],
    [
      'of one whom we do not know is an arrival, and takes the calls along',
      [],
      move({ name: 'Eve' }),
      ['arrive new', 'take calls along 101 105'],
    ],
    [
      'of one whom we do not know leaves the calls to others',
      [BEN],
      move({ name: 'Eve' }),
      ['arrive new', 'leave calls behind 101 105 Eve'],
    ],
    [
      'that the desk has written down before only renames the calls',
      [guest('Ada', { room: '105' })],
      move(),
      ['rename calls 101 105'],
    ],
    [
      'without reservation goes by the name',
      [ANONYMOUS, BEN],
      move({ ...unnamed, name: 'Ada' }),
      ['move ada 101', 'leave calls behind 101 105 Ada'],
    ],
    [
      'of one whom the desk has checked in takes them over',
      [DORA],
      move({ reservation: '4', name: 'Dora' }),
      ['move dora 101', 'take calls along 101 105'],
    ],
  ])

  it('into the house of another tenant gives the calls up: they are of another zone and another desk', () => {
    const here = { tenant: 'east', number: '105', guests: [] }
    const books = { ...booksOf([ADA], move()), here }
    expect(stepsFor(move(), books).map(inWords)).toEqual(['move ada 101', 'give calls up 101 105 Ada'])
    expect(stepsFor(move(), books)).toMatchObject([{ guest: { tenant: 'east', room: '105' } }, {}])
  })
})
