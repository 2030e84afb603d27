import type { Account } from '../../hotel/accounts/account.ts'
import { endOfSession, MOST_PIN_TRIES, type Session, type SessionKind } from '../../hotel/accounts/session.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, minutes } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { type Doer, record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { Lately } from '../../kernel/lately.ts'
import type { Pins } from './pins.ts'
import { type SessionsInUse, tokenHash, type Visit } from './sessions-in-use.ts'
import type { SignIn, SignInActions } from './sign-in.ts'

/** Where a request comes from. */
export interface ScreenPlace {
  readonly address: string
  /** Those who are counted together. */
  readonly network: string
  readonly agent: string
}

/** A session that has just begun, and what the browser is to show from now on. */
export interface OpenedSession extends Visit {
  readonly token: string
}

export type SessionOpening =
  | { readonly kind: 'opened'; readonly opened: OpenedSession }
  | Exclude<SignIn, { kind: 'accepted' }>

export interface SessionParts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly signIn: SignInActions
  readonly inUse: SessionsInUse
  readonly pins: Pins
}

const TOKEN_BYTES = 32
const LONGEST_AGENT = 200
/** Sign-ins, locks and unlocks in a minute from one place: more than a crowded desk needs. */
const MOST_OF_PLACE = 60

export type SessionActions = ReturnType<typeof sessionActions>

/** People sign in at screens, lock and unlock them, and sign out. */
export function sessionActions(parts: SessionParts) {
  const { database, clock, inUse, pins, signIn } = parts
  const ofPlace = new Lately(clock, MOST_OF_PLACE, minutes(1))

  const mustNotHurry = ({ network }: ScreenPlace) => {
    const waitMs = ofPlace.waitMs(network)
    if (waitMs > 0)
      throw new Failure('requests.too-many', 'Too many sign-ins from here; wait and try again', {
        retrySeconds: Math.ceil(waitMs / 1000),
      })
    ofPlace.count(network)
  }

  const unlock = async ({ session }: Visit) => {
    const now = clock.now()
    await database.transaction(({ sessions }) => sessions.unlock(session.token, now))
    inUse.unlocked(session.token, now)
  }

  return {
    mustNotHurry,

    /** A new token each time; the session that the screen had before ends with it. */
    async open(
      given: { readonly username: string; readonly password: string; readonly kind: SessionKind },
      place: ScreenPlace,
      before: string | undefined,
    ): Promise<SessionOpening> {
      mustNotHurry(place)
      const answer = await signIn.check(given, place.network)
      if (answer.kind !== 'accepted') return answer
      const made = newSession(parts, answer.account, given.kind, place)
      const account = await database.transaction(async (stores) => {
        const now = await stores.accounts.hold(answer.account.username)
        // Somebody has changed the account while its password was checked.
        if (!now || now.disabled || now.passwordHash !== answer.account.passwordHash) return null
        if (before !== undefined) await stores.sessions.remove(tokenHash(before))
        await makeRoom(stores, now.username)
        await stores.sessions.insert(made.session)
        await tellOpened(stores, made.session)
        return now
      })
      if (account === null) return { kind: 'wrong' }
      if (before !== undefined) inUse.ended(tokenHash(before))
      inUse.opened(account, made.session)
      const state = given.kind === 'display' ? 'display' : 'open'
      return { kind: 'opened', opened: { ...made, account, state } }
    },

    async close({ session }: Visit, by: Doer): Promise<void> {
      await database.transaction(async (stores) => {
        await stores.sessions.remove(session.token)
        await tellEnded(stores, by, clock.now(), { ...session, many: 1 })
      })
      inUse.ended(session.token)
    },

    async lock({ session }: Visit): Promise<void> {
      const now = clock.now()
      await database.transaction(({ sessions }) => sessions.lock(session.token, now))
      inUse.locked(session.token, now)
    },

    /** False when the PIN is wrong, when there is none, and when too many were tried: then only the password helps. */
    async unlockByPin(visit: Visit, pin: string): Promise<boolean> {
      const { token, account } = visit.session
      // Counted before it is known whether it is right: guesses that arrive together are guesses all the same.
      if (!(await database.transaction(({ sessions }) => sessions.tryPin(token, MOST_PIN_TRIES))))
        return false
      const fits = await pins.verify(await database.read.pins.get('screen', account), account, pin)
      if (fits) await unlock(visit)
      return fits
    },

    async unlockByPassword(visit: Visit, password: string, place: ScreenPlace): Promise<SignIn> {
      const answer = await signIn.check({ username: visit.session.account, password }, place.network)
      if (answer.kind === 'accepted') await unlock(visit)
      return answer
    },
  }
}

/** A shared account may be signed in at so many screens; the oldest sign-in makes room for a new one. */
const MOST_OF_ACCOUNT = 200

async function makeRoom(stores: Stores, account: string): Promise<void> {
  const all = await stores.sessions.ofAccount(account)
  for (const { token } of all.slice(MOST_OF_ACCOUNT - 1)) await stores.sessions.remove(token)
}

/** A session that is not written yet. */
export function newSession(
  { ids, clock }: Pick<SessionParts, 'ids' | 'clock'>,
  { username, tenant }: Account,
  kind: SessionKind,
  { address, agent }: ScreenPlace,
): { readonly token: string; readonly session: Session } {
  const [token, now] = [ids.bytes(TOKEN_BYTES).toString('base64url'), clock.now()]
  const session = {
    id: ids.uuid(),
    token: tokenHash(token),
    account: username,
    tenant,
    kind,
    madeAt: now,
    seenAt: now,
    lockedAt: null,
    endsAt: endOfSession(kind, now),
    pinTries: 0,
    address,
    agent: agent.slice(0, LONGEST_AGENT),
  }
  return { token, session }
}

const tellOpened = (stores: Stores, { account, tenant, id, kind, address, madeAt }: Session) =>
  record(stores, { name: account, source: 'console', address }, madeAt, {
    kind: 'session.opened',
    tenant,
    text: kind === 'display' ? `${account} made a screen a display` : `${account} signed in`,
    detail: { account, session: id, as: kind },
  })

export const tellEnded = (
  stores: Stores,
  by: Doer,
  at: Instant,
  { account, tenant, many }: { readonly account: string; readonly tenant: TenantId; readonly many: number },
) =>
  record(stores, by, at, {
    kind: 'session.ended',
    tenant,
    text: by.name === account ? `${account} signed out` : `${account} was signed out by ${by.name}`,
    detail: { account, sessions: many },
  })
