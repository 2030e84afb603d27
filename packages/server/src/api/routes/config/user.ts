import { User } from '@reveille/contract'
import { Type } from 'typebox'
import type { NewUser, UserActions } from '../../../actions/accounts/users.ts'
import type { Account } from '../../../hotel/accounts/account.ts'
import { changeForm, configRoutes, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'

export function userRoutes(routes: Routes, users: UserActions) {
  const { password, ...rest } = User.properties
  const shown = ({ passwordHash: _, ...account }: Account): Written => account
  configRoutes(routes, {
    resource: 'user',
    plural: 'users',
    form: Type.Object({ ...rest, password: Type.String({ ...password }) }, { additionalProperties: false }),
    change: changeForm([User], 'username'),
    list: async (actor) => (await users.list(actor)).map(shown),
    get: async (actor, key) => shown(await users.get(actor, key)),
    add: (actor, fields) => users.add(actor, fields as unknown as NewUser),
    edit: (actor, key, fields) => users.change(actor, key, fields),
    remove: (actor, key) => users.remove(actor, key),
  })
}
