import { type Static, Type } from 'typebox'
import { DeliveryAttempt } from './delivery.ts'
import { choice } from './site-text.ts'
import { Moment, TenantQuery } from './text.ts'

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

export const SignatureForm = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 256, description: '`webhook-id` of the message' }),
    timestamp: Type.Integer({
      minimum: 0,
      maximum: 99_999_999_999,
      description: '`webhook-timestamp`, in seconds since 1970',
    }),
    body: Type.String({ maxLength: 100_000, description: 'The body as it came' }),
    signature: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: '`webhook-signature` as it came, or what the receiver makes of the rest',
    }),
  },
  { additionalProperties: false },
)

export const SIGNATURE_SLIPS = ['unsigned', 'unreadable', 'form', 'secret', 'body', 'other'] as const

export const SignatureReply = Type.Object(
  {
    fits: Type.Union([choice(['current', 'previous'], 'Which secret has signed'), Type.Null()], {
      description: 'current or previous: which secret has signed; null where none has',
    }),
    why: Type.Union([choice(SIGNATURE_SLIPS, 'Why none has'), Type.Null()], {
      description:
        'Why none has. unsigned: there is no secret; unreadable: the key of this installation cannot read it; form: it is not v1, and the base64 of 32 bytes; secret: made with the text of the secret, which is base64 to be decoded; body: made of a body with other blanks or line ends; other: id, timestamp, body or secret is another one',
    }),
    inTime: Type.Boolean({
      description: 'The timestamp is within five minutes of now: receivers refuse others',
    }),
  },
  { description: 'What a signature is by' },
)
export type SignatureReply = Static<typeof SignatureReply>

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
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'When one that fails is tried again; null where nothing is to be sent, or a link is awaited',
    }),
    last: Type.Union([DeliveryAttempt, Type.Null()], {
      description: 'The latest of these attempts whose message still waits',
    }),
    disabled: Type.Union([Type.String(), Type.Null()], {
      description: 'Since when the system has disabled it',
    }),
    why: Type.String({ description: 'Why it has, or that this is a restored copy that is not live' }),
  },
  { description: 'How a connector or a server fares' },
)
export type DestinationRecord = Static<typeof DestinationRecord>

const whole = (description: string) => Type.Integer({ description })

export const TrafficRecord = Type.Object(
  {
    name: Type.String({ description: 'Name of the connector or server' }),
    purpose: Type.String({ description: 'charge or room-status' }),
    tenant: Type.String(),
    counts: Type.Object(
      {
        waiting: whole('Still to be sent'),
        sending: whole('Being sent'),
        uncertain: whole('May have arrived: a person must decide'),
        refused: whole('Not taken'),
        dead: whole('Not sent any more'),
        takenBack: whole('Of the dead, those whose charge was taken back: nobody has to do anything'),
        delivered: whole('Arrived, of those accepted within the last 24 hours'),
      },
      { description: 'How many messages are in each state' },
    ),
    lastDelivered: Type.Union([Type.String(), Type.Null()], {
      description: 'When the latest of those that arrived did',
    }),
    begin: Type.String({ description: '24 hours ago: where the parts begin' }),
    partMinutes: whole('How long each part is'),
    accepted: Type.Array(Type.Integer(), { description: 'How many were accepted in each part' }),
    delivered: Type.Array(Type.Integer(), { description: 'Of them, how many have arrived since' }),
  },
  { description: 'What went to a connector or a server within 24 hours, and what is left' },
)
export type TrafficRecord = Static<typeof TrafficRecord>

export const TraceQuery = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Only what came after this number' }),
    ),
    ...TenantQuery,
  },
  { additionalProperties: false },
)

export const TraceReply = Type.Object({
  records: Type.Array(
    Type.Object({
      number: Type.Integer({ description: '1, 2, 3 ... since the link was made' }),
      at: Moment('When'),
      direction: choice(['sent', 'received'], 'Which way it went'),
      text: Type.String({ description: 'The record', examples: ['PS|RN312|PTC|TA900|P#4711|'] }),
    }),
    { description: 'The last 200 at most' },
  ),
})
