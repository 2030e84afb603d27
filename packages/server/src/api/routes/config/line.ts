import { Line } from '@reveille/contract'
import type { LineActions } from '../../../actions/site/lines.ts'
import { defaultLineName } from '../../../hotel/settings/line.ts'
import { checked } from '../../requests/validation.ts'
import { changeForm, configRoutes, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import { document, edited } from './document.ts'

const whole = (fields: Written) => checked(Line, fields)

export function lineRoutes(routes: Routes, lines: LineActions) {
  configRoutes(routes, {
    resource: 'line',
    plural: 'lines',
    form: Line,
    change: changeForm([Line], 'name'),
    list: async (actor) => (await lines.list(actor)).map(document),
    get: async (actor, key) => document(await lines.get(actor, key)),
    add: (actor, fields) => {
      const { tenant, name, ...config } = whole(fields)
      return lines.add(actor, { name: name ?? defaultLineName(config), tenant, config })
    },
    edit: (actor, key, fields) =>
      lines.change(actor, key, (before) => {
        const { name: _, tenant: __, ...config } = edited(whole, before, fields)
        return { ...before, config }
      }),
    remove: (actor, key) => lines.remove(actor, key),
  })
}
