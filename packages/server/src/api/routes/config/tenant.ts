import { type BodyOf, INTERFACE, TenantRecord } from '@reveille/contract'
import type { TenantActions } from '../../../actions/site/tenants.ts'
import { withKeptSecrets, shownSettings } from '../../../hotel/settings/secrets.ts'
import type { Tenant } from '../../../hotel/site/site.ts'
import { shownAs } from '../../answers/shown-as.ts'
import type { Routes } from '../../route.ts'
import { configRoutes } from '../config-routes.ts'
import type { Check } from './check.ts'

type Change = BodyOf<typeof INTERFACE.tenant.change>

export const tenantRoutes = (routes: Routes, tenants: TenantActions, check: Check) =>
  configRoutes(routes, INTERFACE.tenant, {
    noun: 'tenant',
    all: async (actor) => (await tenants.list(actor)).map(shown),
    list: (rows) => ({ tenants: rows }),
    get: async (actor, key) => shown(await tenants.get(actor, key)),
    add: (actor, fields) => {
      check({ tenants: [fields] })
      const { id, name, timezone = null, wakeup = null } = fields
      return tenants.add(actor, { id, name, timezone, wakeup })
    },
    edit: (actor, key, fields) =>
      tenants.change(actor, key, (before) => {
        const after = { ...fields, ...policyOf(before, fields) }
        check({ tenants: [after] })
        return { ...before, ...after }
      }),
    remove: (actor, key) => tenants.remove(actor, key),
  })

const shown = ({ timezone, wakeup, ...tenant }: Tenant): TenantRecord =>
  shownAs(TenantRecord, {
    ...tenant,
    ...(timezone === null ? {} : { timezone }),
    ...(wakeup === null ? {} : { wakeup: shownSettings(wakeup) }),
  })

/** Field by field, as in the settings of the site. */
const policyOf = ({ wakeup }: Tenant, given: Change): Pick<Tenant, 'wakeup'> | undefined =>
  given.wakeup === undefined
    ? undefined
    : { wakeup: { ...wakeup, ...withKeptSecrets(wakeup ?? undefined, given.wakeup) } }
