/**
 * The numbers of the wire. Inside the server outcomes, states and failures have names; these tables put the
 * numbers on at the edge. Extend them, never renumber: clients keep them for ever.
 */

export const ERROR = {
  ok: 0,
  invalidParameter: 1,
  roomNotFound: 2,
  notFound: 3,
  notAuthorized: 4,
  notPermitted: 5,
  quantityOverMax: 6,
  conflict: 7,
  timeInPast: 8,
  tooManyRequests: 9,
  unsupported: 10,
  unavailable: 11,
  locked: 12,
  internal: 99,
} as const

export const ERROR_MEANING: Readonly<Record<keyof typeof ERROR, string>> = {
  ok: 'OK',
  invalidParameter: 'A parameter is missing, malformed or unknown, or the request breaks a rule',
  roomNotFound: 'Room not found',
  notFound: 'Something that was named does not exist',
  notAuthorized: 'No or wrong credentials',
  notPermitted: 'The account lacks the permission, or the request comes from a foreign page',
  quantityOverMax: "Quantity over the item's maximum",
  conflict: 'Duplicate, still in use, ambiguous, or not possible in the present state',
  timeInPast: 'The time is in the past',
  tooManyRequests: 'Too many requests',
  unsupported: 'Method, body type or feature not supported',
  unavailable: 'Temporarily unavailable, or a restored copy that is not live',
  locked: 'The screen is locked: unlock it and do it again',
  internal: 'Internal error',
}

export const RESULT = {
  complete: 1,
  'no-answer': 2,
  busy: 3,
  diverted: 4,
  'no-line': 5,
  unreachable: 6,
  missed: 7,
  /** A kind of missed that has a cause of its own. */
  'no-database': 7,
} as const
export const NO_RESULT = -1

export const RESULT_MEANING: Readonly<Record<keyof typeof RESULT, string>> = {
  complete: 'complete: the guest answered, or an operator says so',
  'no-answer': 'ring, no answer',
  busy: 'busy',
  diverted: 'voicemail, forwarding or someone else answered',
  'no-line': 'no line: the call could not be placed until the grace time ended',
  unreachable: 'rejected, or the extension does not exist or cannot be reached',
  missed: 'missed: the system was down past the grace time',
  'no-database': 'missed: the database could not be written past the grace time',
}

/** Outcomes that an operator may set by hand: all but `missed`. */
export const OPERATOR_RESULT = { min: 1, max: 6 } as const

export const STATUS = { pending: 0, calling: 1, done: 2 } as const

export const SOURCE = { rest: 1, console: 2, phone: 3, property: 4, site: 5, system: 6 } as const

/**
 * Those of the product, for good: a language that a hotel adds gets the next number, which is never given out again, and so
 * does one that the product learns later.
 */
export const LANGUAGE = { en: 1, de: 2, fr: 3, es: 4, it: 5, 'en-US': 6 } as const
