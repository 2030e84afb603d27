import { type Static, Type } from 'typebox'
import { shaped } from './site-text.ts'
import { Moment } from './text.ts'

/** What staff must heed at the door of a room, until it is over. */
export const ROOM_MARKS = ['dnd', 'refused', 'priority'] as const

export const MarkWord = Type.Enum(ROOM_MARKS, {
  type: 'string',
  description: 'dnd: do not disturb; refused: no service is wanted; priority: to be done first',
  examples: ['dnd'],
})

export const MarkForm = Type.Object(
  {
    until: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'When it is over by itself, in ISO 8601; without offset it is hotel time',
        examples: ['2026-11-15T12:00'],
      }),
    ),
    note: Type.Optional(shaped('line', 'What those at the door should know', { examples: ['Sleeps in'] })),
  },
  { additionalProperties: false },
)
export type MarkForm = Static<typeof MarkForm>

export const MarkRecord = Type.Object(
  {
    mark: MarkWord,
    since: Moment('When it was set'),
    user: Type.String({ description: 'Who set it' }),
    until: Type.Union([Type.String(), Type.Null()], { description: 'When it is over by itself, or null' }),
    note: Type.String({ description: 'What those at the door should know, or empty' }),
  },
  { description: 'What staff must heed at the door' },
)
export type MarkRecord = Static<typeof MarkRecord>
