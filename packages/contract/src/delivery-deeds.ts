import { Type } from 'typebox'
import { choice } from './site-text.ts'
import { LeastDoubts } from './delivery.ts'

export const ReplayForm = Type.Object(
  {
    force: Type.Optional(Type.Boolean({ description: 'Send again although it may have arrived' })),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the log' })),
  },
  { additionalProperties: false },
)

/** Of one name there may be a connector and a server, and a tenant's own beside the one that all share. */
const MeantDestination = {
  destination: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the connector or server' }),
  purpose: Type.Optional(
    choice(
      ['charge', 'room-status'],
      'Which is meant where both have the name: charge: the connector; room-status: the server',
    ),
  ),
  owner: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "Tenant whose own destination is meant, or the site's id for the one that all share. Default: the tenant's own where it has one of the name, else the shared one",
    }),
  ),
} as const

export const ReplayAllForm = Type.Object(
  {
    ...MeantDestination,
    since: Type.String({
      pattern: '^\\d{12}$',
      description: 'Accepted at this time or later, YYYYMMDDHHMM, hotel time',
      examples: ['202611141800'],
    }),
    force: Type.Optional(
      Type.Boolean({
        description: 'Also what was delivered, or may have been, for a receiver that has lost its records',
      }),
    ),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the log; needed with force' }),
    ),
    billTwice: Type.Optional(
      Type.Boolean({
        description:
          'Needed with force for a property system: it does not recognise a posting that comes twice, so guests whose folio has it are billed again',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Only count: nothing is sent, and nothing is logged' }),
    ),
  },
  { additionalProperties: false },
)

export const ReplayAllReply = Type.Object({
  error: Type.Integer({ description: '0' }),
  description: Type.String(),
  replayed: Type.Integer({ description: 'How many are sent again, or would be' }),
  delivered: Type.Optional(Type.Integer({ description: 'With force: of them, those that had arrived' })),
  uncertain: Type.Optional(Type.Integer({ description: 'With force: of them, those that may have arrived' })),
})

export const DELIVERY_RULINGS = ['delivered', 'resend', 'drop'] as const

export const RulingForm = Type.Object(
  {
    as: choice(
      DELIVERY_RULINGS,
      'delivered: it has arrived; resend: send it once more; drop: it is not to be sent any more',
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the log' }),
  },
  { additionalProperties: false },
)

export const SettleAllForm = Type.Object(
  {
    ...MeantDestination,
    ...RulingForm.properties,
    since: Type.Optional(
      Type.String({
        pattern: '^\\d{12}$',
        description: 'Only what was accepted at this time or later, YYYYMMDDHHMM, hotel time',
        examples: ['202611141800'],
      }),
    ),
    until: Type.Optional(
      Type.String({
        pattern: '^\\d{12}$',
        description: 'Only what was accepted before this time, likewise',
        examples: ['202611150600'],
      }),
    ),
    kind: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Only these',
        examples: ['inventory.charged'],
      }),
    ),
    doubts: Type.Optional(LeastDoubts),
    billTwice: Type.Optional(
      Type.Boolean({
        description:
          'Needed with resend for a property system: it does not recognise a posting that comes twice, so guests whose folio has it are billed again',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Only count: nothing is decided, and nothing is logged' }),
    ),
  },
  { additionalProperties: false },
)

export const SettleAllReply = Type.Object({
  error: Type.Integer({ description: '0' }),
  description: Type.String(),
  settled: Type.Integer({ description: 'How many were decided about, or would be' }),
  left: Type.Integer({
    description: 'With resend: how many stay undecided, as their charge was taken back since',
  }),
})
