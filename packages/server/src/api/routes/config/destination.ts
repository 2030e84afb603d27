import { Connector, ConnectorRecord, INTERFACE, Server, ServerRecord } from '@reveille/contract'
import type { Actor } from '../../../actions/actor.ts'
import type { DestinationActions } from '../../../actions/deliveries/destinations.ts'
import type { ResyncActions } from '../../../actions/property/property-resync.ts'
import type { Purpose, WrittenDestination } from '../../../hotel/deliveries/destination.ts'
import { withoutForeignPrevious, withoutPrevious } from '../../../hotel/deliveries/webhook-secret.ts'
import { takesAway } from '../../../hotel/settings/changes.ts'
import { mustBringSecrets } from '../../../hotel/settings/secrets.ts'
import type { FailureCode } from '../../../kernel/failure.ts'
import { json, nothing } from '../../answers/answer.ts'
import { shownAs } from '../../answers/shown-as.ts'
import type { StillAsSeen } from '../../answers/tag.ts'
import { checked } from '../../requests/validation.ts'
import type { Routes } from '../../route.ts'
import { configRoutes, type Written } from '../config-routes.ts'
import type { Check } from './check.ts'
import { documentOfDestination, edited } from './document.ts'

/** What connectors and servers have in common. */
interface Kind {
  readonly purpose: Purpose
  /** Refuses an invalid or incomplete one. */
  whole(fields: Written): Connector | Server
  check(one: object, code?: FailureCode): void
  shown(one: WrittenDestination): object
}

const keeping = (destinations: DestinationActions, { purpose, whole, check, shown }: Kind) => ({
  add: (actor: Actor, { name, tenant, ...config }: Connector | Server) => {
    check({ name, ...config, tenant: '' })
    return destinations.add(actor, { purpose, name, tenant, config })
  },
  edit: (actor: Actor, key: string, fields: Written, asSeen: StillAsSeen) =>
    destinations.change(actor, key, (before) => {
      asSeen(shown(before))
      const { name, tenant: _, ...config } = edited(whole, before, withSecretBefore(fields))
      // What is left of it cannot do without what was to be taken away.
      check({ name, ...config }, takesAway(fields) ? 'rule.refused' : 'parameter.invalid')
      mustBringSecrets(name, withoutPrevious(before.config), config, fields)
      return { ...before, config }
    }),
  remove: (actor: Actor, key: string) => destinations.remove(actor, key),
})

/** A test message by settings that are not saved; what they leave out is as it is stored, if it is. */
async function tryUnsaved(
  destinations: DestinationActions,
  { purpose, whole, check }: Kind,
  actor: Actor,
  { name: given, ...fields }: Written,
) {
  const name = String(given)
  const own = actor.scope ?? ''
  const before = (await destinations.list(actor)).find((one) => one.name === name && one.tenant === own)
  const base = before ?? { name, config: {} }
  const { name: _, tenant: __, ...config } = edited(whole, { ...base, tenant: own }, withSecretBefore(fields))
  check({ name, ...config })
  if (before) mustBringSecrets(name, withoutPrevious(before.config), config, fields)
  const kept = before ? withoutForeignPrevious(before.config, config) : config
  return destinations.tryThis(actor, { purpose, name, tenant: own, config: kept })
}

/** A secret that is taken away takes the one before it along. */
const withSecretBefore = (fields: Written): Written =>
  fields['secret'] === null ? { previousSecret: null, previousSecretUntil: null, ...fields } : fields

export function connectorRoutes(routes: Routes, connectors: DestinationActions, check: Check) {
  const shown = (one: WrittenDestination): ConnectorRecord =>
    shownAs(ConnectorRecord, documentOfDestination(one))
  const kind: Kind = {
    shown,
    purpose: 'charge',
    whole: (fields) => checked(Connector, fields),
    check: (one, code) => check({ inventory: { connectors: [one] } }, code),
  }
  configRoutes(routes, INTERFACE.connector, {
    noun: 'connector',
    all: async (actor) => (await connectors.list(actor)).map(shown),
    list: (rows) => ({ connectors: rows }),
    get: async (actor, key) => shown(await connectors.get(actor, key)),
    ...keeping(connectors, kind),
  })
  routes.post(INTERFACE.connector.testUnsaved, {
    act: ({ actor, body }) => tryUnsaved(connectors, kind, actor, { type: 'webhook', ...body }),
    show: (trial) => json({ ...trial }),
  })
  routes.post(INTERFACE.connector.test, {
    act: ({ actor, params }) => connectors.tryOut(actor, params.key),
    show: (trial) => json({ ...trial }),
  })
  routes.post(INTERFACE.connector.signature, {
    act: ({ actor, params, body }) => connectors.checkSignature(actor, params.key, body),
    show: (verdict) => json({ ...verdict }),
  })
  routes.post(INTERFACE.connector.clear, {
    act: ({ actor, params, body }) => connectors.clear(actor, params.key, body),
    show: (cleared) => json({ error: 0, description: 'OK', ...cleared }),
  })
}

export function serverRoutes(routes: Routes, servers: DestinationActions, check: Check) {
  const shown = (one: WrittenDestination): ServerRecord => shownAs(ServerRecord, documentOfDestination(one))
  const kind: Kind = {
    shown,
    purpose: 'room-status',
    whole: (fields) => checked(Server, fields),
    check: (one, code) => check({ roomStatus: { servers: [one] } }, code),
  }
  configRoutes(routes, INTERFACE.server, {
    noun: 'server',
    all: async (actor) => (await servers.list(actor)).map(shown),
    list: (rows) => ({ servers: rows }),
    get: async (actor, key) => shown(await servers.get(actor, key)),
    ...keeping(servers, kind),
  })
  routes.post(INTERFACE.server.testUnsaved, {
    act: ({ actor, body }) => tryUnsaved(servers, kind, actor, body),
    show: (trial) => json({ ...trial }),
  })
  routes.post(INTERFACE.server.test, {
    act: ({ actor, params }) => servers.tryOut(actor, params.key),
    show: (trial) => json({ ...trial }),
  })
  routes.post(INTERFACE.server.signature, {
    act: ({ actor, params, body }) => servers.checkSignature(actor, params.key, body),
    show: (verdict) => json({ ...verdict }),
  })
  routes.post(INTERFACE.server.clear, {
    act: ({ actor, params, body }) => servers.clear(actor, params.key, body),
    show: (cleared) => json({ error: 0, description: 'OK', ...cleared }),
  })
}

/** Asks a property system for all its guests. */
export const resyncRoutes = (routes: Routes, resync: ResyncActions) =>
  routes.post(INTERFACE.connector.resync, {
    act: ({ actor, params }) => resync.ask(actor, params.key),
    show: () => nothing,
  })
