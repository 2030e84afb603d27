import { type Account, isSiteAdministrator, type Permission } from '../../hotel/accounts/account.ts'
import { mustBeFit } from '../../hotel/accounts/password-rule.ts'
import { ownOnly, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, exists } from '../actor.ts'
import type { Passwords } from './passwords.ts'
import type { Settings } from '../settings.ts'
import { resource, type ResourceParts } from '../resource.ts'

export interface NewUser {
  readonly username: string
  readonly password: string
  readonly permissions?: readonly Permission[] | undefined
  readonly tenant?: TenantId | undefined
  readonly disabled?: boolean | undefined
}

export interface UserChange {
  readonly password?: string | undefined
  readonly permissions?: readonly Permission[] | undefined
  readonly disabled?: boolean | undefined
}

export type UserActions = ReturnType<typeof userActions>

export function userActions(
  parts: ResourceParts & {
    settings: Settings
    passwords: Passwords
    forgetCredentials: (username: string) => Promise<void> | void
  },
) {
  const accounts = resource<Omit<Account, 'tenant'>>(parts, {
    noun: 'user',
    key: (account) => account.username,
    list: (stores, scope) => stores.accounts.list(scope),
    find: async (stores, username, scope) => ownOnly(await stores.accounts.get(username), scope),
    insert: async (stores, account) => {
      // A username is unique across the site: it is all that a client sends.
      if (await stores.accounts.get(account.username)) throw exists('User', account.username)
      await stores.accounts.insert(account)
    },
    update: (stores, account) => stores.accounts.update(account),
    remove: (stores, account) => stores.accounts.remove(account.username),
    check: async (stores, account, before) => {
      if (before && isSiteAdministrator(before) && !isSiteAdministrator(account))
        await othersRemain(stores, account)
    },
    mayRemove: async (stores, account) => {
      if (isSiteAdministrator(account)) await othersRemain(stores, account)
    },
    changed: (username) => parts.forgetCredentials(username),
  })

  // Hashing takes its time: it is done before the transaction, never inside it.
  const hashOf = (username: string, password: string): Promise<string> => {
    mustBeFit({ username, password }, parts.settings.current().passwords.minimum)
    return parts.passwords.hash(password)
  }

  return {
    list: accounts.list,
    get: accounts.get,
    remove: accounts.remove,

    async add(actor: Actor, { username, password, permissions = [], tenant, disabled = false }: NewUser) {
      const passwordHash = await hashOf(username, password)
      return accounts.add(actor, { username, passwordHash, permissions, tenant, disabled })
    },

    /** `look` may refuse what it sees before the change. */
    async change(
      actor: Actor,
      username: string,
      { password, permissions, disabled }: UserChange,
      look: (before: Account) => void = () => {},
    ) {
      const passwordHash = password === undefined ? undefined : await hashOf(username, password)
      return accounts.change(actor, username, (before) => {
        look(before)
        return {
          ...before,
          passwordHash: passwordHash ?? before.passwordHash,
          permissions: permissions ?? before.permissions,
          disabled: disabled ?? before.disabled,
        }
      })
    },
  }
}

async function othersRemain(stores: Stores, leaving: Account) {
  const others = (await stores.accounts.list(null)).filter((account) => account.username !== leaving.username)
  if (!others.some(isSiteAdministrator))
    throw new Failure('administrator.last', `${leaving.username} is the last administrator of the site`)
}
