import { type Static, Type } from 'typebox'
import { shaped } from './site-text.ts'
import { RoomNumber } from './text.ts'
import { WakeupRecord } from './wakeup.ts'

/** Guests who come, go and move. */

export const CheckinForm = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 100, description: "The guest's name" })),
    language: Type.Optional(
      shaped(
        'line',
        "The guest's language, a tag such as de or pt-BR. Spoken are those that the installation lists",
        { maxLength: 35, examples: ['de'] },
      ),
    ),
    vip: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export const CheckedIn = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({ description: 'What was done', examples: ['Checked in'] }),
    language: Type.String({
      description: "Language of the room's announcements from now on",
      examples: ['de'],
    }),
  },
  { description: 'The guest is checked in' },
)
export type CheckedIn = Static<typeof CheckedIn>

export const CheckedOut = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({
      description: 'What was done',
      examples: ['Checked out; 1 wakeup call cancelled'],
    }),
    cancelled: Type.Array(WakeupRecord, { description: 'The wakeup calls that do not ring any more' }),
  },
  { description: 'The room is left' },
)
export type CheckedOut = Static<typeof CheckedOut>

export const MoveForm = Type.Object({ to: RoomNumber }, { additionalProperties: false })
