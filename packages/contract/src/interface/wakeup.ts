import { Type } from 'typebox'
import { Dossier, DossierQuery } from '../dossier.ts'
import { NoFields } from '../text.ts'
import {
  AllWakeupsQuery,
  PrintedPage,
  PrintQuery,
  RescheduleForm,
  SkipForm,
  WAKEUP_LISTS,
  WakeupCreated,
  WakeupForm,
  WakeupQuery,
  WakeupRecord,
  WakeupSkipped,
  WakeupUpdate,
  WholeWakeup,
} from '../wakeup.ts'
import type { Entries } from './entry.ts'

const Id = Type.Object({ id: Type.String({ description: 'Id of the call' }) })
const Ids = Type.Object({
  id: Type.String({ description: 'Id of the call, or up to 200 ids parted by commas' }),
})
const calls = Type.Array(WakeupRecord)

export const wakeup = {
  create: {
    id: 'wakeup.create',
    method: 'POST',
    path: '/rest/wakeup',
    needs: [],
    ofContract: true,
    tag: 'Wakeup calls',
    summary: 'Ask for a wakeup call',
    description:
      'For one room, or for up to 200 of them, all or nothing. The same call asked for twice is one call, and its id is answered again. A time without a date that has passed today means tomorrow, and the answer says so, as it does where the clocks change. At most two years ahead.',
    body: WakeupForm,
    example: { room: '101', time: '0700' },
    status: 201,
    reply: WakeupCreated,
  },
  list: {
    id: 'wakeup.list',
    method: 'GET',
    path: '/rest/wakeup/list',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'All calls, by time',
    description: 'Pending and finished ones, by the time that they are due, then by id.',
    query: AllWakeupsQuery,
    reply: Type.Object({ wakeups: Type.Array(WholeWakeup) }),
    otherType: 'text/csv',
  },
  print: {
    id: 'wakeup.print',
    method: 'GET',
    path: '/rest/wakeup/list/print',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'The list of the night as a page to print: pending calls by time and by room',
    description:
      'Of the next 24 hours, and what is overdue; with start or end, of that span; with id, only calls that are named. Names of guests are on it for accounts with the permission frontdesk or administrator.',
    query: PrintQuery,
    reply: PrintedPage,
    replyType: 'text/html',
  },
  listOf: {
    id: 'wakeup.listOf',
    method: 'GET',
    path: '/rest/wakeup/list/:type',
    needs: [],
    ofContract: true,
    tag: 'Wakeup calls',
    summary: `The calls of one list, under the key of its name: ${WAKEUP_LISTS.join(', ')}`,
    description:
      'pending: without outcome; answered: the guest was reached; failed: any other outcome; today: due on this day of the hotel.',
    params: Type.Object({
      type: Type.String({ description: WAKEUP_LISTS.join(', '), examples: ['pending'] }),
    }),
    query: WakeupQuery,
    reply: Type.Object({
      pending: Type.Optional(calls),
      answered: Type.Optional(calls),
      failed: Type.Optional(calls),
      today: Type.Optional(calls),
    }),
  },
  get: {
    id: 'wakeup.get',
    method: 'GET',
    path: '/rest/wakeup/:id',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'One call',
    description:
      'A repeating call is shown with the day that comes next. The id under which alarms and events tell of that day means the call; once the day is over, its record.',
    params: Id,
    reply: WholeWakeup,
  },
  overwrite: {
    id: 'wakeup.overwrite',
    method: 'PUT',
    path: '/rest/wakeup/:id',
    needs: [],
    ofContract: true,
    tag: 'Wakeup calls',
    summary: 'Set the result of a call by hand',
    description:
      'On a repeating call it settles the day of today, or the next one if none is due today; the call goes on.',
    params: Ids,
    body: WakeupUpdate,
    example: { result: 1, reason: 'The guest came to the desk' },
  },
  remove: {
    id: 'wakeup.remove',
    method: 'DELETE',
    path: '/rest/wakeup/:id',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'Delete a call; a repeating one ends',
    description: 'It is in no list any more. Its dossier can be read as long as the log keeps it.',
    params: Ids,
  },
  reschedule: {
    id: 'wakeup.reschedule',
    method: 'POST',
    path: '/rest/wakeup/:id/reschedule',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'Have a pending call ring at another time',
    description:
      'In one step: a new call, with an id of its own, and the old one goes. Room, announcement, key and repeat stay; of a repeating call all days to come move. 409 while the phone rings, and when the call is over.',
    params: Ids,
    body: RescheduleForm,
    example: { time: '0730' },
    status: 201,
    reply: WakeupCreated,
  },
  restore: {
    id: 'wakeup.restore',
    method: 'POST',
    path: '/rest/wakeup/:id/restore',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'Take back that a call was deleted or cancelled',
    description:
      'The call as it was, under its id, from the log. A series goes on with its next day. 422 when its time has passed, 409 when it is there, when the same call was asked for meanwhile, and when another was set in its place.',
    params: Ids,
    body: NoFields,
    example: {},
    status: 201,
    reply: WakeupCreated,
  },
  skip: {
    id: 'wakeup.skip',
    method: 'POST',
    path: '/rest/wakeup/:id/skip',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'Leave out one day of a repeating call',
    description:
      'Its next day, or the one given. Left out twice is left out once, if the day is given. 409 while the room is being woken for that day, 422 for a call that does not repeat and for the last day that is left.',
    params: Ids,
    body: SkipForm,
    example: {},
    reply: WakeupSkipped,
  },
  dossier: {
    id: 'wakeup.dossier',
    method: 'GET',
    path: '/rest/wakeup/:id/dossier',
    needs: [],
    tag: 'Wakeup calls',
    summary: 'The whole story of a call, as JSON or as a page to print; also of one that was deleted',
    description:
      'Who asked for it, each time the room was rung, what was set by hand, what the desk was told, and every row of the log about it with its seal.',
    params: Id,
    query: DossierQuery,
    reply: Dossier,
    otherType: 'text/html',
  },
} as const satisfies Entries
