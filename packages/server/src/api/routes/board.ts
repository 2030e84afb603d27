import { type BoardRecord, INTERFACE } from '@reveille/contract'
import type { Actor } from '../../actions/actor.ts'
import type { BoardActions } from '../../actions/rooms/board.ts'
import type { RoomMarkActions } from '../../actions/rooms/room-marks.ts'
import type { Settings } from '../../actions/settings.ts'
import type { RoomOnBoard } from '../../hotel/rooms/board.ts'
import { maySeeGuests } from '../../hotel/accounts/account.ts'
import { occupiedSince } from '../../hotel/rooms/stay.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { json, nothing } from '../answers/answer.ts'
import { logEntry } from '../answers/log-entry.ts'
import { shortList } from '../answers/short-list.ts'
import type { Routes } from '../route.ts'

const { list, get, history, mark: set, clearMark } = INTERFACE.board

interface Parts {
  readonly board: BoardActions
  readonly marks: RoomMarkActions
  readonly settings: Settings
}

export function boardRoutes({ route }: Routes, { board, marks, settings }: Parts) {
  route(list, async (call) => {
    const rooms = await board.list(call.actor)
    return shortList(
      rooms.map((room) => boardRecord(room, call.actor, settings)),
      (rows) => ({ rooms: rows }),
      call,
    )
  })
  route(get, async ({ actor, params }) =>
    json(boardRecord(await board.get(actor, params.number), actor, settings)),
  )
  route(history, async ({ actor, params }) => {
    const rows = await board.history(actor, params.number)
    return json({ history: rows.map((row) => logEntry(row, settings)) })
  })
  route(set, async ({ actor, params, body }) => {
    await marks.set(actor, params.number, params.mark, body)
    return nothing
  })
  route(clearMark, async ({ actor, params }) => {
    await marks.clear(actor, params.number, params.mark)
    return nothing
  })
}

function boardRecord(room: RoomOnBoard, actor: Actor, settings: Settings): BoardRecord {
  const { guests, status, condition, marks, next } = room
  const zone = settings.zoneOf(room.tenant)
  const since = occupiedSince(guests)
  return {
    number: room.number,
    name: room.name,
    tenant: room.tenant,
    floor: room.floor,
    section: room.section,
    extension: room.extension,
    vip: room.vip,
    language: room.language,
    occupied: guests.length > 0,
    occupiedSince: since === null ? null : formatInstant(since, zone),
    ...(maySeeGuests(actor) ? { guests: guests.map((guest) => stayingGuest(guest, zone)) } : {}),
    status: status && reported(status, condition, zone),
    marks: marks.map((mark) => shownMark(mark, zone)),
    next: next === null ? null : formatInstant(next, zone),
    pending: room.pending,
  }
}

type Guest = RoomOnBoard['guests'][number]
type Status = NonNullable<RoomOnBoard['status']>

const stayingGuest = ({ id, name, language, vip, arrivedAt }: Guest, zone: string) => ({
  id,
  name,
  ...(language === null ? {} : { language }),
  vip,
  arrived: formatInstant(arrivedAt, zone),
})

const shownMark = ({ mark, setAt, actor, until, note }: RoomOnBoard['marks'][number], zone: string) => ({
  mark,
  since: formatInstant(setAt, zone),
  user: actor,
  until: until === null ? null : formatInstant(until, zone),
  note,
})

const reported = (
  { status, description, changedAt, actor }: Status,
  condition: string | null,
  zone: string,
) => ({
  id: status,
  description,
  ...(condition === null ? {} : { condition }),
  changed: formatInstant(changedAt, zone),
  user: actor,
})
