import type { Account } from '../../hotel/accounts/account.ts'
import { mustBeFit } from '../../hotel/accounts/password-rule.ts'
import { mustBeFitPin } from '../../hotel/accounts/pin-rule.ts'
import { record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import type { Settings } from '../settings.ts'
import type { Passwords } from './passwords.ts'
import { newSession, type OpenedSession, type ScreenPlace, type SessionParts } from './sessions.ts'
import type { Visit } from './sessions-in-use.ts'
import type { SignIn } from './sign-in.ts'

interface Parts extends SessionParts {
  readonly settings: Settings
  readonly passwords: Passwords
  /** Nothing that is remembered of this account counts any more, and its streams end. */
  forgetCredentials(username: string): Promise<void> | void
}

/** Who asks, from where, and at which screen, if at one. */
export interface OwnRequest {
  readonly actor: Actor
  readonly place: ScreenPlace
  readonly visit: Visit | null
}

export type PasswordChange =
  | { readonly kind: 'changed'; readonly account: Account; readonly opened: OpenedSession | null }
  | Exclude<SignIn, { kind: 'accepted' }>

export type OwnSecretActions = ReturnType<typeof ownSecretActions>

/** Everybody changes their own password and PIN, and says the present password with it. */
export function ownSecretActions(parts: Parts) {
  const { database, clock, inUse, passwords, pins, settings, signIn } = parts

  const changed = (stores: Stores, actor: Actor, { username, tenant }: Account, field: string) =>
    record(stores, actor, clock.now(), {
      kind: 'user.changed',
      tenant,
      text: `User ${username} changed`,
      detail: { key: username, fields: [field] },
    })

  return {
    /** Every session of the account ends; at the screen where it was changed a new one begins. */
    async changePassword(
      { actor, place, visit }: OwnRequest,
      given: { readonly password: string; readonly newPassword: string },
    ): Promise<PasswordChange> {
      const username = actor.name
      mustBeFit({ username, password: given.newPassword }, settings.current().passwords.minimum)
      const answer = await signIn.check({ username, password: given.password }, place.network)
      if (answer.kind !== 'accepted') return answer
      const passwordHash = await passwords.hash(given.newPassword)
      const made = visit && newSession(parts, answer.account, visit.session.kind, place)
      const account = await transact(database, actor, clock.now(), async (stores) => {
        const before = await stores.accounts.hold(username)
        if (!before || before.passwordHash !== answer.account.passwordHash) return null
        const after = { ...before, passwordHash }
        await stores.accounts.update(after)
        await changed(stores, actor, after, 'passwordHash')
        if (made) await stores.sessions.insert(made.session)
        return after
      })
      if (account === null) return { kind: 'wrong' }
      await parts.forgetCredentials(username)
      if (!made) return { kind: 'changed', account, opened: null }
      inUse.opened(account, made.session)
      return { kind: 'changed', account, opened: { ...made, account, state: 'open' } }
    },

    async setPin(
      { actor, place }: OwnRequest,
      given: { readonly password: string; readonly pin: string },
    ): Promise<SignIn> {
      mustBeFitPin(given.pin)
      const answer = await signIn.check({ username: actor.name, password: given.password }, place.network)
      if (answer.kind !== 'accepted') return answer
      const hash = await pins.hash(actor.name, given.pin)
      await transact(database, actor, clock.now(), async (stores) => {
        await stores.pins.set('screen', actor.name, hash)
        await changed(stores, actor, answer.account, 'pin')
      })
      return answer
    },

    async removePin(actor: Actor): Promise<void> {
      await transact(database, actor, clock.now(), async (stores) => {
        const account = await stores.accounts.get(actor.name)
        if (!account || !(await stores.pins.remove('screen', actor.name))) throw unknown('PIN of', actor.name)
        await changed(stores, actor, account, 'pin')
      })
    },

    hasPin: async (username: string) => (await database.read.pins.get('screen', username)) !== undefined,
  }
}
