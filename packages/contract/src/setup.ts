import { type Static, Type } from 'typebox'
import { CLOCK_FORMATS } from './site-console.ts'
import { choice, shaped } from './site-text.ts'

const strict = { additionalProperties: false } as const

export const WelcomeReply = Type.Object(
  {
    name: Type.String({ description: 'Name of the hotel; empty in a house that is new' }),
    language: Type.String({ description: 'Language of the site', examples: ['en'] }),
    timezone: Type.String({
      description: 'Time zone of the hotel; empty in a house that is new',
      examples: ['Europe/Zurich'],
    }),
    clock: choice(CLOCK_FORMATS, 'How times of day are written'),
    state: choice(
      ['new', 'demonstration', 'ready'],
      'new: nobody has claimed it yet. demonstration: a hotel to try things out in',
    ),
  },
  { description: 'What whoever comes to the door may know' },
)
export type WelcomeReply = Static<typeof WelcomeReply>

export const ClaimForm = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      writeOnly: true,
      description: 'The code that the start has printed; blanks and hyphens do not count',
    }),
    username: shaped('username', 'Name of the administrator'),
    password: Type.String({ minLength: 1, maxLength: 1_000, writeOnly: true, description: 'Its password' }),
  },
  strict,
)

export const LeaveForm = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the hotel, typed again' }) },
  strict,
)

export const MailTestForm = Type.Object(
  {
    to: Type.String({
      maxLength: 254,
      pattern: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$',
      description: 'Who is written to',
      examples: ['desk@hotel.example'],
    }),
  },
  strict,
)

export const MAIL_TROUBLES = [
  'none',
  'server',
  'host',
  'silent',
  'security',
  'login',
  'refused',
  'key',
] as const
export type MailTrouble = (typeof MAIL_TROUBLES)[number]

export const MailTestReply = Type.Object(
  {
    ok: Type.Boolean({ description: 'The mail server took it' }),
    trouble: choice(
      MAIL_TROUBLES,
      'server: none is configured; host: its name is not known; silent: nothing answers there; security: no encryption that can be trusted; login: name or password is wrong; refused: it does not take this message; key: the stored password cannot be read; none: it was taken',
    ),
    text: Type.String({ description: 'What went wrong; empty when nothing did' }),
  },
  { description: 'What came of a test message' },
)

export const SealsReply = Type.Object(
  {
    seals: Type.Array(
      Type.Object({
        tenant: Type.String({ description: 'Whose chain it is; empty for no tenant' }),
        number: Type.Integer({ description: 'The last seal' }),
        hash: Type.String({ description: 'Its hash, worth noting elsewhere' }),
      }),
    ),
  },
  { description: 'The last seal of each chain of the log' },
)
export type SealsReply = Static<typeof SealsReply>
