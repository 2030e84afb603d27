import { INTERFACE, type RoomStatusRecord, type StatusChangesReply } from '@reveille/contract'
import type { StatusChange } from '../../actions/rooms/report-all.ts'
import type { RoomStatusActions } from '../../actions/rooms/room-status.ts'
import type { Settings } from '../../actions/settings.ts'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { howMany } from '../../kernel/how-many.ts'
import { json, nothing } from '../answers/answer.ts'
import { shortList } from '../answers/short-list.ts'
import type { Routes } from '../route.ts'
import { numberedRoutes } from './numbered-routes.ts'

export function roomStatusRoutes(routes: Routes, roomStatus: RoomStatusActions, settings: Settings) {
  const { route, post } = routes
  const { report, reportAll, list, get } = INTERFACE.roomStatus
  const render = (status: RoomStatus): RoomStatusRecord => ({
    room: status.room,
    status: { id: status.status, description: status.description },
    changed: formatInstant(status.changedAt, settings.zoneOf(status.tenant)),
    user: status.actor,
    tenant: status.tenant,
  })

  statusTypeRoutes(routes, roomStatus)
  post(report, {
    act: ({ actor, body }) => roomStatus.change(actor, body),
    show: () => nothing,
  })
  post(reportAll, {
    act: ({ actor, body }) => roomStatus.changeAll(actor, body.changes),
    show: (changes) => json(changesReply(changes, settings)),
  })
  route(list, async (call) =>
    shortList((await roomStatus.list(call.actor)).map(render), (rows) => ({ rooms: rows }), call),
  )
  route(get, async ({ actor, params }) => json(render(await roomStatus.ofRoom(actor, params.room))))
}

const changesReply = (changes: readonly StatusChange[], settings: Settings): StatusChangesReply => ({
  error: 0,
  description: changesWords(changes),
  changes: changes.map(({ room, id, result, previous }) => ({
    room: room.number,
    tenant: room.tenant,
    id,
    result,
    previous: previous && {
      id: previous.status,
      description: previous.description,
      changed: formatInstant(previous.changedAt, settings.zoneOf(room.tenant)),
      user: previous.actor,
    },
  })),
})

function changesWords(changes: readonly StatusChange[]): string {
  const older = changes.filter(({ result }) => result === 'older').length
  const taken = howMany(changes.length - older, 'report')
  return older === 0 ? `${taken} taken` : `${taken} taken; ${older} older than what was reported since`
}

const statusTypeRoutes = (routes: Routes, roomStatus: RoomStatusActions) =>
  numberedRoutes(routes, INTERFACE.statusType, {
    noun: 'status type',
    actions: roomStatus.types,
    render: ({ id, description, tenant, condition }: StatusType) => ({
      id,
      description,
      tenant,
      ...(condition === null ? {} : { condition }),
    }),
    list: (items) => ({ items }),
    add: ({ condition = null, ...type }) => ({ ...type, condition }),
    change: (fields) => fields,
  })
