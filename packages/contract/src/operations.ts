import { type Static, type TSchema, Type } from 'typebox'
import { chargeGroups } from './site-system.ts'
import { choice } from './site-text.ts'
import { Digits, Moment, PageQuery, RoomNumber, SpanQuery, TenantName, TenantQuery, Uuid } from './text.ts'

export const LogEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Position in the log' }),
    at: Moment('When it happened'),
    kind: Type.String({ description: 'What happened', examples: ['wakeup.created'] }),
    room: Type.String({ description: 'Room, or empty' }),
    actor: Type.String({ description: 'Who did it' }),
    source: Type.Integer({ description: 'Where it came from, as in a wakeup record; 6 the system itself' }),
    wakeup: Type.Optional(Type.String({ description: 'The wakeup call it belongs to' })),
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
    kind: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'A kind such as wakeup.created, or the noun of several: wakeup',
      }),
    ),
    actor: Type.Optional(Type.String({ maxLength: 64, description: 'Who did it' })),
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type LogQuery = Static<typeof LogQuery>

export const ReportQuery = Type.Object(
  { ...SpanQuery, ...PageQuery, ...TenantQuery },
  { additionalProperties: false },
)
export type ReportQuery = Static<typeof ReportQuery>

export const InventoryReportQuery = Type.Object(
  {
    ...SpanQuery,
    by: Type.Optional(chargeGroups('What to add up by, parted by commas. Default: day,room,category')),
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })
const share = (within: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: `Percent of the settled calls that were dialled within ${within} of the time asked for, rounded down to two places; null when none is settled. A call that was never dialled is not in time`,
    examples: [99.5],
  })

const answers = (how: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: `Percent of the answers at the phone that came ${how}, rounded down to two places; null when there was none. What was set by hand is no answer at the phone`,
    examples: [62.5],
  })

const WakeupFigures = {
  calls: count('All calls'),
  pending: count('Without outcome'),
  answered: count('Result 1'),
  failed: count('Any other result'),
  complete: count('Result 1'),
  'no-answer': count('Result 2'),
  busy: count('Result 3'),
  diverted: count('Result 4'),
  'no-line': count('Result 5'),
  unreachable: count('Result 6'),
  missed: count('Result 7'),
  within5s: share('5 seconds'),
  within60s: share('60 seconds'),
  within5m: share('5 minutes'),
  keyed: answers('with a key: somebody was there'),
  unkeyed: answers('without a key'),
  machines: count('Calls that a machine, such as a mailbox, answered at least once'),
  'no-database': count('Result 7, because the database could not be used'),
}

const lateness = (how: string) => Type.Optional(count(`By hour: settled calls that were dialled ${how}`))

const Lateness = {
  upTo5s: lateness('within 5 seconds of the time asked for'),
  upTo60s: lateness('later, within 60 seconds'),
  upTo5m: lateness('later, within 5 minutes'),
  later: lateness('later than that'),
  never: lateness('never'),
}

export const WakeupReportQuery = Type.Object(
  {
    by: Type.Optional(
      choice(['day', 'hour'], 'What to add up by: the day, or the hour of whichever day. Default: day'),
    ),
    ...SpanQuery,
    ...PageQuery,
    ...TenantQuery,
  },
  { additionalProperties: false },
)

export const WakeupReport = Type.Object(
  {
    report: Type.Array(
      Type.Object({
        day: Type.Optional(
          Type.String({
            description: 'Day that the calls were asked for, YYYYMMDD',
            examples: ['20261115'],
          }),
        ),
        hour: Type.Optional(
          Type.String({ description: 'By hour: the hour that they were asked for', examples: ['07'] }),
        ),
        ...WakeupFigures,
        ...Lateness,
      }),
    ),
    totals: Type.Object({ ...WakeupFigures, ...Lateness }),
  },
  { description: 'Wakeup calls by day, or by hour. For review only' },
)

const tookMinutes = (which: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: `Minutes from dirty to clean, ${which}; null when no room was`,
    examples: [35],
  })

const TurnRoundFigures = {
  rooms: count('Rooms that have become clean'),
  shortest: tookMinutes('the shortest'),
  median: tookMinutes('half of them at most'),
  longest: tookMinutes('the longest'),
}

export const TurnRoundReport = Type.Object(
  {
    report: Type.Array(
      Type.Object({
        day: Type.String({ description: 'Day that they became clean, YYYYMMDD', examples: ['20261115'] }),
        ...TurnRoundFigures,
      }),
    ),
    totals: Type.Object(TurnRoundFigures),
  },
  { description: 'How long dirty rooms took to be clean, by day. For review only' },
)

const InventoryFigures = {
  charges: count('Accepted charges'),
  quantity: Type.Integer({ description: 'Items in all of them, those that were taken back included' }),
  total: Type.String({
    description: 'Sum of the charges, an exact decimal number; empty over several currencies',
    examples: ['13.50'],
  }),
  voids: count('Charges that were taken back'),
  voided: Type.String({ description: 'Sum of what was taken back, below zero', examples: ['-4.50'] }),
  net: Type.String({ description: 'What is left of both', examples: ['9.00'] }),
}

const Currency = Type.String({ description: 'ISO 4217, or empty', examples: ['CHF'] })

export const InventoryReport = Type.Object(
  {
    report: Type.Array(
      Type.Object({
        day: Type.Optional(
          Type.String({
            description: "Day by the clocks of the room's tenant, YYYYMMDD",
            examples: ['20261115'],
          }),
        ),
        room: Type.Optional(RoomNumber),
        tenant: Type.Optional(TenantName),
        category: Type.Optional(Type.String({ description: 'Id of the category', examples: ['1'] })),
        description: Type.Optional(Type.String({ description: 'What the category is called' })),
        item: Type.Optional(Type.String({ description: 'Id of the item', examples: ['10'] })),
        itemDescription: Type.Optional(Type.String({ description: 'What the item is called' })),
        user: Type.Optional(Type.String({ description: 'Who charged it' })),
        color: Type.Optional(
          Type.String({ description: 'Its HTML colour, or empty', examples: ['#3366cc'] }),
        ),
        taxRate: Type.Optional(Type.String({ description: 'Percent, or empty', examples: ['8.1'] })),
        currency: Currency,
        ...InventoryFigures,
        answers: Type.String({
          description: 'By connector, how many of these charges fared how',
          examples: ['bar: 2 delivered; pms: 1 delivered, 1 refused'],
        }),
      }),
    ),
    totals: Type.Object({
      ...InventoryFigures,
      currencies: Type.Array(Type.Object({ currency: Currency, ...InventoryFigures }), {
        description: 'The same for each currency',
      }),
    }),
  },
  { description: 'Charges by day, room and category, or by some of these. For review only' },
)

const DeliveryFigures = {
  accepted: count('All messages'),
  delivered: count('Arrived'),
  refused: count('Refused by the destination'),
  waiting: count('Not arrived yet'),
  uncertain: count('Nobody can tell whether they arrived'),
  dead: count('Given up, replaced by a later status, or dropped or handed over by hand'),
  doubts: count(
    'Of all of these, those that nobody could or can tell to have arrived, or that may be there twice',
  ),
}

const LeastDoubts = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  description: 'Only those with at least so many doubts',
  examples: [1],
})

export const DeliveryReportQuery = Type.Object(
  { doubts: Type.Optional(LeastDoubts), ...SpanQuery, ...PageQuery, ...TenantQuery },
  { additionalProperties: false },
)

export const DeliveryReport = Type.Object(
  {
    report: Type.Array(
      Type.Object({
        day: Type.String({ description: 'Day of acceptance, YYYYMMDD', examples: ['20261115'] }),
        destination: Type.String({ description: 'Name of the connector or server' }),
        purpose: Type.String({ description: 'charge or room-status' }),
        ...DeliveryFigures,
      }),
    ),
    totals: Type.Object(DeliveryFigures),
  },
  { description: 'Messages by day and destination. For review only' },
)

export const RoomStatusReport = Type.Object(
  {
    report: Type.Array(
      Type.Object({
        day: Type.String({ description: 'Day of the changes, YYYYMMDD', examples: ['20261115'] }),
        room: RoomNumber,
        tenant: TenantName,
        status: Type.String({ description: 'Id of the status', examples: ['001'] }),
        description: Type.String({ description: 'What the status is called' }),
        changes: count('How often it was reported'),
      }),
    ),
    totals: Type.Object({ changes: count('All of them') }),
  },
  { description: 'Room status changes by day, room and status. For review only' },
)

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

export const ReplayForm = Type.Object(
  {
    force: Type.Optional(Type.Boolean({ description: 'Send again although it may have arrived' })),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the log' })),
  },
  { additionalProperties: false },
)

export const ReplayAllForm = Type.Object(
  {
    destination: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the connector or server' }),
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
    destination: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the connector or server' }),
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

export const NoFields = Type.Object({}, { additionalProperties: false })
