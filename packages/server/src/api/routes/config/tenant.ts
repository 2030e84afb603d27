import { Tenant as TenantForm } from '@reveille/contract'
import type { TenantActions } from '../../../actions/site/tenants.ts'
import type { Tenant } from '../../../hotel/site/site.ts'
import { changeForm, configRoutes, withOptionalId, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import type { Check } from './check.ts'

export function tenantRoutes(routes: Routes, tenants: TenantActions, check: Check) {
  const shown = ({ timezone, wakeup, ...tenant }: Tenant): Written => ({
    ...tenant,
    ...(timezone === null ? {} : { timezone }),
    ...(wakeup === null ? {} : { wakeup }),
  })
  configRoutes(routes, {
    resource: 'tenant',
    plural: 'tenants',
    form: withOptionalId(TenantForm),
    change: changeForm([TenantForm], 'id'),
    list: async (actor) => (await tenants.list(actor)).map(shown),
    get: async (actor, key) => shown(await tenants.get(actor, key)),
    add: (actor, fields) => {
      check({ tenants: [fields] })
      const { id, name, timezone = null, wakeup = null } = fields as Partial<Tenant> & { name: string }
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
}

/** Field by field, as in the settings of the site. */
const policyOf = ({ wakeup }: Tenant, given: Written): Pick<Tenant, 'wakeup'> | undefined =>
  given.wakeup === undefined ? undefined : { wakeup: { ...wakeup, ...(given.wakeup as Written) } }
