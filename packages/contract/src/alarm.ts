import { type Static, Type } from 'typebox'
import { choice } from './site-text.ts'
import {
  KindsQuery,
  Moment,
  PageQuery,
  SearchQuery,
  some,
  SpanQuery,
  TenantQuery,
  Uuid,
  OfWakeupQuery,
} from './text.ts'

export const ALARM_STATES = ['open', 'acknowledged', 'over'] as const

const ABOUT = ['wakeup', 'line', 'connector', 'server', 'delivery', 'charge', 'room', 'house'] as const
const LEVELS = ['red', 'amber'] as const

export const AlarmRecord = Type.Object(
  {
    id: Uuid('Id of the alarm'),
    kind: Type.String({ description: 'What it is about', examples: ['wakeup.failed'] }),
    level: choice(LEVELS, 'red: somebody must act now; amber: the house is not well'),
    about: Type.Object(
      {
        type: choice(ABOUT, 'What kind of thing'),
        id: Type.String({ description: 'Its id or name; empty for the house' }),
      },
      { description: 'The thing that it is about' },
    ),
    detail: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The facts in its sentence; every kind has its own',
    }),
    room: Type.String({ description: 'Room, or empty', examples: ['101'] }),
    wakeup: Type.Union([Type.String(), Type.Null()], { description: 'The call that it is about' }),
    text: Type.String({ description: 'What the desk must know' }),
    raised: Moment('Since when'),
    state: Type.String({ description: ALARM_STATES.join(', '), examples: ['open'] }),
    by: Type.Union([Type.String(), Type.Null()], { description: 'Who has said that they know' }),
    ended: Type.Union([Type.String(), Type.Null()], { description: 'When' }),
    note: Type.String({ description: 'What they added' }),
    known: Type.Union([Type.String(), Type.Null()], {
      description:
        'When somebody at a telephone last said that they know; it comes back until the guest is reached',
    }),
    step: Type.Integer({ description: 'How often it has been passed on along the chain' }),
    calls: Type.Integer({ description: 'How often the desk was rung for it' }),
    mailed: Type.Union([Type.String(), Type.Null()], { description: 'When a mail server took the message' }),
    tenant: Uuid('Tenant; the site itself for what belongs to no tenant'),
    result: Type.Optional(
      Type.Integer({
        description:
          'Of a guest who was not woken: outcome code of the call as it is now, 1 once it was set by hand',
        examples: [2],
      }),
    ),
    again: Type.Optional(
      Type.Object(
        {
          id: Uuid('Id of the call'),
          scheduled: Moment('When it is due'),
          result: Type.Integer({ description: 'Its outcome code', examples: [1] }),
        },
        {
          description:
            'Of a guest who was not woken: the last call for the room that was asked for since, due within an hour',
        },
      ),
    ),
  },
  { description: 'Something that the desk must know' },
)
export type AlarmRecord = Static<typeof AlarmRecord>

export const AlarmQuery = Type.Object(
  {
    state: Type.Optional(some(ALARM_STATES, 'Only those')),
    ...KindsQuery,
    ...OfWakeupQuery,
    ...SpanQuery,
    ...SearchQuery,
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type AlarmQuery = Static<typeof AlarmQuery>

export const AcknowledgeForm = Type.Object(
  { note: Type.Optional(Type.String({ maxLength: 500, description: 'What is done about it, for the log' })) },
  { additionalProperties: false },
)
export type AcknowledgeForm = Static<typeof AcknowledgeForm>

export const AcknowledgeAllForm = Type.Object(
  {
    ids: Type.Array(Uuid('Id of an alarm'), {
      minItems: 1,
      maxItems: 200,
      description: 'Which ones; a form gives them as JSON text',
    }),
    ...AcknowledgeForm.properties,
  },
  { additionalProperties: false },
)

export const AcknowledgedAll = Type.Object({
  error: Type.Integer({ description: '0' }),
  description: Type.String(),
  acknowledged: Type.Array(Uuid('Id of an alarm'), { description: 'Those that were open' }),
  ended: Type.Array(Uuid('Id of an alarm'), {
    description: 'Those that were no longer open: nothing was done',
  }),
})
