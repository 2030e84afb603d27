import { type Static, Type } from 'typebox'
import { chargeGroups } from './site-system.ts'
import { choice, count } from './site-text.ts'
import { PageQuery, RoomNumber, SpanQuery, TenantName, TenantQuery } from './text.ts'

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
  'by-hand': count('Of those with result 1: set by hand, where the system itself had not woken the guest'),
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
