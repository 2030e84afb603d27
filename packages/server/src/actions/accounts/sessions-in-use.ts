import { hash } from 'node:crypto'
import type { Account } from '../../hotel/accounts/account.ts'
import {
  afterRequest,
  isWorthWriting,
  type Session,
  type SessionState,
  sessionState,
} from '../../hotel/accounts/session.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { isFailure } from '../../kernel/failure.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

/** Somebody at a screen. */
export interface Visit {
  readonly account: Account
  readonly session: Session
  readonly state: Exclude<SessionState, 'over'>
}

interface Held {
  readonly account: Account
  session: Session
  /** When it was last touched, as the database has it. */
  writtenAt: Instant
  /** When it was read, by our own watch. */
  readAt: number
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  lockAfterMs(): number
  /** How long what was read counts: others may change it where there are several nodes, and none where there is one. */
  readonly freshMs?: number
  /** A screen was locked, unlocked or signed out here. */
  tell?(session: Session): void
}

/** Beyond that, those that were used least lately are read again when they are. */
const MOST_HELD = 10_000

/** The token itself is in the browser only. */
export const tokenHash = (token: string) => hash('sha256', token, 'base64url')

export type SessionsInUse = ReturnType<typeof sessionsInUse>

/**
 * The sessions that requests come from, in memory: nearly every request of a screen asks for one, and while the database
 * is away a screen that is known goes on showing. Whoever changes a session or an account in the database says so here.
 */
export function sessionsInUse({ database, clock, lockAfterMs, freshMs = Infinity, tell }: Parts) {
  const held = new Map<string, Held>()
  let generation = 0

  const stateOf = ({ session }: Held): SessionState => sessionState(session, clock.now(), lockAfterMs())

  /** Nobody waits for it: what cannot be written now is written with a later request. */
  const write = (work: (stores: Stores) => Promise<void>) => void database.transaction(work).catch(() => {})

  const touch = (one: Held, untouchedMs: number | null) => {
    one.session = afterRequest(one.session, clock.now(), untouchedMs)
    const { token, seenAt } = one.session
    if (!isWorthWriting(one.writtenAt, one.session)) return
    one.writtenAt = seenAt
    write(({ sessions }) => sessions.touch(token, seenAt))
  }

  /** Locked for good: a setting that is changed afterwards opens no screen. */
  const keepLocked = (one: Held) => {
    if (one.session.lockedAt !== null) return
    const [{ token }, now] = [one.session, clock.now()]
    one.session = { ...one.session, lockedAt: now }
    write(({ sessions }) => sessions.lock(token, now))
  }

  const isFresh = ({ readAt }: Held) => clock.elapsed() - readAt < freshMs

  const visitOf = (one: Held, untouchedMs: number | null): Visit | undefined => {
    const state = stateOf(one)
    if (state === 'over') {
      held.delete(one.session.token)
      return undefined
    }
    if (state === 'open') touch(one, untouchedMs)
    if (state === 'locked') keepLocked(one)
    return { account: one.account, session: one.session, state }
  }

  const hold = (account: Account, session: Session): Held => {
    const seenAt = Math.max(session.seenAt, held.get(session.token)?.session.seenAt ?? 0)
    const one = {
      account,
      session: { ...session, seenAt },
      writtenAt: session.seenAt,
      readAt: clock.elapsed(),
    }
    held.delete(session.token)
    held.set(session.token, one)
    const [oldest] = held.keys()
    if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
    return one
  }

  /** Reads again when sessions or accounts have changed meanwhile. */
  async function load(token: string): Promise<Held | undefined> {
    for (;;) {
      const startedIn = generation
      const session = await database.read.sessions.get(token)
      const account = session && (await database.read.accounts.get(session.account))
      if (startedIn !== generation) continue
      if (account && !account.disabled) return hold(account, session)
      held.delete(token)
      return undefined
    }
  }

  /** While the database is away, what was last known counts. */
  const loadOrRecall = (token: string) =>
    load(token).catch((error: unknown) => {
      const known = held.get(token)
      if (known && isFailure(error) && error.code === 'store.unavailable') return known
      throw error
    })

  const change = (token: string, to: Partial<Session>) => {
    generation++
    const one = held.get(token)
    if (!one) return
    one.session = { ...one.session, ...to }
    tell?.(one.session)
  }

  return {
    /** Whose token this is, if that is known without asking the database. */
    recall(token: string, untouchedMs: number | null): Visit | undefined {
      const one = held.get(tokenHash(token))
      return one && isFresh(one) ? visitOf(one, untouchedMs) : undefined
    },

    async find(token: string, untouchedMs: number | null): Promise<Visit | undefined> {
      const one = await loadOrRecall(tokenHash(token))
      return one && visitOf(one, untouchedMs)
    },

    /** How a session stands now that has made a request before. */
    stateOf(session: Session): SessionState {
      const one = held.get(session.token)
      return one ? stateOf(one) : 'over'
    },

    opened: (account: Account, session: Session) => void hold(account, session),
    locked: (token: string, lockedAt: Instant) => change(token, { lockedAt }),
    unlocked: (token: string, seenAt: Instant) => change(token, { lockedAt: null, pinTries: 0, seenAt }),

    ended(token: string) {
      generation++
      const one = held.get(token)
      held.delete(token)
      if (one) tell?.(one.session)
    },

    /** An account has changed, and with it all its sessions have ended. */
    forget(username: string) {
      generation++
      for (const [token, { account }] of held) if (account.username === username) held.delete(token)
    },

    /** Sessions may have changed at another node, it is not known which: each is read again before it counts. */
    distrustAll() {
      generation++
      for (const one of held.values()) one.readAt = -Infinity
    },

    /** Reads those again that are held: what has become of them elsewhere. */
    async lookAgain(ids: ReadonlySet<string>): Promise<void> {
      const those = [...held.values()].filter(({ session }) => ids.has(session.id))
      const found = await database.read.sessions.those(those.map(({ session }) => session.token))
      const known = new Map(found.map((session) => [session.token, session]))
      for (const { account, session } of those) {
        const now = known.get(session.token)
        if (now) hold(account, now)
        else held.delete(session.token)
      }
    },
  }
}
