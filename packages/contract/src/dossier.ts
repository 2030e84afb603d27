import { type Static, type TSchema, Type } from 'typebox'
import { LogEntry } from './log.ts'
import { choice } from './site-text.ts'
import { Moment, TenantQuery, Uuid } from './text.ts'
import { WakeupRecord } from './wakeup.ts'

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const Result = (description: string) => Type.Integer({ description, examples: [1] })
const Ms = (description: string) => Type.Integer({ description, examples: [12_480] })

export const DossierAttempt = Type.Object(
  {
    wakeup: Type.String({ description: 'The call it was made for: another id where two calls rang as one' }),
    number: Type.Integer({ description: '1, 2, 3 ...: how often the room was dialled', examples: [1] }),
    line: Type.String({ description: 'Name of the line', examples: ['voice1'] }),
    extension: orNull(Type.String({ examples: ['101'] }), 'What was dialled'),
    started: Moment('When it was dialled'),
    lateMs: orNull(Ms('Milliseconds'), 'How long after its time'),
    progress: Type.Array(
      Type.Object({
        ms: Ms('Milliseconds after dialling'),
        status: Type.Integer({ description: 'SIP status', examples: [180] }),
        reason: Type.String({ description: 'In the words of the exchange', examples: ['Ringing'] }),
      }),
      { description: 'What the exchange said before the end, in its order' },
    ),
    answeredMs: orNull(Ms('Milliseconds'), 'When the phone was picked up, after dialling'),
    heardMs: orNull(
      Ms('Milliseconds'),
      'How much of the announcement was heard: up to the last sign of life of the phone',
    ),
    keys: Type.String({ description: 'The keys that were pressed', examples: ['1'] }),
    presses: Type.Array(
      Type.Object({
        ms: Ms('Milliseconds after dialling'),
        key: Type.String({ examples: ['1'] }),
      }),
      { description: 'When they were pressed' },
    ),
    ended: orNull(Moment('With offset'), 'When it was over; null while it goes on'),
    endedMs: orNull(Ms('Milliseconds'), 'The same, after dialling'),
    result: orNull(
      Type.String({ examples: ['answered'] }),
      'answered, no-answer, busy, rejected, unreachable, line-trouble or interrupted; unreadable where somebody has damaged it in the table; null while it goes on',
    ),
    status: orNull(Type.Integer({ examples: [200] }), 'The last SIP status, if there was one'),
    reason: Type.String({ description: 'In the words of the exchange', examples: ['OK'] }),
    cause: orNull(Type.Integer({ examples: [16] }), 'The Q.850 cause, if the exchange gave one'),
    rang: Type.Boolean({
      description:
        'The phone rang, or was picked up; told when the attempt is over, of those that were not cut off',
    }),
    forwarded: Type.Boolean({ description: 'The exchange passed the call on to somebody else' }),
    answeredBy: orNull(
      Type.String({ examples: ['machine'] }),
      'Who took the call: person, a key was pressed; machine, such as a mailbox; unknown. Null where nobody answered',
    ),
    machineSigns: Type.Array(choice(['forwarded', 'long-speech', 'beep', 'quick-answer'], 'A sign'), {
      description: 'What speaks for a machine: forwarded, or two of long-speech, beep and quick-answer',
    }),
    hungUpBy: orNull(Type.String({ examples: ['us'] }), 'us, them or lost, where it was answered'),
  },
  { description: 'The room was dialled once' },
)
export type DossierAttempt = Static<typeof DossierAttempt>

export const DossierAlarm = Type.Object(
  {
    id: Uuid('Id of the alarm'),
    kind: Type.String({ examples: ['wakeup.failed'] }),
    text: Type.String({ description: 'What the desk was told' }),
    raised: Moment('When it was raised'),
    calls: Type.Integer({ description: 'How often the desk was rung' }),
    mails: Type.Integer({ description: 'How often the desk was written to' }),
    state: Type.String({ description: 'open, acknowledged or over', examples: ['acknowledged'] }),
    endedBy: orNull(
      Type.String({ examples: ['desk'] }),
      'Who acknowledged it; system: it was over by itself',
    ),
    ended: orNull(Moment('With offset'), 'When'),
    note: Type.String({ description: 'What they said' }),
  },
  { description: 'What the desk was told about the call' },
)
export type DossierAlarm = Static<typeof DossierAlarm>

export const DossierEntry = Type.Intersect([
  LogEntry,
  Type.Object({
    sealed: orNull(
      Type.Object({
        number: Type.Integer({ description: 'Number of the seal', examples: [4711] }),
        hash: Type.String({ description: 'Hash of the chain up to this row, SHA-256 in hexadecimal' }),
      }),
      'The seal of the row; null for a moment after it was written',
    ),
    altered: Type.Boolean({
      description: 'True when the row, or its seal, is not as it was sealed: it was changed in the database',
    }),
  }),
])
export type DossierEntry = Static<typeof DossierEntry>

export const DossierAlteration = Type.Object(
  {
    of: Type.String({ description: 'The call, or one of its attempts', examples: ['call', 'attempt 2'] }),
    field: Type.String({ description: 'What was altered', examples: ['outcome'] }),
    shown: orNull(Type.String({ examples: ['complete'] }), 'What the record says'),
    logged: orNull(Type.String({ examples: ['no-answer'] }), 'What the log says'),
  },
  { description: 'Something that a record says otherwise than the log: it was changed in the database' },
)

export const Dossier = Type.Object(
  {
    record: WakeupRecord,
    asked: orNull(
      Type.Object({
        at: Moment('When'),
        by: Type.String({ description: 'Account', examples: ['desk'] }),
        source: Type.Integer({ description: 'As in a wakeup record' }),
        from: orNull(Type.String({ examples: ['10.0.0.20'] }), 'Address of the client'),
      }),
      'How the call, or the series it belongs to, was asked for; null once the log no longer knows',
    ),
    dialled: orNull(Moment('With offset'), 'When the room was first rung'),
    settled: orNull(Moment('With offset'), 'When it was over'),
    machineResult: orNull(Result('Outcome code'), 'What the system itself found, whatever was set by hand'),
    overwritten: Type.Array(
      Type.Object({
        at: Moment('When'),
        by: Type.String({ description: 'Who', examples: ['desk'] }),
        result: Result('The outcome that was set'),
        before: orNull(Result('Outcome code'), 'The outcome before; null if there was none'),
        reason: Type.String({ description: 'Why, if that was said' }),
      }),
      { description: 'Outcomes set by hand, in their order' },
    ),
    removed: orNull(
      Type.Object({
        at: Moment('When'),
        by: Type.String({ description: 'Who', examples: ['desk'] }),
        text: Type.String({ examples: ['Wakeup call deleted'] }),
      }),
      'The call was deleted, or cancelled at check-out: it is in no list any more',
    ),
    occurrences: Type.Array(
      Type.Object({
        id: Uuid('Id of the occurrence, which has a dossier of its own'),
        scheduled: Moment('When it was due'),
        result: Result('Outcome code'),
      }),
      { description: 'The finished days of a repeating call' },
    ),
    attempts: Type.Array(DossierAttempt),
    alarms: Type.Array(DossierAlarm),
    log: Type.Array(DossierEntry, { description: 'Every row of the log about the call' }),
    alterations: Type.Array(DossierAlteration, {
      description: 'What was altered in the database. Empty when everything here is as the log tells it',
    }),
    removedRows: Type.Integer({
      description: 'Rows of the log from the time of the call that were removed by hand',
      examples: [0],
    }),
  },
  { description: 'The whole story of a call' },
)
export type Dossier = Static<typeof Dossier>

export const DossierQuery = Type.Object(
  {
    language: Type.Optional(
      choice(['en', 'de'], "Language of the page to print. Default: the site's, or English"),
    ),
    ...TenantQuery,
  },
  { additionalProperties: false },
)
