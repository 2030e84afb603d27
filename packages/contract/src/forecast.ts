import { type Static, Type } from 'typebox'
import { Moment, SpanQuery, TenantQuery } from './text.ts'

const Due = Type.Integer({ description: 'Calls of that minute', examples: [22] })
const Last = Type.Union([Moment('When the last of them is expected to ring'), Type.Null()], {
  description: 'When the last of them is expected to ring; null without a line',
})

export const ForecastMinute = Type.Object({
  minute: Moment('The minute'),
  due: Due,
  last: Last,
  late: Type.Boolean({ description: 'True when that is more than 5 seconds late' }),
})

export const ForecastLines = Type.Object(
  {
    working: Type.Integer({ description: 'Calls that the lines carry at once that work now', examples: [8] }),
    total: Type.Integer({ description: 'Calls that all of them carry at once', examples: [10] }),
  },
  { description: 'What there is to ring with' },
)

const HouseAhead = Type.Object(
  {
    nightCheck: Type.Union(
      [
        Type.Object({
          at: Moment('When it was made'),
          ok: Type.Boolean({ description: 'Whether it found nothing wrong' }),
        }),
        Type.Null(),
      ],
      { description: 'The last night check; null when none was made in the last two days' },
    ),
    waiting: Type.Integer({
      description: 'Messages for property and other systems that have not arrived yet',
      examples: [0],
    }),
    uncertain: Type.Integer({
      description: 'Messages of which nobody knows whether they arrived',
      examples: [0],
    }),
  },
  { description: 'What else the morning rests on' },
)

export const ForecastQuery = Type.Object({ ...SpanQuery, ...TenantQuery }, { additionalProperties: false })
export type ForecastQuery = Static<typeof ForecastQuery>

export const WakeupForecast = Type.Object(
  {
    start: Moment('From here on'),
    end: Moment('Before here'),
    lines: ForecastLines,
    callSeconds: Type.Number({
      description: 'How long a call takes its line, on average of the last 200; 40 until there are 20',
      examples: [40],
    }),
    due: Type.Integer({ description: 'All calls of the span', examples: [62] }),
    last: Last,
    minutes: Type.Array(ForecastMinute, { description: 'Minutes with calls, by time' }),
    house: HouseAhead,
  },
  { description: 'How the calls to come will go' },
)
export type WakeupForecast = Static<typeof WakeupForecast>
