import { days, hours, type Instant, minutes } from '../../kernel/clock.ts'
import type { TenantId } from './tenancy.ts'

/** A person at a screen, or a screen on a wall that only shows. */
export type SessionKind = 'person' | 'display'

/** A screen where somebody has signed in. */
export interface Session {
  readonly id: string
  /** A hash of what the browser holds: who reads the database cannot be taken for anybody. */
  readonly token: string
  readonly account: string
  /** That of the account. */
  readonly tenant: TenantId
  readonly kind: SessionKind
  readonly madeAt: Instant
  /** When somebody last touched the screen. */
  readonly seenAt: Instant
  readonly lockedAt: Instant | null
  readonly endsAt: Instant
  /** PINs that were tried since it was locked. */
  readonly pinTries: number
  readonly address: string
  /** What the browser says of itself. */
  readonly agent: string
}

/** `over` is never seen by anybody: such a session counts as none. */
export type SessionState = 'open' | 'locked' | 'display' | 'over'
export const SESSION_STATES: readonly SessionState[] = ['open', 'locked', 'display', 'over']

/** A shift is over, whoever has forgotten to sign out. */
const MOST_IDLE = hours(12)
const LONGEST: Readonly<Record<SessionKind, number>> = { person: hours(16), display: days(30) }
/** A screen that is in use is written down no more often. */
const WRITTEN_EVERY = minutes(1)
/** Six digits are a million: so many guesses find one in 200,000. */
export const MOST_PIN_TRIES = 5

export const endOfSession = (kind: SessionKind, madeAt: Instant): Instant => madeAt + LONGEST[kind]

export function sessionState(session: Session, now: Instant, lockAfterMs: number): SessionState {
  const idle = now - session.seenAt
  if (now >= session.endsAt) return 'over'
  if (session.kind === 'display') return 'display'
  if (idle >= MOST_IDLE) return 'over'
  return session.lockedAt !== null || idle >= lockAfterMs ? 'locked' : 'open'
}

/** When it ends, if nobody touches the screen until then. */
export const lastMoment = ({ kind, seenAt, endsAt }: Session): Instant =>
  kind === 'display' ? endsAt : Math.min(endsAt, seenAt + MOST_IDLE)

/** The session after a request of a screen that somebody has touched so long ago; null where that cannot be told. */
export function afterRequest(session: Session, now: Instant, untouchedMs: number | null): Session {
  if (untouchedMs === null) return session
  return { ...session, seenAt: Math.max(session.seenAt, now - untouchedMs) }
}

/** Whether what is written of it is too old to go on from, should the house stop now. */
export const isWorthWriting = (written: Instant, { seenAt }: Session) => seenAt - written >= WRITTEN_EVERY
