import type { GuestNews } from './property.ts'
import type { Room } from '../rooms/room.ts'
import type { Guest } from '../rooms/stay.ts'

/** A room, and who is in it by our books. */
export interface RoomBook extends Room {
  readonly guests: readonly Guest[]
}

/** What our books say when a property system tells of a guest. */
export interface Books {
  readonly system: string
  /** The guest in question, wherever they are; null for an unknown one. */
  readonly meant: Guest | null
  /** The room that is named; null when we have no such room. */
  readonly here: RoomBook | null
  /** The room that the guest comes from, where that is another one that we have. */
  readonly origin: RoomBook | null
  /** What an unknown guest is given. */
  readonly newcomer: Pick<Guest, 'id' | 'arrivedAt'>
}

/** What is to be done about guests, and about the pending calls of their rooms. */
export type Step =
  | { readonly do: 'arrive'; readonly guest: Guest }
  | { readonly do: 'change'; readonly guest: Guest }
  | { readonly do: 'move'; readonly guest: Guest; readonly from: Room }
  | { readonly do: 'leave'; readonly guest: Guest }
  /** The last guest has left. */
  | { readonly do: 'cancel calls'; readonly room: Room }
  | { readonly do: 'take calls along'; readonly from: Room; readonly to: Room }
  /** The calls may be this guest's or those of others who stay: the desk must ask. */
  | { readonly do: 'leave calls behind'; readonly from: Room; readonly to: string; readonly name: string }
  /** The old room is empty, the new one has other guests: the desk must ask. */
  | { readonly do: 'give calls up'; readonly from: Room; readonly to: string; readonly name: string }
  /** Guest and calls are there already: only the system knows the calls under another room. */
  | { readonly do: 'rename calls'; readonly from: string; readonly to: Room }

type Leaving = Extract<GuestNews, { kind: 'check-out' }>
type Staying = Exclude<GuestNews, Leaving>

/** FIAS 2.20: control characters do not belong in data, and a database may refuse them. */
export function legible(news: GuestNews): GuestNews {
  const texts = {
    room: plain(news.room),
    reservation: plainOrNull(news.reservation),
    name: plainOrNull(news.name),
    language: plainOrNull(news.language),
  }
  return news.kind === 'change' ? { ...news, ...texts, from: plainOrNull(news.from) } : { ...news, ...texts }
}

const plain = (text: string) => text.replaceAll(/\p{Cc}/gu, '')
const plainOrNull = (text: string | null) => (text === null ? null : plain(text))

export const stepsFor = (news: GuestNews, books: Books): Step[] =>
  news.kind === 'check-out' ? stepsOut(news, books) : stepsIn(news, books)

function stepsIn(news: Staying, books: Books): Step[] {
  const { meant, here, origin } = books
  if (here && meant && isIn(meant, here))
    return [...forgotten(news, books), ...changed(meant, news, books), ...renamed(news, books)]
  return [
    ...forgotten(news, books),
    ...arrival(news, books),
    ...(origin ? [...callsOfMove(news, books, origin), ...renamed(news, books)] : []),
  ]
}

function arrival(news: Staying, { system, meant, here, origin, newcomer }: Books): Step[] {
  // Where we have no such room, all we know is that the guest has left the old one.
  if (!here) return meant ? [{ do: 'leave', guest: meant }] : []
  const place = { tenant: here.tenant, room: here.number }
  if (meant && origin)
    return [
      {
        do: 'move',
        guest: { ...meant, ...factsOf(news, system, meant), ...place, cameFrom: origin.number },
        from: roomOf(origin),
      },
    ]
  const cameFrom = origin?.number ?? ''
  return [
    { do: 'arrive', guest: { ...newcomer, ...factsOf(news, system, NOTHING_KNOWN), ...place, cameFrom } },
  ]
}

function changed(meant: Guest, news: Staying, { system }: Books): Step[] {
  const facts = factsOf(news, system, meant)
  const isNew = FACTS.some((name) => facts[name] !== meant[name])
  return isNew ? [{ do: 'change', guest: { ...meant, ...facts } }] : []
}

/** The desk moved them before; the system still knows their calls under the old room. */
const renamed = (news: Staying, { here, origin }: Books): Step[] =>
  here && news.kind === 'change' && news.from !== null && news.from !== origin?.number
    ? [{ do: 'rename calls', from: news.from, to: roomOf(here) }]
    : []

/** A guest who arrives alone proves that the others left without our notice. */
function forgotten(news: Staying, { system, meant, here, origin }: Books): Step[] {
  const arrives = news.kind === 'check-in' || news.from !== null || origin !== null
  if (!here || !arrives || news.shared !== false) return []
  const gone = here.guests.filter((guest) => guest.system === system && guest.id !== meant?.id)
  return gone.map((guest) => ({ do: 'leave', guest }))
}

/** FIAS 2.20: wakeup calls travel with the guest if the new room was empty. Calls belong to rooms, not guests. */
function callsOfMove(news: Staying, { meant, here }: Books, origin: RoomBook): Step[] {
  const from = roomOf(origin)
  const told = { from, to: news.room, name: nameOf(news) ?? meant?.name ?? '' }
  const othersStay = news.kind === 'change' && news.sharedBefore === true
  if (othersStay || othersIn(origin, meant).length > 0) return [{ do: 'leave calls behind', ...told }]
  if (
    here &&
    here.tenant === origin.tenant &&
    (wasEmpty(news, here, meant) || isReunion(here, origin, meant))
  )
    return [{ do: 'take calls along', from, to: roomOf(here) }]
  return [{ do: 'give calls up', ...told }]
}

const wasEmpty = ({ shared }: Staying, here: RoomBook, meant: Guest | null) =>
  shared === null ? othersIn(here, meant).length === 0 : !shared

/** Sharers move one after the other: the last one finds the others there. */
function isReunion(here: RoomBook, origin: RoomBook, meant: Guest | null) {
  const others = othersIn(here, meant)
  return others.length > 0 && others.every(({ cameFrom }) => cameFrom === origin.number)
}

function stepsOut(news: Leaving, books: Books): Step[] {
  const { meant, here, origin } = books
  const leaving = here ? leavingFrom(here, news, meant) : []
  const isEmpty = here !== null && news.shared !== true && leaving.length === here.guests.length
  // A resync tells of rooms that were vacant all along: calls asked for there stay.
  const isLeft = isEmpty && (leaving.length > 0 || !news.resync)
  return [
    ...leaving.map((guest): Step => ({ do: 'leave', guest })),
    ...(here && isLeft ? [{ do: 'cancel calls', room: roomOf(here) } as const] : []),
    ...(meant && origin ? leftFrom(origin, meant) : []),
  ]
}

function leavingFrom(here: RoomBook, news: Leaving, meant: Guest | null): readonly Guest[] {
  const namesNobody = news.reservation === null && !news.name
  if (news.resync || news.shared === false || (namesNobody && news.shared === null)) return here.guests
  return here.guests.filter(({ id }) => id === meant?.id)
}

/** The guest was elsewhere by our books: we have missed a move. */
const leftFrom = (origin: RoomBook, meant: Guest): Step[] => [
  { do: 'leave', guest: meant },
  ...(othersIn(origin, meant).length > 0 ? [] : [{ do: 'cancel calls', room: roomOf(origin) } as const]),
]

const FACTS = ['system', 'reservation', 'name', 'language', 'vip', 'departs'] as const
type Facts = Pick<Guest, (typeof FACTS)[number]>

const NOTHING_KNOWN = { reservation: '', name: '', language: null, vip: false, departs: null } as const
/** The desk has the same limit. */
const LONGEST_NAME = 100

const nameOf = ({ name }: GuestNews) => name && Array.from(name).slice(0, LONGEST_NAME).join('')

const factsOf = (news: GuestNews, system: string, known: Omit<Facts, 'system'>): Facts => ({
  system,
  reservation: news.reservation ?? known.reservation,
  name: nameOf(news) ?? known.name,
  language: news.language ?? known.language,
  vip: news.vip ?? known.vip,
  departs: news.departs ?? known.departs,
})

/**
 * The guest of a room who is meant, when none has the reservation number given. Without a number the name decides;
 * a guest whom the desk checked in is taken over, if that is the only one and the name fits.
 */
export function meantAmong(guests: readonly Guest[], system: string, news: GuestNews): Guest | null {
  const own = guests.filter((guest) => guest.system === system)
  if (news.reservation === null) {
    const named = own.find(({ name }) => name === nameOf(news))
    const only = news.kind === 'change' && own.length === 1 ? own[0] : undefined
    if (named ?? only) return named ?? only ?? null
  }
  const [candidate, ...others] = guests.filter((guest) => mayBecome(guest, system))
  const isSure = news.kind !== 'check-out' || news.shared !== true
  return candidate && others.length === 0 && isSure && fits(candidate.name, nameOf(news)) ? candidate : null
}

const mayBecome = (guest: Guest, system: string) =>
  guest.reservation === '' && (guest.system === '' || guest.system === system)

const fits = (known: string, told: string | null) =>
  known === '' || !told || known.trim().toLowerCase() === told.trim().toLowerCase()

const othersIn = (room: RoomBook, meant: Guest | null) => room.guests.filter(({ id }) => id !== meant?.id)

export const isIn = (guest: Guest, room: Room) => guest.tenant === room.tenant && guest.room === room.number

const roomOf = ({ tenant, number }: Room): Room => ({ tenant, number })
