import { Type } from 'typebox'
import { BoardRecord } from '../board.ts'
import { ListQuery } from '../text.ts'
import type { Entries } from './entry.ts'

const Number = Type.Object({ number: Type.String({ description: 'Room number', examples: ['101'] }) })

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
} as const satisfies Entries
