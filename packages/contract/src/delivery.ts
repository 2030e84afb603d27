import { type Static, type TSchema, Type } from 'typebox'
import { choice } from './site-text.ts'
import { Digits, Moment, PageQuery, RoomNumber, SpanQuery, TenantQuery, Uuid } from './text.ts'

export const LeastDoubts = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  description: 'Only those with at least so many doubts',
  examples: [1],
})

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'refused', 'uncertain', 'dead'] as const

const DeliveryState = choice(DELIVERY_STATES, 'How it fares')

export const DeliveryAttempt = Type.Object({
  at: Moment('When it was tried'),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Status of the answer, if there was one',
  }),
  ms: Type.Integer({ description: 'How long it took' }),
  text: Type.String({ description: 'What was answered, up to 4 kB' }),
  trigger: Type.String({
    description: 'automatic, or the name of the one who had it sent',
    examples: ['automatic', 'boss'],
  }),
})

const ofCharge = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description: `${description}; null of a message that tells of none` })

export const DeliveryRecord = Type.Object(
  {
    id: Type.String(),
    destination: Type.String({ description: 'Name of the connector or server' }),
    kind: Type.String({ examples: ['inventory.charged'] }),
    room: Type.String(),
    sequence: Type.Integer({
      description: 'Its number among all messages for the destination; over FIAS the posting number (P#)',
    }),
    state: DeliveryState,
    attempts: Type.Integer(),
    doubts: Type.Integer({
      description:
        'How often nobody could tell whether it had arrived: if it was sent again, it may be there twice',
    }),
    next: Type.Union([Type.String(), Type.Null()], { description: 'When it is tried next' }),
    created: Moment('When it was accepted'),
    note: Type.String({ description: 'Why it was refused, is uncertain or was given up; otherwise empty' }),
    last: Type.Union([DeliveryAttempt, Type.Null()], { description: 'The last attempt' }),
    charge: ofCharge(Type.String(), 'Id of the charge'),
    item: ofCharge(Type.String(), 'Item id'),
    quantity: ofCharge(Type.Integer(), 'How many; below zero of what takes a charge back'),
    total: ofCharge(Type.String(), 'All of them, an exact decimal number'),
    currency: ofCharge(Type.String(), 'ISO 4217, or empty'),
    user: ofCharge(Type.String(), 'Who charged it, or reported the status'),
    posting: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number under which it was posted to a property system (P#)',
    }),
  },
  { description: 'One message for one destination' },
)
export type DeliveryRecord = Static<typeof DeliveryRecord>

export const DeliveryStory = Type.Intersect([
  DeliveryRecord,
  Type.Object({
    message: Type.Record(Type.String(), Type.Unknown(), { description: 'What is told, as it was accepted' }),
    log: Type.Array(DeliveryAttempt),
  }),
])

export const DeliveryQuery = Type.Object(
  {
    state: Type.Optional(DeliveryState),
    destination: Type.Optional(
      Type.String({ maxLength: 64, description: 'Name of the connector or server' }),
    ),
    room: Type.Optional(RoomNumber),
    doubts: Type.Optional(LeastDoubts),
    charge: Type.Optional(Uuid('Id of the charge')),
    item: Type.Optional(Digits('Item id', ['10'])),
    quantity: Type.Optional(
      Type.Integer({
        minimum: -999_999_999_999_999,
        maximum: 999_999_999_999_999,
        description: 'How many',
        examples: [2],
      }),
    ),
    total: Type.Optional(
      Type.String({ maxLength: 24, description: 'The total as it is shown', examples: ['9.00'] }),
    ),
    user: Type.Optional(
      Type.String({ maxLength: 64, description: 'Who charged it, or reported the status' }),
    ),
    posting: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Its number over FIAS (P#)' }),
    ),
    ...SpanQuery,
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type DeliveryQuery = Static<typeof DeliveryQuery>
