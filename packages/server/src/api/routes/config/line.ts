import { Line } from '@reveille/contract'
import type { LineActions } from '../../../actions/site/lines.ts'
import { defaultLineName, type Line as HotelLine } from '../../../hotel/site/site.ts'
import { changeForm, configRoutes } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import { document, edited } from './document.ts'

export function lineRoutes(routes: Routes, lines: LineActions) {
  configRoutes(routes, {
    resource: 'line',
    plural: 'lines',
    form: Line,
    change: changeForm([Line], 'name'),
    list: async (actor) => (await lines.list(actor)).map(document),
    get: async (actor, key) => document(await lines.get(actor, key)),
    add: (actor, { tenant, name, ...config }) =>
      lines.add(actor, {
        name: String(name ?? defaultLineName(config)),
        tenant: tenant as string | undefined,
        config,
      }),
    edit: (actor, key, fields) =>
      lines.change(actor, key, (before: HotelLine) => ({ ...before, config: edited(Line, before, fields) })),
    remove: (actor, key) => lines.remove(actor, key),
  })
}
