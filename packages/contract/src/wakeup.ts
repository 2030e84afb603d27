import { type Static, Type } from 'typebox'
import { NO_RESULT, OPERATOR_RESULT } from './codes.ts'
import { choice } from './site-text.ts'
import { WAKEUP_METHODS } from './site-wakeup.ts'
import { Moment, PageQuery, RoomNumber, SpanQuery, TenantQuery, Uuid } from './text.ts'

export const WAKEUP_LISTS = ['pending', 'answered', 'failed', 'today'] as const

export const WakeupRecord = Type.Object(
  {
    id: Uuid('Unique id of the call'),
    room: RoomNumber,
    scheduled: Moment('When the call is due, with offset'),
    created: Moment('When the call was asked for, with offset'),
    daily: Type.Boolean({ description: 'True when the call repeats every day' }),
    actor: Type.String({ description: 'Who created or last acted on the call' }),
    attempts: Type.Integer({ description: 'Call attempts made' }),
    snoozes: Type.Integer({ description: 'Snoozes' }),
    prompt: Type.Integer({ description: '0 the standard announcement, otherwise the id of a prompt' }),
    result: Type.Integer({ description: 'Outcome code', examples: [NO_RESULT] }),
    source: Type.Integer({ description: 'Where the request came from' }),
    status: Type.Integer({ description: '0 pending, 1 calling now, 2 done' }),
    tenant: Uuid('Tenant; the site itself for a room without tenant'),
    days: Type.Optional(
      Type.String({ description: 'Weekdays of a repeat that is not daily', examples: ['mon,tue'] }),
    ),
    until: Type.Optional(Type.String({ description: 'Last day of a repeat, YYYYMMDD' })),
    skipped: Type.Optional(
      Type.String({ description: 'Days of a repeat that are left out', examples: ['20261118'] }),
    ),
    confirm: Type.Optional(Type.Boolean({ description: 'True when the guest must press a key' })),
    series: Type.Optional(Uuid('The repeating call that this finished occurrence came from')),
  },
  { description: 'A wakeup call' },
)
export type WakeupRecord = Static<typeof WakeupRecord>

const momentOrNull = (description: string) => Type.Union([Moment(description), Type.Null()], { description })

/** What the paths of the contract do not show; ours do. */
export const WholeWakeup = Type.Object(
  {
    ...WakeupRecord.properties,
    askedBy: Type.String({ description: 'Who asked for it' }),
    occurrence: Type.Optional(
      Uuid('Of a series: the id under which alarms, events and the log tell of its present day'),
    ),
    next: momentOrNull('When it is rung or looked at next; null while the phone rings, and when it is over'),
    dialled: momentOrNull('When the room was first rung for it'),
    settled: momentOrNull('When it was over'),
    machineResult: Type.Integer({
      description: 'Outcome code that the system itself found, whatever was set by hand',
      examples: [NO_RESULT],
    }),
    lastResult: Type.Integer({
      description: 'Outcome code of the last time that the room was rung, also while it is rung again',
      examples: [NO_RESULT],
    }),
    follows: Type.Optional(Uuid('Another call of the room and minute, which rings for both')),
    alarm: Type.Optional(Uuid('The open alarm about it')),
    again: Type.Optional(
      Uuid('Of one that failed: the last call for the room that was asked for since, due within an hour'),
    ),
    againAt: Type.Optional(Moment('When that call is due')),
    againResult: Type.Optional(Type.Integer({ description: 'Its outcome code', examples: [1] })),
    method: Type.Optional(
      choice(
        WAKEUP_METHODS,
        'Who rings: the desk, or the system when the desk has not. Left out where the system rings by itself, and when it is over',
      ),
    ),
    backup: Type.Optional(Moment('When the system rings, if the desk has not by then')),
  },
  { description: 'A wakeup call, with all that is known of it' },
)
export type WholeWakeup = Static<typeof WholeWakeup>

const Datetime = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'ISO 8601; without offset it is hotel time. Instead of date and time',
    examples: ['2026-11-15T07:00'],
  }),
)

export const WakeupForm = Type.Object(
  {
    room: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'Room number, or a comma-separated list of room numbers',
        examples: ['101', '101,102'],
      }),
    ),
    rooms: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          'Instead of room, or besides it: ranges of room numbers, of which those that exist are meant',
        examples: ['101-110', '101-110,201-210'],
      }),
    ),
    datetime: Datetime,
    date: Type.Optional(
      Type.String({ maxLength: 8, description: 'YYYYMMDD, hotel time; today when left out' }),
    ),
    time: Type.Optional(
      Type.String({
        maxLength: 4,
        description: 'HHMM, hotel time; without a date, tomorrow once it has passed today',
      }),
    ),
    in: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_440,
        description: 'Minutes after the minute that it is now. Instead of datetime, or date and time',
        examples: [20],
      }),
    ),
    daily: Type.Optional(Type.Boolean({ description: 'Repeat every day', default: false })),
    days: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Repeat on these weekdays, instead of daily',
        examples: ['mon,fri'],
      }),
    ),
    until: Type.Optional(Type.String({ maxLength: 8, description: 'Last day of a repeat, YYYYMMDD' })),
    prompt: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Announcement', default: 0 }),
    ),
    confirm: Type.Optional(
      Type.Boolean({ description: 'The guest must press a key to be counted as woken' }),
    ),
  },
  { additionalProperties: false },
)
export type WakeupForm = Static<typeof WakeupForm>

export const CLOCK_CHANGES = ['skipped', 'first', 'second'] as const
export const ClockChangeField = Type.Optional(
  choice(
    CLOCK_CHANGES,
    'Where the clocks change: they skip this time, and it rings later by the gap; or they show it twice, and it rings at the first, or at the second where the first has passed',
  ),
)
const Existing = Type.Optional(
  Type.Boolean({ description: 'True when the same call was there already: it is this one' }),
)

/** Accepted all the same: lines may come before the hour does. */
export const NO_LINE_WARNING = 'No telephone line is configured: nobody will be rung until there is one'

export const WakeupCreated = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({ description: 'What was done', examples: ['Wakeup call created'] }),
    id: Type.String({ description: 'Id of the call; several rooms: the ids joined by commas' }),
    scheduled: Moment('When the first call is due'),
    existing: Existing,
    clockChange: ClockChangeField,
    calls: Type.Optional(
      Type.Array(
        Type.Object({
          room: Type.String(),
          id: Type.String(),
          scheduled: Type.String(),
          existing: Existing,
          clockChange: ClockChangeField,
        }),
        { description: 'Several rooms: each room with its call' },
      ),
    ),
    missing: Type.Optional(
      Type.Array(Type.String(), { description: 'Numbers of a range that are no rooms: no call for them' }),
    ),
    warning: Type.Optional(
      Type.String({
        description: 'Given when no telephone line is configured for one of the rooms: it will not be rung',
        examples: [NO_LINE_WARNING],
      }),
    ),
    forecast: Type.Optional(
      Type.Object(
        {
          due: Type.Integer({ description: 'Calls of that minute', examples: [60] }),
          lines: Type.Integer({ description: 'Calls that the lines carry at once', examples: [10] }),
          last: Moment('When the last of them is expected to ring'),
          following: Type.Array(
            Type.Object({
              minute: Moment('The minute'),
              due: Type.Integer({ description: 'Its calls', examples: [20] }),
              last: Moment('When the last of them is expected to ring'),
            }),
            { description: 'Minutes after it whose calls ring late as well' },
          ),
        },
        { description: 'Given when calls of that minute are expected to ring more than 5 seconds late' },
      ),
    ),
  },
  { description: 'The call is stored' },
)
export type WakeupCreated = Static<typeof WakeupCreated>

/** What another time of a call may be given by; what is left out stays as it is. */
export const RescheduleForm = Type.Object(
  {
    datetime: Datetime,
    date: Type.Optional(
      Type.String({ maxLength: 8, description: "YYYYMMDD, hotel time; the call's own day when left out" }),
    ),
    time: Type.Optional(
      Type.String({ maxLength: 4, description: "HHMM, hotel time; the call's own time when left out" }),
    ),
  },
  { additionalProperties: false },
)
export type RescheduleForm = Static<typeof RescheduleForm>

export const SkipForm = Type.Object(
  {
    date: Type.Optional(
      Type.String({
        maxLength: 8,
        description: 'Day of the series, YYYYMMDD, hotel time; its next one when left out',
      }),
    ),
  },
  { additionalProperties: false },
)

const Skipped = {
  id: Type.String({ description: 'Id of the series' }),
  skipped: Type.String({ description: 'The day that is left out, YYYYMMDD', examples: ['20261116'] }),
  scheduled: Moment('When the series rings next'),
}

export const WakeupSkipped = Type.Object(
  {
    error: Type.Integer({ description: '0', examples: [0] }),
    description: Type.String({ description: 'What was done', examples: ['16 November 2026 is left out'] }),
    ...Skipped,
    calls: Type.Optional(
      Type.Array(Type.Object({ room: Type.String(), ...Skipped }), {
        description: 'Several series: each with its day',
      }),
    ),
  },
  { description: 'The day is left out' },
)
export type WakeupSkipped = Static<typeof WakeupSkipped>

/** So that an address stays shorter than what servers and proxies take. */
const ids = (what: string) => Type.Optional(Type.String({ maxLength: 7_400, description: what }))

export const PrintQuery = Type.Object(
  {
    id: ids(
      'Only these of the pending calls, up to 200 ids parted by commas, whenever they are due unless start or end says otherwise',
    ),
    ...SpanQuery,
    room: Type.Optional(RoomNumber),
    language: Type.Optional(choice(['en', 'de'], "Language of the page. Default: the site's, or English")),
    ...TenantQuery,
  },
  { additionalProperties: false },
)
export type PrintQuery = Static<typeof PrintQuery>

export const PrintedPage = Type.String({
  description: 'A page to print: A4, no scripts, nothing from elsewhere',
})

export const WakeupUpdate = Type.Object(
  {
    result: Type.Integer({
      minimum: OPERATOR_RESULT.min,
      maximum: OPERATOR_RESULT.max,
      description: 'Outcome set by an operator, 1 for complete',
    }),
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Why, for the log' })),
  },
  { additionalProperties: false },
)
export type WakeupUpdate = Static<typeof WakeupUpdate>

export const WakeupQuery = Type.Object(
  { ...SpanQuery, room: Type.Optional(RoomNumber), ...PageQuery, ...TenantQuery },
  { additionalProperties: false },
)
export type WakeupQuery = Static<typeof WakeupQuery>

export const AllWakeupsQuery = Type.Object(
  {
    id: ids(
      'Only these, up to 200 ids parted by commas; the id of the present day of a series means the series. Those that are not there are left out',
    ),
    ...WakeupQuery.properties,
  },
  { additionalProperties: false },
)
