import { type Static, Type } from 'typebox'
import { DELIVERY_STATES } from './delivery.ts'
import { choice, shaped } from './site-text.ts'
import { Digits, Moment, PageQuery, RoomNumber, SpanQuery, TenantName, TenantQuery, Uuid } from './text.ts'

const strict = { additionalProperties: false } as const

// As many as 15 digits write: the limit of an item is its own `max`.
export const Quantity = Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description: 'How many' })

export const ChargeForm = Type.Object(
  { id: Digits('Item id', ['10']), quantity: Quantity, room: RoomNumber },
  strict,
)
export type ChargeForm = Static<typeof ChargeForm>

const Reason = shaped('line', 'Why, for the log and for whoever has to do it by hand', {
  minLength: 1,
  maxLength: 500,
})

export const BasketForm = Type.Object(
  {
    room: RoomNumber,
    items: Type.Array(Type.Object({ id: Digits('Item id', ['10']), quantity: Quantity }, strict), {
      minItems: 1,
      maxItems: 100,
      description: 'What is charged; a form gives it as JSON text',
    }),
    reference: Type.Optional(
      shaped('line', 'What the basket is called by whoever fills it, such as the number of a receipt', {
        minLength: 1,
        maxLength: 64,
        examples: ['R-2041'],
      }),
    ),
  },
  strict,
)

export const BasketReply = Type.Object({
  error: Type.Integer({ description: '0' }),
  description: Type.String(),
  charges: Type.Array(Uuid('Id of a charge'), { description: 'In the order of the items' }),
})

export const CheckForm = Type.Object({ room: RoomNumber }, strict)

export const CheckQuery = Type.Object({ room: Type.Optional(RoomNumber), ...TenantQuery }, strict)

export const CheckRecord = Type.Object(
  {
    room: RoomNumber,
    tenant: TenantName,
    at: Moment('When'),
    user: Type.String({ description: 'Who looked', examples: ['maid'] }),
    used: Type.Boolean({ description: 'Whether something was charged then' }),
  },
  { description: 'When the mini-bar of a room was last looked after' },
)
export type CheckRecord = Static<typeof CheckRecord>

export const VoidForm = Type.Object({ reason: Reason }, strict)

export const CorrectForm = Type.Object(
  {
    id: Type.Optional(Digits('Id of the item that it should have been', ['11'])),
    quantity: Type.Optional(Quantity),
    reason: Reason,
  },
  strict,
)

const TAKEN_BACK_HOW = ['told', 'withdrawn', 'desk', 'none'] as const

const TakenBack = Type.Object({
  name: Type.String({ description: 'Name of the connector', examples: ['pms'] }),
  how: choice(
    TAKEN_BACK_HOW,
    'told: a message of its own follows; withdrawn: it had not been sent, and will not be; desk: somebody must take it back there by hand, and an alarm says so; none: it never got there',
  ),
})

const ofTakingBack = {
  error: Type.Integer({ description: '0' }),
  description: Type.String(),
  connectors: Type.Array(TakenBack, { description: 'What is done at each connector that was told of it' }),
}

export const VoidReply = Type.Object(ofTakingBack)
export const CorrectReply = Type.Object({ ...ofTakingBack, id: Uuid('Id of the charge in its place') })

const text = (description: string, examples: string[] = []) => Type.String({ description, examples })

const ChargeAnswer = Type.Object({
  name: Type.String({ description: 'Name of the connector', examples: ['pms'] }),
  state: choice(
    [...DELIVERY_STATES, 'withdrawn', 'desk', 'none'],
    'How the message about it fares; of a charge taken back, also what is done instead of a message',
  ),
  posting: Type.Union([Type.Integer(), Type.Null()], { description: 'Its number over FIAS (P#)' }),
  note: text('Why it was refused, is uncertain or was given up; otherwise empty'),
  since: Type.Union([Moment('Since when'), Type.Null()], {
    description: 'Of one that waits: since when nothing gets to the connector, where that is known',
  }),
})

export const ChargeRecord = Type.Object(
  {
    id: Uuid('Id of the charge'),
    kind: choice(['charge', 'void'], 'void: what takes the charge of this id back'),
    at: Moment('When it was accepted'),
    room: RoomNumber,
    tenant: TenantName,
    item: text('Item id', ['10']),
    description: text('What the item was called then', ['Cola']),
    quantity: Type.Integer({ description: 'How many; below zero of a void' }),
    price: text('Price of one item then', ['4.50']),
    total: text('All of them, an exact decimal number; below zero of a void', ['9.00']),
    currency: text('ISO 4217, or empty', ['CHF']),
    taxRate: text('Percent, or empty', ['8.1']),
    user: text('Who charged it, or took it back', ['maid']),
    reference: text('Reference of the basket, or empty'),
    reason: text('Why it was taken back; of a charge empty'),
    corrects: Type.Union([Type.String(), Type.Null()], {
      description: 'The charge in whose place it stands',
    }),
    voided: Type.Boolean({ description: 'Whether it was taken back' }),
    connectors: Type.Array(ChargeAnswer, { description: 'What each connector answered' }),
  },
  { description: 'A charge, or what takes one back' },
)
export type ChargeRecord = Static<typeof ChargeRecord>

export const ChargeQuery = Type.Object(
  {
    ...SpanQuery,
    room: Type.Optional(RoomNumber),
    user: Type.Optional(Type.String({ maxLength: 64, description: 'Who charged it, or took it back' })),
    ...PageQuery,
    ...TenantQuery,
  },
  strict,
)
