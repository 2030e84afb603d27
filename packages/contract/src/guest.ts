import { type Static, Type } from 'typebox'
import { CheckedIn, CheckedOut, CheckinForm } from './stay.ts'
import { Moment, PageQuery, RoomNumber, TenantName, TenantQuery, Uuid } from './text.ts'

/** Those who stay, one by one. */

export const GuestQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Only those whose name and room have all of these words, or beginnings and parts of them',
        examples: ['keller'],
      }),
    ),
    room: Type.Optional(RoomNumber),
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)

export const GuestRecord = Type.Object(
  {
    id: Uuid('Id of the guest'),
    room: RoomNumber,
    tenant: TenantName,
    name: Type.String({ description: 'Name, or empty', examples: ['Ms Keller'] }),
    language: Type.Optional(
      Type.String({ description: 'Their own language, where known', examples: ['de'] }),
    ),
    vip: Type.Boolean({ description: 'The guest is a VIP' }),
    arrived: Moment('When they came'),
    system: Type.String({
      description: 'The property system that told of them, or empty',
      examples: ['pms'],
    }),
    reservation: Type.String({ description: 'Its number of the reservation, or empty' }),
    departs: Type.Union([Type.String(), Type.Null()], {
      description: 'The day they leave, YYYYMMDD; null where nobody knows',
    }),
  },
  { description: 'Somebody who stays' },
)
export type GuestRecord = Static<typeof GuestRecord>

export const GuestChange = CheckinForm

const warning = Type.Optional(
  Type.String({
    description: 'There for a guest of a property system, which is not told and may set it back',
  }),
)

export const GuestChanged = Type.Object(
  { ...CheckedIn.properties, warning },
  { description: 'The guest is changed' },
)
export type GuestChanged = Static<typeof GuestChanged>

export const GuestLeft = Type.Object(
  { ...CheckedOut.properties, warning },
  { description: 'The guest has left' },
)
export type GuestLeft = Static<typeof GuestLeft>
