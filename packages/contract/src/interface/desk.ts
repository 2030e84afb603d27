import { Type } from 'typebox'
import { AcknowledgeAllForm, AcknowledgedAll, AcknowledgeForm, AlarmQuery, AlarmRecord } from '../alarm.ts'
import { NoFields } from '../text.ts'
import { CheckedIn, CheckedOut, CheckinForm, MoveForm } from '../stay.ts'
import type { Entries } from './entry.ts'

const Alarm = Type.Object({ id: Type.String({ description: 'Id of the alarm' }) })

export const alarm = {
  list: {
    id: 'alarm.list',
    method: 'GET',
    path: '/rest/alarm',
    needs: [],
    tag: 'Alarms',
    summary: 'What the desk must know, by time',
    description:
      'Open, acknowledged and over, by the time that they were raised; `state` picks out those of one kind.',
    query: AlarmQuery,
    reply: Type.Object({ alarms: Type.Array(AlarmRecord) }),
  },
  get: {
    id: 'alarm.get',
    method: 'GET',
    path: '/rest/alarm/:id',
    needs: [],
    tag: 'Alarms',
    summary: 'One alarm',
    description: 'What it is about, since when, how often the desk was told, and who has acknowledged it.',
    params: Alarm,
    reply: AlarmRecord,
  },
  acknowledge: {
    id: 'alarm.acknowledge',
    quietly: true,
    method: 'POST',
    path: '/rest/alarm/:id/acknowledge',
    needs: [],
    tag: 'Alarms',
    summary: 'Say that you know: the desk is told no more',
    description: 'An alarm that is no longer open cannot be acknowledged: 409.',
    params: Alarm,
    body: AcknowledgeForm,
    example: { note: 'Somebody is on the way to the room' },
  },
  acknowledgeAll: {
    id: 'alarm.acknowledgeAll',
    quietly: true,
    method: 'POST',
    path: '/rest/alarm/acknowledge',
    needs: [],
    tag: 'Alarms',
    summary: 'Say that you know of many',
    description:
      'Up to 200. Those that are no longer open stay as they are, and the answer names them. An unknown id: 404, and none is acknowledged.',
    body: AcknowledgeAllForm,
    example: { ids: ['11111111-2222-4333-8444-555555555555'], note: 'The exchange is being restarted' },
    reply: AcknowledgedAll,
  },
} as const satisfies Entries

const Room = Type.Object({ number: Type.String({ description: 'Room number', examples: ['101'] }) })

export const stay = {
  checkIn: {
    id: 'stay.checkIn',
    method: 'POST',
    path: '/rest/mailbox/:number/checkin',
    needs: ['frontdesk'],
    tag: 'Front desk',
    summary: 'A guest checks in; a second guest is a sharer',
    description:
      "The guest's language is that of the room's announcements until the room is left. One that no announcements are in is no obstacle: the answer tells which language is spoken instead.",
    params: Room,
    body: CheckinForm,
    example: { name: 'Ms Keller', language: 'de', vip: true },
    reply: CheckedIn,
  },
  checkOut: {
    id: 'stay.checkOut',
    method: 'POST',
    path: '/rest/mailbox/:number/checkout',
    needs: ['frontdesk'],
    tag: 'Front desk',
    summary: 'The room is left; its pending wakeup calls are cancelled',
    description:
      'Of all guests of the room at once. The answer shows the calls that are cancelled. 409 when nobody is checked in.',
    params: Room,
    body: NoFields,
    example: {},
    reply: CheckedOut,
  },
  move: {
    id: 'stay.move',
    method: 'POST',
    path: '/rest/mailbox/:number/move',
    needs: ['frontdesk'],
    tag: 'Front desk',
    summary: 'The guests move to an empty room and take their pending wakeup calls along',
    description: '409 when nobody is checked in, or when somebody is in the other room.',
    params: Room,
    body: MoveForm,
    example: { to: '102' },
  },
} as const satisfies Entries
