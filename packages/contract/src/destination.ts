import { type Static, Type } from 'typebox'
import { choice } from './site-text.ts'

export const ClearForm = Type.Object(
  {
    as: choice(['drop', 'handover'], 'drop: it is sent to nobody; handover: another has to take it'),
    to: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Name of the one that takes over, a connector for a connector, a server for a server',
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the log' }),
    delete: Type.Optional(Type.Boolean({ description: 'Delete it in the same step. Default: false' })),
  },
  { additionalProperties: false },
)

export const ClearReply = Type.Object({
  error: Type.Integer({ description: '0' }),
  description: Type.String(),
  cleared: Type.Integer({ description: 'How many messages were dropped or handed over' }),
  uncertain: Type.Integer({ description: 'Of them, those that may have arrived at the first' }),
  known: Type.Integer({
    description:
      'Of them, those that the other was told of when they were accepted: they were dropped, and not handed over',
  }),
})

export const DestinationRecord = Type.Object(
  {
    name: Type.String({ description: 'Name of the connector or server' }),
    purpose: Type.String({ description: 'charge or room-status' }),
    tenant: Type.String(),
    state: Type.String({
      description:
        'flowing, probing, paused, unready or disabled; failing when nothing has reached it for 10 minutes',
    }),
    link: Type.Union(
      [
        Type.Object({
          up: Type.Boolean(),
          since: Type.String({ description: 'Since when' }),
          why: Type.String({ description: 'What has brought it up or down' }),
        }),
        Type.Null(),
      ],
      { description: 'The link to a property system; null for what is posted to' },
    ),
    waiting: Type.Integer({ description: 'Messages that are still to be sent, or being sent' }),
    oldest: Type.Union([Type.String(), Type.Null()], { description: 'When the oldest of them was accepted' }),
    uncertain: Type.Integer({
      description: 'Messages that may have arrived: they wait for nobody but a person, who must decide',
    }),
    failures: Type.Integer({ description: 'Attempts that failed since the last one that did not' }),
    failing: Type.Union([Type.String(), Type.Null()], { description: 'Since when' }),
    next: Type.Union([Type.String(), Type.Null()], { description: 'When a paused one is tried again' }),
    disabled: Type.Union([Type.String(), Type.Null()], {
      description: 'Since when the system has disabled it',
    }),
    why: Type.String({ description: 'Why it has, or that this is a restored copy that is not live' }),
  },
  { description: 'How a connector or a server fares' },
)
export type DestinationRecord = Static<typeof DestinationRecord>
