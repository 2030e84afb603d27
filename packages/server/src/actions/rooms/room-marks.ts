import { type Room, theOne, unknownRoom } from '../../hotel/rooms/room.ts'
import { MARK_WORDS, type MarkKind, type RoomMark, stands } from '../../hotel/rooms/room-mark.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { parseMoment } from '../../hotel/time/moment.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact } from '../actor.ts'
import type { Settings } from '../settings.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly settings: Settings
}

export interface MarkWish {
  /** In ISO 8601. */
  readonly until?: string | undefined
  readonly note?: string | undefined
}

export type RoomMarkActions = ReturnType<typeof roomMarkActions>

/** What staff must heed at the door. Neither servers nor property systems are told. */
export function roomMarkActions({ database, clock, settings }: Parts) {
  return {
    async set(actor: Actor, number: string, mark: MarkKind, wish: MarkWish): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const { tenant } = await namedRoom(stores, actor, number)
        const zone = settings.zoneOf(tenant)
        const until = wish.until === undefined ? null : endOf(wish.until, zone, now)
        const { note = '' } = wish
        await stores.roomMarks.save({
          tenant,
          room: number,
          mark,
          setAt: now,
          until,
          note,
          actor: actor.name,
        })
        const shown = until === null ? null : formatInstant(until, zone)
        await record(stores, actor, now, {
          kind: 'room.mark.set',
          tenant,
          room: number,
          text: `${MARK_WORDS[mark]}${shown === null ? '' : ` until ${shown}`}`,
          detail: { mark, until: shown, note },
        })
      })
    },

    async clear(actor: Actor, number: string, mark: MarkKind): Promise<void> {
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const { tenant } = await namedRoom(stores, actor, number)
        const standing = (await stores.roomMarks.ofRoom(tenant, number)).filter((one) => stands(one, now))
        const found = standing.find((one) => one.mark === mark)
        if (!found || !(await clearMark(stores, actor, found, {}, now)))
          throw new Failure('thing.unknown', `Room ${number} does not bear the mark ${mark}`)
      })
    },
  }
}

/** Nobody is left who wanted them: marks of a room in which nobody stays any more are over. */
export async function clearMarksIfLeft(
  stores: Stores,
  actor: Actor,
  { tenant, number }: Room,
  now: Instant,
): Promise<void> {
  if ((await stores.guests.ofRoom(tenant, number)).length > 0) return
  for (const mark of await stores.roomMarks.ofRoom(tenant, number))
    // One whose time has passed was over before: the log tells of no second end.
    if (stands(mark, now)) await clearMark(stores, actor, mark, { left: true }, now)
    else await stores.roomMarks.remove(mark)
}

/** Says whether it was there: another may clear it at this moment, and logs that itself. */
async function clearMark(
  stores: Stores,
  actor: Actor,
  { tenant, room, mark }: RoomMark,
  why: { readonly left?: boolean },
  now: Instant,
): Promise<boolean> {
  if (!(await stores.roomMarks.remove({ tenant, room, mark }))) return false
  const text = `No longer: ${MARK_WORDS[mark]}${why.left ? ', as the room is left' : ''}`
  await record(stores, actor, now, {
    kind: 'room.mark.cleared',
    tenant,
    room,
    text,
    detail: { mark, ...why },
  })
  return true
}

const namedRoom = async (stores: Stores, actor: Actor, number: string): Promise<Room> =>
  theOne(await stores.rooms.findEither(number, actor.scope), `Room ${number}`, () => unknownRoom(number))

function endOf(text: string, zone: string, now: Instant): Instant {
  const moment = parseMoment(text, zone)
  if (!moment)
    throw new Failure('parameter.invalid', 'until must be a date and time in ISO 8601', { field: 'until' })
  if (moment.instant <= now) throw new Failure('time.past', 'until is in the past', { field: 'until' })
  return moment.instant
}
