import { Type } from 'typebox'
import {
  StatusTypeForm,
  RoomStatusRecord,
  StatusChangeForm,
  StatusChangesForm,
  StatusChangesReply,
  StatusTypeChange,
  StatusTypeRecord,
} from '../room-status.ts'
import { ListQuery } from '../text.ts'
import type { Entries } from './entry.ts'
import { fiveRoutes } from './five-routes.ts'

export const statusType = fiveRoutes({
  noun: 'statusType',
  ofContract: true,
  path: '/rest/rsi/status',
  key: Type.Object({ id: Type.String({ description: 'Its id', examples: ['001'] }) }),
  one: 'a status type',
  about: 'A status that staff can report of a room. Ids are text: `1` and `001` are two.',
  tag: 'Room status',
  uses: [],
  keeps: ['administrator'],
  add: { form: StatusTypeForm, example: { description: 'Inspected', condition: 'inspected' } },
  change: { form: StatusTypeChange, example: { description: 'Out of order' } },
  record: StatusTypeRecord,
  list: Type.Object({ items: Type.Array(StatusTypeRecord) }),
})

export const roomStatus = {
  report: {
    id: 'roomStatus.report',
    method: 'POST',
    path: '/rest/rsi/change',
    needs: [],
    ofContract: true,
    tag: 'Room status',
    summary: 'Report the status of a room',
    description: '200 means that it is stored, and will be pushed to every server.',
    body: StatusChangeForm,
    example: { id: '001', room: '101' },
  },
  reportAll: {
    id: 'roomStatus.reportAll',
    method: 'POST',
    path: '/rest/rsi/changes',
    needs: [],
    tag: 'Room status',
    summary: 'Report the status of several rooms, all of them or none',
    description:
      'Up to 500 reports in their order, also such as were made without a connection: one that is older than the last of its room changes nothing. Each change is pushed as a single one is.',
    body: StatusChangesForm,
    example: { changes: [{ room: '101', id: '001' }] },
    reply: StatusChangesReply,
    refusals: [409],
  },
  list: {
    id: 'roomStatus.list',
    method: 'GET',
    path: '/rest/rsi/room',
    needs: [],
    tag: 'Room status',
    summary: 'The last reported status of every room',
    description: 'Rooms of which nothing was ever reported are left out.',
    query: ListQuery,
    reply: Type.Object({ rooms: Type.Array(RoomStatusRecord) }),
  },
  get: {
    id: 'roomStatus.get',
    method: 'GET',
    path: '/rest/rsi/room/:room',
    needs: [],
    tag: 'Room status',
    summary: 'The last reported status of a room',
    description: '404 also for a room of which nothing was ever reported.',
    params: Type.Object({ room: Type.String({ description: 'Room number', examples: ['101'] }) }),
    reply: RoomStatusRecord,
    refusals: [409],
  },
} as const satisfies Entries
