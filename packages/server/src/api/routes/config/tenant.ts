import { Tenant as TenantForm } from '@reveille/contract'
import { Type } from 'typebox'
import type { TenantActions } from '../../../actions/site/tenants.ts'
import type { Tenant } from '../../../hotel/site/site.ts'
import { checked } from '../../requests/validation.ts'
import { configRoutes, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import type { Check } from './check.ts'

const { id, ...others } = TenantForm.properties
const NewTenant = Type.Object({ id: Type.Optional(id), ...others }, { additionalProperties: false })
const TenantChange = Type.Partial(Type.Object(others), { additionalProperties: false })

export function tenantRoutes(routes: Routes, tenants: TenantActions, check: Check) {
  const shown = ({ timezone, wakeup, ...tenant }: Tenant): Written => ({
    ...tenant,
    ...(timezone === null ? {} : { timezone }),
    ...(wakeup === null ? {} : { wakeup }),
  })
  configRoutes(routes, {
    resource: 'tenant',
    plural: 'tenants',
    form: NewTenant,
    change: TenantChange,
    list: async (actor) => (await tenants.list(actor)).map(shown),
    get: async (actor, key) => shown(await tenants.get(actor, key)),
    add: (actor, fields) => {
      check({ tenants: [fields] })
      const { id, name, timezone = null, wakeup = null } = checked(NewTenant, fields)
      return tenants.add(actor, { id, name, timezone, wakeup })
    },
    edit: (actor, key, fields) =>
      tenants.change(actor, key, (before) => {
        const { wakeup, ...given } = checked(TenantChange, fields)
        // Field by field, as in the settings of the site.
        const after = { ...given, ...(wakeup && { wakeup: { ...before.wakeup, ...wakeup } }) }
        check({ tenants: [after] })
        return { ...before, ...after }
      }),
    remove: (actor, key) => tenants.remove(actor, key),
  })
}
