import { type Static, type TSchema, Type } from 'typebox'
import { choice } from './site-text.ts'
import {
  Digits,
  KindsQuery,
  Moment,
  PageQuery,
  RoomNumber,
  SearchQuery,
  some,
  SpanQuery,
  TenantName,
  TenantQuery,
  Uuid,
  OfWakeupQuery,
} from './text.ts'

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
    purpose: Type.String({ description: 'charge or room-status: of which kind its destination is' }),
    owner: Type.String({
      description: 'Tenant whose connector or server it is; empty for one that all tenants share',
    }),
    kind: Type.String({ examples: ['inventory.charged'] }),
    room: Type.String(),
    tenant: TenantName,
    summary: Type.String({ description: 'What it tells, in one line', examples: ['2 × Cola 9.00 CHF'] }),
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
    notAgain: Type.Union(
      [choice(['taken-back', 'by-hand'], 'Why nobody can have it sent again'), Type.Null()],
      {
        description:
          'Why nobody can have it sent again, also where it was refused. taken-back: its charge was taken back; by-hand: the desk was asked to book it; null where somebody can',
      },
    ),
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

export const DeliveryWire = Type.Object(
  {
    id: Type.String(),
    protocol: Type.Union([choice(['http', 'fias'], 'How it is sent'), Type.Null()], {
      description: 'http or fias; null where it cannot be written',
    }),
    address: Type.String({
      description: 'Where it goes, without the values of a query',
      examples: ['http://10.0.0.5/charges'],
    }),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'Headers in their order; credentials, keys and signatures are hidden',
    }),
    text: Type.String({ description: 'The body, or the record between its frame' }),
    bytes: Type.String({ description: 'The same byte for byte, with the frame of a record, in base64' }),
    partial: Type.Boolean({
      description: 'Names of guests were left out, which this account may not see',
    }),
    why: Type.String({ description: 'Why it cannot be written; otherwise empty' }),
    log: Type.Array(DeliveryAttempt, { description: 'Every attempt, and what was answered' }),
  },
  { description: 'A message as it goes over the wire' },
)
export type DeliveryWire = Static<typeof DeliveryWire>

export const DeliveryQuery = Type.Object(
  {
    state: Type.Optional(some(DELIVERY_STATES, 'How it fares')),
    ...KindsQuery,
    ...OfWakeupQuery,
    destination: Type.Optional(
      Type.String({ maxLength: 64, description: 'Name of the connector or server' }),
    ),
    room: Type.Optional(RoomNumber),
    doubts: Type.Optional(LeastDoubts),
    charge: Type.Optional(Uuid('Id of the charge')),
    takenBack: Type.Optional(
      Type.Boolean({
        description:
          'Only those that are not sent any more as their charge was taken back, or only all others',
      }),
    ),
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
    ...SearchQuery,
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type DeliveryQuery = Static<typeof DeliveryQuery>
