import { type Static, Type } from 'typebox'
import {
  KindsQuery,
  Moment,
  PageQuery,
  RoomNumber,
  SearchQuery,
  SpanQuery,
  TenantName,
  TenantQuery,
  OfWakeupQuery,
} from './text.ts'

export const LogEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Position in the log' }),
    at: Moment('When it happened'),
    kind: Type.String({ description: 'What happened', examples: ['wakeup.created'] }),
    room: Type.String({ description: 'Room, or empty' }),
    tenant: TenantName,
    actor: Type.String({ description: 'Who did it' }),
    source: Type.Integer({ description: 'Where it came from, as in a wakeup record; 6 the system itself' }),
    wakeup: Type.Optional(Type.String({ description: 'The wakeup call it belongs to' })),
    seal: Type.Optional(
      Type.Integer({ description: 'Number of its seal, once it has one, which follows within seconds' }),
    ),
    text: Type.String({ description: 'One sentence' }),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'The facts' }),
  },
  { description: 'One thing that happened' },
)
export type LogEntry = Static<typeof LogEntry>

export const LogQuery = Type.Object(
  {
    ...SpanQuery,
    room: Type.Optional(RoomNumber),
    ...KindsQuery,
    ...OfWakeupQuery,
    actor: Type.Optional(Type.String({ maxLength: 64, description: 'Who did it' })),
    ...SearchQuery,
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type LogQuery = Static<typeof LogQuery>
