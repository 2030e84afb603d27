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
  },
  { description: 'How the calls to come will go' },
)
export type WakeupForecast = Static<typeof WakeupForecast>
