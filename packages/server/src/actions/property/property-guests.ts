import {
  type Books,
  isIn,
  legible,
  meantAmong,
  type RoomBook,
  type Step,
  stepsFor,
} from '../../hotel/property/guest-news.ts'
import {
  type GuestNews,
  type PropertySystem,
  type ResyncNews,
  systemKey,
} from '../../hotel/property/property.ts'
import type { Room } from '../../hotel/rooms/room.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import { type Clock, days } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { tellOfUndecided } from '../../logbook/undecided-charges.ts'
import { transact } from '../actor.ts'
import { carryOut, type Scene } from './guest-steps.ts'
import { propertyActor } from './property-calls.ts'
import type { Ringer } from '../wakeups/wakeups.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly ringer: Pick<Ringer, 'changed'>
  readonly log: Log
}

/** The guests that a system has named since its resync began, in the resync or as news. */
interface Resync {
  readonly told: Set<string>
  /** The resync named a guest who is here: news alone proves nothing about the others. */
  isProof: boolean
}

function note(resync: Resync | undefined, guest: string, news: GuestNews) {
  if (!resync) return
  resync.told.add(guest)
  resync.isProof ||= news.kind === 'check-in' && news.resync
}

/** The guests that property systems tell of. Each piece of news is written down whole or not at all. */
export function propertyGuestActions({ database, clock, ids, ringer, log }: Parts) {
  const strangers = new Set<string>()
  /** By system. A restart forgets a resync in progress. */
  const resyncs = new Map<string, Resync>()

  const inScene = <T>(system: PropertySystem, work: (scene: Scene) => Promise<T>): Promise<T> => {
    const [actor, now] = [propertyActor(system), clock.now()]
    return transact(database, actor, now, (stores) =>
      work({ stores, ids, actor, system: systemKey(system), now }),
    )
  }

  /** A property system keeps telling of rooms that have no telephone here: each is noted once. */
  const noteStranger = (system: string, room: string) => {
    if (strangers.has(`${system} ${room}`)) return
    strangers.add(`${system} ${room}`)
    log.warn(
      { event: 'property.unknown-room', system, room },
      'The property system tells of a room that is not here, or in several tenants',
    )
  }

  return {
    async heard(system: PropertySystem, news: GuestNews): Promise<void> {
      const { calls, stays, strange } = await inScene(system, (scene) => writeDown(scene, legible(news)))
      for (const room of strange) noteStranger(systemKey(system), room)
      if (stays !== null) note(resyncs.get(systemKey(system)), stays, news)
      ringer.changed(calls)
    },

    /** Guests not named by its end have left. A resync that names no guest proves nothing. */
    async resync(system: PropertySystem, phase: ResyncNews): Promise<void> {
      const key = systemKey(system)
      const resync = resyncs.get(key)
      if (phase === 'begun') return void resyncs.set(key, { told: new Set(), isProof: false })
      if (phase === 'done' && resync?.isProof)
        ringer.changed(await inScene(system, (scene) => checkOutOthers(scene, resync.told)))
      else
        log.warn(
          { event: 'property.resync-broken', system: system.name, phase },
          'The resync was broken off, or told of no guest that is here: nobody is removed',
        )
      resyncs.delete(key)
    },
  }
}

/** Returns the calls concerned, the guest who stays here, and the rooms that are not here. */
async function writeDown(scene: Scene, news: GuestNews) {
  const from = news.kind === 'change' ? news.from : null
  const rooms = await holdRooms(scene, from === null ? [news.room] : [news.room, from])
  const there = { here: rooms.get(news.room) ?? null, from: rooms.get(from ?? '') ?? null }
  const books = await openBooks(scene, news, there)
  const stays = news.kind !== 'check-out' && books.here ? (books.meant ?? books.newcomer).id : null
  const strange = [...rooms].filter(([, room]) => room === null).map(([number]) => number)
  return { calls: await carryOutAll(scene, news, books), stays, strange }
}

/** The rooms of these numbers, locked in order: two crosswise moves cannot wait for each other. */
async function holdRooms({ stores, actor }: Scene, numbers: readonly string[]) {
  const rooms = new Map<string, Room | null>()
  for (const number of numbers.toSorted()) {
    const [room, ...others] = await stores.mailboxes.hold(number, actor.scope)
    rooms.set(number, room && others.length === 0 ? room : null)
  }
  return rooms
}

async function openBooks(
  { stores, ids, system, now }: Scene,
  news: GuestNews,
  there: { readonly here: Room | null; readonly from: Room | null },
): Promise<Books> {
  const here = there.here && (await bookOf(stores, there.here))
  const from = there.from && (await bookOf(stores, there.from))
  const { reservation } = news
  const known = reservation === null ? undefined : await stores.guests.ofReservation(system, reservation)
  const meant = known ?? meantAmong((from ?? here)?.guests ?? [], system, news)
  const elsewhere = meant && !(here && isIn(meant, here)) ? await bookOf(stores, roomOf(meant)) : null
  const newcomer = { id: ids.uuid(), arrivedAt: now }
  return { system, meant, here, origin: meant ? elsewhere : from, newcomer }
}

/** Guests of a system that its resync did not name: they have left, and we missed it. */
async function checkOutOthers(scene: Scene, told: ReadonlySet<string>): Promise<string[]> {
  const { stores, ids, system, now } = scene
  const others = async () => (await stores.guests.ofSystem(system)).filter(({ id }) => !told.has(id))
  await holdRooms(scene, [...new Set((await others()).map(({ room }) => room))])
  const calls: string[] = []
  // The desk may have changed these rooms before they were locked.
  for (const meant of await others()) {
    const here = await bookOf(stores, roomOf(meant))
    const newcomer = { id: ids.uuid(), arrivedAt: now }
    const news = { ...meant, kind: 'check-out', resync: false, shared: null } as const
    calls.push(...(await carryOutAll(scene, news, { system, meant, here, origin: null, newcomer })))
  }
  return calls
}

async function carryOutAll(scene: Scene, news: GuestNews, books: Books): Promise<string[]> {
  const calls: string[] = []
  const steps = stepsFor(news, books)
  for (const step of steps) calls.push(...(await carryOut(scene, step)).map(({ id }) => id))
  const { stores, ids, now } = scene
  for (const left of leftRooms(news, books, steps))
    await tellOfUndecided(stores, ids, { ...left, leave: 'now', toldSince: now - days(1) }, now)
  return calls
}

/** Where guests have left, also those of whom nobody told: by a check-out, or by the one who came in their place. */
function leftRooms(news: GuestNews, { here, meant }: Books, steps: readonly Step[]) {
  const rooms = new Map<string, { room: Room; guests: readonly Guest[] }>()
  const add = (room: Room, guests: readonly Guest[]) => {
    const key = `${room.tenant}/${room.number}`
    const known = rooms.get(key)?.guests ?? []
    const others = guests.filter(({ id }) => known.every((guest) => guest.id !== id))
    rooms.set(key, { room, guests: [...known, ...others] })
  }
  if (news.kind === 'check-out' && here) add(here, meant ? [meant] : here.guests)
  for (const step of steps) if (step.do === 'leave') add(roomOf(step.guest), [step.guest])
  return rooms.values()
}

const bookOf = async (stores: Stores, { tenant, number }: Room): Promise<RoomBook> => ({
  tenant,
  number,
  guests: await stores.guests.ofRoom(tenant, number),
})

const roomOf = ({ tenant, room }: Guest): Room => ({ tenant, number: room })
