import { Type } from 'typebox'

/** The small words of the interface: one schema each, used by requests, replies and the site file alike. */

/** RFC 3986 5.2.4: clients take these two out of a path before they send it. */
export const NO_DOTS = '(?!\\.{1,2}$)'

// No control characters; commas separate rooms in a list, a slash would split a path.
export const RoomNumber = Type.String({
  minLength: 1,
  maxLength: 20,
  pattern: `^${NO_DOTS}[^\\u0000-\\u001f\\u007f,/]+$`,
  description: 'Room number',
  examples: ['101'],
})

export const Digits = (description: string, examples: string[]) =>
  Type.String({ pattern: '^[0-9]{1,20}$', description, examples })

export const Uuid = (description: string) =>
  Type.String({
    pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
    description,
    examples: ['6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
  })

export const Moment = (description: string) =>
  Type.String({ description, examples: ['2026-11-15T07:00:00+01:00'] })

export const TenantName = Type.String({
  description: 'Tenant id; empty when no tenant applies',
  examples: [''],
})

/** The query of every list: one tenant only, a page at a time. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'At most so many rows; without it, all of them',
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Continue after this row, as given in the Link header',
    }),
  ),
}

/** Of a list that is also read from its end, or looked through. */
export const SearchQuery = {
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], { type: 'string', description: 'desc: the newest first. Default: asc' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Only rows that have all of these words, or parts of words, in their text. It looks through the 30 days before `end`, or before now, at most',
      examples: ['cola'],
    }),
  ),
}

/** A kind or a noun, or several of both. */
export const KindsQuery = {
  kind: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'A kind such as wakeup.created, or the noun of several: wakeup; or several of these, parted by commas',
      examples: ['wakeup,alarm.raised'],
    }),
  ),
}

/** Some of a few words, parted by commas. */
export const some = (words: readonly string[], description: string) =>
  Type.String({
    pattern: `^(${words.join('|')})(,(${words.join('|')})){0,${words.length - 1}}$`,
    description: `${description}: ${words.join(', ')}; or several of these, parted by commas`,
    examples: [words.slice(0, 2).join(',')],
  })

export const OfWakeupQuery = {
  wakeup: Type.Optional(Type.String({ maxLength: 64, description: 'Only what is about this call' })),
}

export const TenantQuery = {
  tenant: Type.Optional(
    Type.String({ maxLength: 64, description: 'For accounts without tenant: the tenant that is meant' }),
  ),
}

/** The query of a list that needs no other filter. */
export const ListQuery = Type.Object({ ...PageQuery, ...TenantQuery }, { additionalProperties: false })

export const SpanQuery = {
  start: Type.Optional(
    Type.String({ pattern: '^([0-9]{8}|[0-9]{12})$', description: 'From here on, YYYYMMDDHHMM, hotel time' }),
  ),
  end: Type.Optional(
    Type.String({ pattern: '^([0-9]{8}|[0-9]{12})$', description: 'Before here, YYYYMMDDHHMM, hotel time' }),
  ),
}

export const NoFields = Type.Object({}, { additionalProperties: false })

/** Of a change: two people who change the same thing do not write over each other. */
export const IfMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of what was read: 412 when somebody has changed it since. Left out: whatever it is',
      examples: ['"6mZr0yBqT1uZb8y2mB0gqA"'],
    }),
  ),
})
