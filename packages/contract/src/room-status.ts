import { type Static, Type } from 'typebox'
import { StatusType } from './site-inventory.ts'
import { Digits, Moment, RoomNumber, TenantName } from './text.ts'

const strict = { additionalProperties: false } as const

export const StatusTypeForm = Type.Object(
  { id: Type.Optional(StatusType.properties.id), ...Type.Omit(StatusType, ['id']).properties },
  strict,
)
export type StatusTypeForm = Static<typeof StatusTypeForm>
export const StatusTypeChange = Type.Partial(Type.Omit(StatusType, ['id', 'tenant']), strict)
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
