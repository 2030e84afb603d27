import { INTERFACE, Line, LineRecord } from '@reveille/contract'
import type { LineActions } from '../../../actions/site/lines.ts'
import { defaultLineName, type WrittenLine } from '../../../hotel/settings/line.ts'
import { takesAway } from '../../../hotel/settings/changes.ts'
import { mustBringSecrets } from '../../../hotel/settings/secrets.ts'
import { shownAs } from '../../answers/shown-as.ts'
import { checked } from '../../requests/validation.ts'
import type { Routes } from '../../route.ts'
import { configRoutes, type Written } from '../config-routes.ts'
import type { Check } from './check.ts'
import { document, edited } from './document.ts'

export const lineRoutes = (routes: Routes, lines: LineActions, check: Check) =>
  configRoutes(routes, INTERFACE.line, {
    noun: 'line',
    all: async (actor) => (await lines.list(actor)).map(shown),
    list: (rows) => ({ lines: rows }),
    get: async (actor, key) => shown(await lines.get(actor, key)),
    add: (actor, { tenant, name, ...config }) => {
      check({ telephony: { lines: [config] } })
      return lines.add(actor, { name: name ?? defaultLineName(config), tenant, config })
    },
    edit: (actor, key, fields, asSeen) =>
      lines.change(actor, key, (before) => {
        asSeen(shown(before))
        const { name: _, tenant: __, ...config } = edited(whole, before, fields)
        check({ telephony: { lines: [config] } }, takesAway(fields) ? 'rule.refused' : 'parameter.invalid')
        mustBringSecrets(before.name, before.config, config, fields)
        return { ...before, config }
      }),
    remove: (actor, key) => lines.remove(actor, key),
  })

const whole = (fields: Written) => checked(Line, fields)

const shown = (line: WrittenLine): LineRecord =>
  shownAs(LineRecord, { ...document(line), passwordSet: line.config.password !== undefined })
