import { Type } from 'typebox'
import { count } from './site-text.ts'
import { PageQuery, SpanQuery, TenantQuery } from './text.ts'
import { LeastDoubts } from './delivery.ts'

const DeliveryFigures = {
  accepted: count('All messages'),
  delivered: count('Arrived'),
  refused: count('Refused by the destination'),
  waiting: count('Not arrived yet'),
  uncertain: count('Nobody can tell whether they arrived'),
  dead: count(
    'Given up, replaced by a later status, or dropped or handed over by hand, or their charge was taken back',
  ),
  takenBack: count('Of these dead, those whose charge was taken back'),
  doubts: count(
    'Of all of these, those that nobody could or can tell to have arrived, or that may be there twice',
  ),
}

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
