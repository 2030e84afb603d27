import { INTERFACE, type RoomStatusRecord } from '@reveille/contract'
import type { RoomStatusActions } from '../../actions/rooms/room-status.ts'
import type { Settings } from '../../actions/settings.ts'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { json, nothing } from '../answers/answer.ts'
import { shortList } from '../answers/short-list.ts'
import type { Routes } from '../route.ts'
import { numberedRoutes } from './numbered-routes.ts'

export function roomStatusRoutes(routes: Routes, roomStatus: RoomStatusActions, settings: Settings) {
  const { route, post } = routes
  const { report, list, get } = INTERFACE.roomStatus
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
  route(list, async (call) =>
    shortList((await roomStatus.list(call.actor)).map(render), (rows) => ({ rooms: rows }), call),
  )
  route(get, async ({ actor, params }) => json(render(await roomStatus.ofRoom(actor, params.room))))
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
