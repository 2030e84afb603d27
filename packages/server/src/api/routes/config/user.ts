import { INTERFACE, type UserRecord } from '@reveille/contract'
import type { UserActions } from '../../../actions/accounts/users.ts'
import type { Account } from '../../../hotel/accounts/account.ts'
import type { Routes } from '../../route.ts'
import { configRoutes } from '../config-routes.ts'

export const userRoutes = (routes: Routes, users: UserActions) =>
  configRoutes(routes, INTERFACE.user, {
    noun: 'user',
    all: async (actor) => (await users.list(actor)).map(shown),
    list: (rows) => ({ users: rows }),
    get: async (actor, key) => shown(await users.get(actor, key)),
    add: (actor, fields) => users.add(actor, fields),
    edit: (actor, key, fields, asSeen) => users.change(actor, key, fields, (before) => asSeen(shown(before))),
    remove: (actor, key) => users.remove(actor, key),
  })

const shown = ({ passwordHash: _, permissions, ...account }: Account): UserRecord => ({
  ...account,
  permissions: [...permissions],
})
