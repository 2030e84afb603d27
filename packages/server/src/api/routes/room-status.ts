import {
  ListQuery,
  RoomStatusRecord,
  StatusChangeForm,
  StatusType as StatusTypeForm,
  StatusTypeRecord,
} from '@reveille/contract'
import { Type } from 'typebox'
import type { RoomStatusActions } from '../../actions/rooms/room-status.ts'
import type { Settings } from '../../actions/settings.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import type { RoomStatus, StatusType } from '../../hotel/rooms/room-status.ts'
import { json, nothing } from '../answers/answer.ts'
import { numberedRoutes } from './numbered-routes.ts'
import type { Routes } from '../route.ts'
import { shortList } from '../answers/short-list.ts'

export function roomStatusRoutes(routes: Routes, roomStatus: RoomStatusActions, settings: Settings) {
  const { route, post } = routes
  const tag = 'Room status'
  const render = (status: RoomStatus): RoomStatusRecord => ({
    room: status.room,
    status: { id: status.status, description: status.description },
    changed: formatInstant(status.changedAt, settings.zoneOf(status.tenant)),
    user: status.actor,
    tenant: status.tenant,
  })

  numberedRoutes<StatusType, StatusTypeForm>(routes, {
    url: '/rest/rsi/status',
    tag,
    noun: 'status type',
    key: 'items',
    uses: [],
    keeps: ['administrator'],
    form: StatusTypeForm,
    record: StatusTypeRecord,
    actions: roomStatus.types,
    render: ({ id, description, tenant, condition }) => ({
      id,
      description,
      tenant,
      ...(condition === null ? {} : { condition }),
    }),
    add: ({ condition = null, ...type }) => ({ ...type, condition }),
    change: ({ id: _, tenant: __, ...fields }) => fields,
  })

  post({
    url: '/rest/rsi/change',
    tag,
    summary: 'Report the status of a room',
    body: StatusChangeForm,
    act: ({ actor, body }) => roomStatus.change(actor, body),
    show: () => nothing,
  })

  route({
    method: 'GET',
    url: '/rest/rsi/room',
    tag,
    summary: 'The last reported status of every room',
    query: ListQuery,
    reply: Type.Object({ rooms: Type.Array(RoomStatusRecord) }),
    answer: async ({ actor, query, request }) =>
      shortList('rooms', (await roomStatus.list(actor)).map(render), query, request.url),
  })

  route({
    method: 'GET',
    url: '/rest/rsi/room/:room',
    tag,
    summary: 'The last reported status of a room',
    params: Type.Object({ room: Type.String({ description: 'Room number' }) }),
    reply: RoomStatusRecord,
    answer: async ({ actor, params }) => json(render(await roomStatus.ofRoom(actor, params.room))),
  })
}
