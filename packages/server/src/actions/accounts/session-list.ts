import { type Session, type SessionState, sessionState } from '../../hotel/accounts/session.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { tellEnded } from './sessions.ts'

export interface ListedSession extends Session {
  readonly state: SessionState
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  lockAfterMs(): number
  /** Nothing that is remembered of this account counts any more, and its streams end. */
  forgetCredentials(username: string): Promise<void> | void
}

export type SessionListActions = ReturnType<typeof sessionListActions>

/** Who has signed in where, for those who look after accounts; and everybody can sign out everywhere. */
export function sessionListActions({ database, clock, lockAfterMs, forgetCredentials }: Parts) {
  const stateOf = (session: Session) => sessionState(session, clock.now(), lockAfterMs())

  /** Ends them all; says how many there were. */
  const endAll = async (actor: Actor, username: string): Promise<number> => {
    const now = clock.now()
    const many = await transact(database, actor, now, async (stores) => {
      const account = await stores.accounts.get(username)
      if (!account || !inScope(account.tenant, actor.scope)) throw unknown('User', username)
      const ended = await stores.sessions.removeOf(username)
      // Whoever ends them wants to know that they are ended at every node.
      await stores.site.raiseConfiguration()
      if (ended > 0)
        await tellEnded(stores, actor, now, { account: username, tenant: account.tenant, many: ended })
      return ended
    })
    await forgetCredentials(username)
    return many
  }

  const end = async (actor: Actor, id: string, isTheirs: (session: Session) => boolean): Promise<void> => {
    const now = clock.now()
    const ended = await transact(database, actor, now, async (stores) => {
      const session = await stores.sessions.byId(id)
      if (!session || !isTheirs(session)) throw unknown('Session', id)
      await stores.sessions.remove(session.token)
      await stores.site.raiseConfiguration()
      await tellEnded(stores, actor, now, { ...session, many: 1 })
      return session
    })
    await forgetCredentials(ended.account)
  }

  return {
    async list(actor: Actor): Promise<ListedSession[]> {
      const all = await database.read.sessions.list(actor.scope)
      return all.map((one) => ({ ...one, state: stateOf(one) })).filter(({ state }) => state !== 'over')
    },

    /** Those of whoever asks, the latest sign-in first. */
    async mine({ name }: Actor): Promise<ListedSession[]> {
      const all = await database.read.sessions.ofAccount(name)
      return all.map((one) => ({ ...one, state: stateOf(one) })).filter(({ state }) => state !== 'over')
    },

    endMine: (actor: Actor, id: string) => end(actor, id, ({ account }) => account === actor.name),

    end: (actor: Actor, id: string) => end(actor, id, ({ tenant }) => inScope(tenant, actor.scope)),

    endAll,
  }
}
