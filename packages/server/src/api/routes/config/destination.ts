import { type Connector, NoFields, type Server, TrialRecord } from '@reveille/contract'
import { type TObject, type TSchema, Type } from 'typebox'
import type { DestinationActions } from '../../../actions/deliveries/destinations.ts'
import { json } from '../../answers/answer.ts'
import { changeForm, configRoutes, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import { document, edited } from './document.ts'

interface DestinationSpec {
  readonly resource: 'connector' | 'server'
  readonly form: TSchema
  readonly forms: readonly TObject[]
  /** Refuses what is not one, or not a whole one. */
  whole(fields: Written): Connector | Server
  check(one: object): void
}

export function destinationRoutes(routes: Routes, destinations: DestinationActions, spec: DestinationSpec) {
  const purpose = spec.resource === 'connector' ? 'charge' : 'room-status'
  const change = changeForm(spec.forms, 'name', 'type')
  configRoutes(routes, {
    resource: spec.resource,
    plural: `${spec.resource}s`,
    form: spec.form,
    change,
    list: async (actor) => (await destinations.list(actor)).map(document),
    get: async (actor, key) => document(await destinations.get(actor, key)),
    add: (actor, fields) => {
      spec.check({ ...fields, tenant: '' })
      const { name, tenant, ...config } = spec.whole(fields)
      return destinations.add(actor, { purpose, name, tenant, config })
    },
    edit: (actor, key, fields) =>
      destinations.change(actor, key, (before) => {
        const { name, tenant: _, ...config } = edited(spec.whole, before, fields)
        spec.check({ name, ...config })
        return { ...before, config }
      }),
    remove: (actor, key) => destinations.remove(actor, key),
  })
  routes.post({
    tag: 'Configuration',
    needs: ['administrator'],
    url: `/rest/config/${spec.resource}/:key/test`,
    summary: `Send a test message to a ${spec.resource} at once, and see what it answers`,
    params: Type.Object({ key: Type.String({ description: 'Its name' }) }),
    body: NoFields,
    reply: TrialRecord,
    act: ({ actor, params }) => destinations.tryOut(actor, params.key),
    show: (trial) => json({ ...trial }),
  })
}
