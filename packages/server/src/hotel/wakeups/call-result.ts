/** What the exchange said, kept as it was: one status can mean several things. */
export interface Evidence {
  readonly status: number | null
  readonly reason: string
  /** The Q.850 cause, where the exchange gave one. */
  readonly cause: number | null
  /** The exchange said, or showed, that the call went on to another phone. */
  readonly forwarded: boolean
}

/** What came of ringing a phone once. */
export type CallResult = Answered | Unanswered

export interface Answered extends Evidence {
  readonly kind: 'answered'
  /** How much of the announcement went out to the phone. */
  readonly heardMs: number
  readonly keys: string
  readonly hungUpBy: 'us' | 'them' | 'lost'
}

export interface Unanswered extends Evidence {
  readonly kind: 'no-answer' | 'busy' | 'rejected' | 'unreachable' | 'line-trouble'
}
