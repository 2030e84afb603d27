import { type Static, Type } from 'typebox'
import { saidOf } from './change.ts'
import { StatusType } from './site-inventory.ts'
import { choice } from './site-text.ts'
import { Digits, Moment, RoomNumber, TenantName } from './text.ts'

const strict = { additionalProperties: false } as const

export const StatusTypeForm = Type.Object(
  { id: Type.Optional(StatusType.properties.id), ...Type.Omit(StatusType, ['id']).properties },
  strict,
)
export type StatusTypeForm = Static<typeof StatusTypeForm>
const { condition } = StatusType.properties
export const StatusTypeChange = Type.Object(
  {
    ...Type.Partial(Type.Omit(StatusType, ['id', 'tenant'])).properties,
    condition: Type.Optional(Type.Union([condition, Type.Null()], saidOf({ ...condition }))),
  },
  strict,
)
export type StatusTypeChange = Static<typeof StatusTypeChange>

export const StatusTypeRecord = Type.Object(
  {
    id: Digits('Status id, leading zeros included', ['001']),
    description: Type.String({ examples: ['Maintenance'] }),
    tenant: TenantName,
    condition: Type.Optional(
      Type.String({ description: 'What the status means in common words', examples: ['clean'] }),
    ),
  },
  { description: 'A room status type' },
)
export type StatusTypeRecord = Static<typeof StatusTypeRecord>

export const StatusChangeForm = Type.Object(
  { id: Digits('Status id', ['001']), room: RoomNumber },
  { additionalProperties: false },
)
export type StatusChangeForm = Static<typeof StatusChangeForm>

const TakenBackId = Type.String({
  pattern: '^[0-9]{0,20}$',
  description: 'Status id; empty: what was reported is taken back, and the room has no status',
  examples: ['001'],
})

const CHANGE_RESULTS = ['changed', 'older'] as const

export const StatusChangesForm = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          room: RoomNumber,
          id: TakenBackId,
          at: Type.Optional(
            Type.String({
              maxLength: 64,
              description:
                'When it was reported, if that was before, at most 24 hours ago; ISO 8601, without offset hotel time',
              examples: ['2026-11-15T10:41:00+01:00'],
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 500, description: 'Reports, in their order' },
    ),
  },
  { additionalProperties: false },
)

export const StatusChangesReply = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({ description: 'What was done', examples: ['2 rooms changed'] }),
    changes: Type.Array(
      Type.Object({
        room: RoomNumber,
        tenant: TenantName,
        id: TakenBackId,
        result: choice(
          CHANGE_RESULTS,
          'older: the room was reported after that; nothing has changed, and nobody is told',
        ),
        previous: Type.Union(
          [
            Type.Object({
              id: Digits('Status id', ['001']),
              description: Type.String(),
              changed: Moment('When it was reported'),
              user: Type.String({ description: 'Who reported it' }),
            }),
            Type.Null(),
          ],
          { description: 'What was reported before, or later; null when nothing ever was' },
        ),
      }),
      { description: 'One for each report, in the same order' },
    ),
  },
  { description: 'What became of each report' },
)
export type StatusChangesReply = Static<typeof StatusChangesReply>

export const RoomStatusRecord = Type.Object(
  {
    room: RoomNumber,
    status: Type.Object({ id: Digits('Status id', ['001']), description: Type.String() }),
    changed: Moment('When it was reported'),
    user: Type.String({ description: 'Who reported it' }),
    tenant: TenantName,
  },
  { description: 'The last reported status of a room' },
)
export type RoomStatusRecord = Static<typeof RoomStatusRecord>
