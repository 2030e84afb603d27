import { Type } from 'typebox'
import { BoardRecord } from '../board.ts'
import { LogEntry } from '../log.ts'
import { MarkForm, MarkWord } from '../room-mark.ts'
import { ListQuery } from '../text.ts'
import type { Entries } from './entry.ts'

const Number = Type.Object({ number: Type.String({ description: 'Room number', examples: ['101'] }) })

const Mark = Type.Object({ ...Number.properties, mark: MarkWord })

export const board = {
  list: {
    id: 'board.list',
    method: 'GET',
    path: '/rest/room',
    needs: [],
    tag: 'Room status',
    summary: 'Every room at a glance',
    description:
      'Rooms with telephones and those of the custom list, by number: where they are, who stays in them, what was reported of them and when they are rung next. Names of guests are for the front desk and administrators.',
    query: ListQuery,
    reply: Type.Object({ rooms: Type.Array(BoardRecord) }),
  },
  get: {
    id: 'board.get',
    method: 'GET',
    path: '/rest/room/:number',
    needs: [],
    tag: 'Room status',
    summary: 'One room at a glance',
    description: 'The same of one room.',
    params: Number,
    reply: BoardRecord,
    refusals: [409],
  },
  history: {
    id: 'board.history',
    method: 'GET',
    path: '/rest/room/:number/history',
    needs: [],
    tag: 'Room status',
    summary: 'What was reported of a room lately, and marked at its door',
    description:
      'The last 50 rows of the log about its status and its marks, the newest first, as long as `retention.activity` keeps them. No row names a guest.',
    params: Number,
    reply: Type.Object({ history: Type.Array(LogEntry) }),
    refusals: [409],
  },
  mark: {
    id: 'board.mark',
    method: 'PUT',
    path: '/rest/room/:number/mark/:mark',
    needs: [],
    tag: 'Room status',
    summary: 'Mark a room: do not disturb, no service wanted, to be done first',
    description:
      'In the place of the same mark, if there is one. It is over at `until`, when it is cleared, and when the room is left. Neither servers nor property systems are told.',
    params: Mark,
    body: MarkForm,
    example: { until: '2126-11-15T12:00', note: 'Sleeps in' },
    refusals: [409, 422],
  },
  clearMark: {
    id: 'board.clearMark',
    method: 'DELETE',
    path: '/rest/room/:number/mark/:mark',
    needs: [],
    tag: 'Room status',
    summary: 'Clear a mark of a room',
    description: '404 also where it is over by itself.',
    params: Mark,
    refusals: [409],
  },
} as const satisfies Entries
