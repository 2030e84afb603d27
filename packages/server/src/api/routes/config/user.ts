import { INTERFACE, type UserRecord } from '@reveille/contract'
import type { PhonePinActions } from '../../../actions/accounts/phone-pins.ts'
import type { UserActions } from '../../../actions/accounts/users.ts'
import type { Account } from '../../../hotel/accounts/account.ts'
import { nothing } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'
import { configRoutes } from '../config-routes.ts'

const { phonePin, noPhonePin, ...five } = INTERFACE.user

export function userRoutes(
  routes: Routes,
  users: UserActions,
  phonePins: Pick<PhonePinActions, 'set' | 'remove'>,
) {
  configRoutes(routes, five, {
    noun: 'user',
    all: async (actor) => (await users.list(actor)).map(shown),
    list: (rows) => ({ users: rows }),
    get: async (actor, key) => shown(await users.get(actor, key)),
    add: (actor, fields) => users.add(actor, fields),
    edit: (actor, key, fields, asSeen) => users.change(actor, key, fields, (before) => asSeen(shown(before))),
    remove: (actor, key) => users.remove(actor, key),
  })
  routes.route(phonePin, async ({ actor, params, body }) => {
    await phonePins.set(actor, params.key, body.pin)
    return nothing
  })
  routes.route(noPhonePin, async ({ actor, params }) => {
    await phonePins.remove(actor, params.key)
    return nothing
  })
}

const shown = ({ passwordHash: _, permissions, ...account }: Account): UserRecord => ({
  ...account,
  permissions: [...permissions],
})
