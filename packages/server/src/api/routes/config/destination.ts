import { Connector, ConnectorRecord, INTERFACE, Server, ServerRecord } from '@reveille/contract'
import type { TSchema } from 'typebox'
import type { Actor } from '../../../actions/actor.ts'
import type { DestinationActions } from '../../../actions/deliveries/destinations.ts'
import type { Destination, Purpose } from '../../../hotel/deliveries/delivery.ts'
import { json } from '../../answers/answer.ts'
import { shownAs } from '../../answers/shown-as.ts'
import type { Routes } from '../../route.ts'
import { configRoutes, type Written } from '../config-routes.ts'
import type { Check } from './check.ts'
import { document, edited } from './document.ts'

/** What connectors and servers have in common. */
interface Kind {
  readonly purpose: Purpose
  readonly form: TSchema
  check(one: Written): void
}

const keeping = (destinations: DestinationActions, { purpose, form, check }: Kind) => ({
  add: (actor: Actor, { name, tenant, ...config }: { name: string; tenant?: string }) => {
    check({ name, ...config, tenant: '' })
    return destinations.add(actor, { purpose, name, tenant, config, sequence: 0 })
  },
  edit: (actor: Actor, key: string, fields: Written) =>
    destinations.change(actor, key, (before: Destination) => {
      const config = edited(form, before, fields)
      check({ name: before.name, ...config })
      return { ...before, config }
    }),
  remove: (actor: Actor, key: string) => destinations.remove(actor, key),
})

export function connectorRoutes(routes: Routes, connectors: DestinationActions, check: Check) {
  const shown = (one: Destination): ConnectorRecord => shownAs(ConnectorRecord, document(one))
  configRoutes(routes, INTERFACE.connector, {
    noun: 'connector',
    all: async (actor) => (await connectors.list(actor)).map(shown),
    list: (rows) => ({ connectors: rows }),
    get: async (actor, key) => shown(await connectors.get(actor, key)),
    ...keeping(connectors, {
      purpose: 'charge',
      form: Connector,
      check: (one) => check({ inventory: { connectors: [one] } }),
    }),
  })
  routes.post(INTERFACE.connector.test, {
    act: ({ actor, params }) => connectors.tryOut(actor, params.key),
    show: (trial) => json({ ...trial }),
  })
}

export function serverRoutes(routes: Routes, servers: DestinationActions, check: Check) {
  const shown = (one: Destination): ServerRecord => shownAs(ServerRecord, document(one))
  configRoutes(routes, INTERFACE.server, {
    noun: 'server',
    all: async (actor) => (await servers.list(actor)).map(shown),
    list: (rows) => ({ servers: rows }),
    get: async (actor, key) => shown(await servers.get(actor, key)),
    ...keeping(servers, {
      purpose: 'room-status',
      form: Server,
      check: (one) => check({ roomStatus: { servers: [one] } }),
    }),
  })
  routes.post(INTERFACE.server.test, {
    act: ({ actor, params }) => servers.tryOut(actor, params.key),
    show: (trial) => json({ ...trial }),
  })
}
