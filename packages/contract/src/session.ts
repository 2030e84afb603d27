import { type Static, Type } from 'typebox'
import { CLOCK_FORMATS, PERMISSIONS } from './site.ts'
import { choice } from './site-text.ts'
import { Moment, TenantName, TenantQuery, Uuid } from './text.ts'

const strict = { additionalProperties: false } as const
const said = (description: string) =>
  Type.String({ minLength: 1, maxLength: 1_000, writeOnly: true, description })
const username = Type.String({ minLength: 1, maxLength: 64, description: 'Name to sign in with' })
const pin = Type.String({
  pattern: '^[0-9]{6}$',
  writeOnly: true,
  description: 'Six digits that unlock a screen, and nothing else',
})

export const SignInForm = Type.Object(
  {
    username,
    password: said('Its password'),
    display: Type.Optional(
      Type.Boolean({ description: 'A screen that only shows, for 30 days. Default: false' }),
    ),
  },
  strict,
)

/** The query of a route that is open to those who are not known yet. */
export const NoQuery = Type.Object({}, strict)

export const SignOutQuery = Type.Object(
  {
    everywhere: Type.Optional(
      Type.Boolean({ description: 'Every session of the account, displays too. Default: false' }),
    ),
    ...TenantQuery,
  },
  strict,
)

export const UnlockForm = Type.Union([
  Type.Object({ pin }, { ...strict, description: 'By the PIN, five times at most' }),
  Type.Object(
    { password: said('The password of the account') },
    { ...strict, description: 'By the password' },
  ),
])

export const OwnPasswordForm = Type.Object(
  { password: said('The present password'), newPassword: said('The one in its place') },
  strict,
)

export const OwnPinForm = Type.Object({ password: said('The present password'), pin }, strict)

const SessionTenant = Type.Object({
  id: Uuid('Its id'),
  name: Type.String({ description: 'Its name' }),
  timezone: Type.String({ description: 'Its time zone, an IANA name', examples: ['Europe/Zurich'] }),
})

const SessionSite = Type.Object({
  id: Uuid('Id of the site'),
  name: Type.String({ description: 'Name of the hotel' }),
  timezone: Type.String({ description: 'An IANA name', examples: ['Europe/Zurich'] }),
  language: Type.String({ description: 'Language of texts', examples: ['en'] }),
  telephony: choice(['sip', 'virtual', 'none'], 'How rooms are rung'),
  clock: choice(CLOCK_FORMATS, 'How times of day are written'),
})

export const SESSION_KINDS = ['person', 'display', 'none'] as const

export const SessionReply = Type.Object(
  {
    kind: choice(
      SESSION_KINDS,
      'person: somebody has signed in at a screen; display: a screen that only shows; none: the request brought basic credentials',
    ),
    account: Type.String({ description: 'Who asks', examples: ['anna'] }),
    permissions: Type.Array(choice(PERMISSIONS, 'A permission'), { description: 'What the account may do' }),
    tenant: TenantName,
    tenants: Type.Array(SessionTenant, { description: 'Those that the account sees' }),
    site: SessionSite,
    version: Type.String({ description: 'Version of the product', examples: ['0.1.0'] }),
    csrf: Type.Optional(
      Type.String({ description: 'To be sent as X-Reveille-Csrf with every request that changes something' }),
    ),
    locked: Type.Optional(Type.Boolean({ description: 'Whether the screen must be unlocked first' })),
    pin: Type.Optional(Type.Boolean({ description: 'Whether the account has a PIN that unlocks it' })),
    lockAfter: Type.Optional(
      Type.Integer({
        description: 'Seconds that nobody touches the screen until it is locked',
        examples: [900],
      }),
    ),
    ends: Type.Optional(Moment('When it ends unless somebody touches the screen')),
  },
  { description: 'Who asks, and all that a screen must know before it shows anything' },
)
export type SessionReply = Static<typeof SessionReply>

export const SessionRecord = Type.Object(
  {
    id: Uuid('Its id'),
    account: Type.String({ description: 'Who has signed in' }),
    kind: choice(['person', 'display'], 'Somebody at a screen, or a screen that only shows'),
    locked: Type.Boolean({ description: 'Whether the screen must be unlocked first' }),
    made: Moment('When somebody signed in'),
    seen: Moment('When the screen was last touched, to the minute'),
    ends: Moment('When it ends unless somebody touches the screen'),
    address: Type.String({ description: 'Where the sign-in came from' }),
    agent: Type.String({ description: 'What the browser says of itself' }),
    tenant: TenantName,
  },
  { description: 'A screen where somebody has signed in' },
)
export type SessionRecord = Static<typeof SessionRecord>

export const OwnSessionsReply = Type.Object({
  sessions: Type.Array(
    Type.Object({
      ...SessionRecord.properties,
      here: Type.Boolean({ description: 'Whether it is the screen that asks' }),
    }),
  ),
})

export const SessionsReply = Type.Object({ sessions: Type.Array(SessionRecord) })
export const SessionsOfQuery = Type.Object({ account: username, ...TenantQuery }, strict)
