import { type Static, Type } from 'typebox'
import { TenantQuery } from './text.ts'

export const EventQuery = Type.Object(
  {
    lastEventId: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'For clients that cannot send the header Last-Event-ID',
      }),
    ),
    kinds: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'Only these, parted by commas: kinds such as wakeup.settled, or nouns of several: wakeup',
        examples: ['wakeup,alarm.raised'],
      }),
    ),
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type EventQuery = Static<typeof EventQuery>

export const LastEventId = Type.Integer({
  minimum: 0,
  description: 'The last event that is known already: the stream goes on after it. Without it, it begins now',
  examples: [4711],
})

export const EventStream = Type.String({
  description:
    'Server-sent events: id is the number of the seal, event the kind, data a row as in /rest/log, with the call that it is of',
  examples: [
    'id: 4711\nevent: wakeup.created\ndata: {"id":4713,"at":"2026-11-15T07:00:00+01:00","kind":"wakeup.created","room":"101","tenant":"","actor":"desk","source":1,"wakeup":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","call":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","text":"Wakeup call asked for 2026-11-16T07:00:00+01:00","detail":{}}\n\n',
  ],
})
