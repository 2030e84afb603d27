import { type BodyOf, INTERFACE, TenantRecord } from '@reveille/contract'
import type { TenantActions } from '../../../actions/site/tenants.ts'
import type { Settings } from '../../../actions/settings.ts'
import { placesOfSecrets, shownSettings } from '../../../hotel/settings/secrets.ts'
import type { Tenant } from '../../../hotel/site/site.ts'
import { shownAs } from '../../answers/shown-as.ts'
import type { Routes } from '../../route.ts'
import { configRoutes } from '../config-routes.ts'
import { changedWakeup } from './changed-settings.ts'
import type { Check } from './check.ts'

type Change = BodyOf<typeof INTERFACE.tenant.change>

export function tenantRoutes(routes: Routes, tenants: TenantActions, check: Check, settings: Settings) {
  /** With the mail server that the whole site has. */
  const checkOne = (tenant: object) => check({ tenants: [tenant], email: settings.current().email ?? {} })
  configRoutes(routes, INTERFACE.tenant, {
    noun: 'tenant',
    all: async (actor) => (await tenants.list(actor)).map(shown),
    list: (rows) => ({ tenants: rows }),
    get: async (actor, key) => shown(await tenants.get(actor, key)),
    add: (actor, fields) => {
      checkOne(fields)
      const { id, name, timezone = null, wakeup = null } = fields
      return tenants.add(actor, { id, name, timezone, wakeup })
    },
    edit: (actor, key, fields, asSeen) =>
      tenants.change(actor, key, (before) => {
        asSeen(shown(before))
        const { wakeup, ...others } = fields
        const after = { ...before, ...others, ...policyOf(before, wakeup) }
        checkOne(after)
        return after
      }),
    remove: (actor, key) => tenants.remove(actor, key),
  })
}

const shown = ({ timezone, wakeup, ...tenant }: Tenant): TenantRecord =>
  shownAs(TenantRecord, {
    ...tenant,
    ...(timezone === null ? {} : { timezone }),
    ...(wakeup === null ? {} : { wakeup: shownSettings(wakeup) }),
    secretsSet: placesOfSecrets({ wakeup }),
  })

/** Field by field, as in the settings of the site. */
const policyOf = ({ wakeup }: Tenant, given: Change['wakeup']): Pick<Tenant, 'wakeup'> | undefined =>
  given && { wakeup: changedWakeup(wakeup, given) }
