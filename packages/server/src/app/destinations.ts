import type { Settings } from '../actions/settings.ts'
import type { Metrics } from '../api/metrics/metrics.ts'
import type { Connector, PropertyEar } from '../connectors/connector.ts'
import { createFiasLink } from '../connectors/fias/fias-link.ts'
import { fiasWire } from '../connectors/fias/fias-wire.ts'
import { checkSignature } from '../connectors/webhook/signature-check.ts'
import { createGuard, machineAddresses } from '../connectors/webhook/guard.ts'
import { tryOut } from '../connectors/webhook/trial.ts'
import { createWebhook } from '../connectors/webhook/webhook.ts'
import { webhookWire } from '../connectors/webhook/webhook-wire.ts'
import type { Delivery } from '../hotel/deliveries/delivery.ts'
import type { Destination } from '../hotel/deliveries/destination.ts'
import { ownName, type TenantId } from '../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds } from '../kernel/clock.ts'
import type { AtHome } from '../runners/nodes/at-home.ts'
import { deliveryBook } from '../runners/deliveries/delivery-book.ts'
import { toSend } from '../runners/deliveries/deliveries-under-way.ts'
import { DeliveryRunner } from '../runners/deliveries/delivery-runner.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { AppConfig, Outside } from './config.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly metrics: Metrics
  /** Ports that we listen on: no message may go there. */
  ownPorts(): readonly number[]
  readonly home: AtHome
  /** Receives what property systems tell. */
  readonly ear: PropertyEar
}

type ConnectorFor = ConstructorParameters<typeof DeliveryRunner>[0]['connectorFor']

/** How connectors and room-status servers are reached, and the runner that sends. */
export function assembleDestinations(config: AppConfig, outside: Outside, ground: Ground) {
  const { database, settings, metrics } = ground
  const { clock, ids, log } = outside
  const shared = webhookParts(config, outside, ground)
  const connectorFor = outside.connectorFor ?? connectorMaker(outside, ground, shared)
  const deliveryRunner = new DeliveryRunner({
    book: deliveryBook({ database, ids }),
    clock,
    ids,
    log,
    zoneOf: (tenant) => settings.zoneOf(tenant),
    connectorFor,
    home: ground.home,
    counted: ({ purpose, tenant, name }, result) => metrics.delivery(purpose, ownName(tenant, name), result),
  })
  const reading = { wireOf: wireMaker(settings, shared), checkSignature }
  return { deliveryRunner, guard: shared.guard, tryOut: trialOf(outside, settings, connectorFor), reading }
}

/** A message as it is written for its destination, at a moment of our choice. */
const wireMaker =
  (settings: Settings, shared: ReturnType<typeof webhookParts>) =>
  ({ name, tenant, settings: how }: Destination, delivery: Delivery, at: Instant) => {
    const message = toSend(delivery, settings.zoneOf(delivery.tenant))
    return how.type === 'fias'
      ? fiasWire({ name, tenant }, how, message)
      : webhookWire(how, message, { ...shared, clock: { now: () => at } })
  }

function connectorMaker(
  { ids, log }: Outside,
  { ear, home }: Ground,
  shared: ReturnType<typeof webhookParts>,
): ConnectorFor {
  const parts = { ...shared, ids, log, ear, mayConnect: () => home.isStillOurs() }
  return ({ name, tenant, settings: how }, doubted) =>
    how.type === 'fias' ? createFiasLink({ name, tenant }, how, doubted, parts) : createWebhook(how, parts)
}

/** What everything that posts over http shares. */
export const webhookParts = (
  { product: { version } }: AppConfig,
  { clock }: Outside,
  { settings, ownPorts }: Pick<Ground, 'settings' | 'ownPorts'>,
) => ({
  clock,
  guard: createGuard({
    allow: () => settings.current().network.allow,
    ownPorts,
    ownAddresses: lookedAtEvery(seconds(10), clock, machineAddresses),
  }),
  siteProxy: () => settings.current().network,
  version,
  publicTenant: (tenant: TenantId) => settings.publicTenant(tenant),
  zoneOf: (tenant: TenantId) => settings.zoneOf(tenant),
})

/** Every post asks for them, and they hardly ever change. */
function lookedAtEvery<T>(ms: number, clock: Clock, look: () => T): () => T {
  let last: { readonly value: T; readonly until: number } | undefined
  return () => {
    const now = clock.elapsed()
    if (!last || last.until <= now) last = { value: look(), until: now + ms }
    return last.value
  }
}

/** Makes a connector for one test message, and lets it go. */
function trialOf({ clock, ids }: Outside, settings: Settings, connectorFor: ConnectorFor) {
  const send = async (connector: Connector, destination: Destination, user: string) => {
    try {
      const zone = settings.zoneOf(destination.tenant)
      return await tryOut(connector, destination, { clock, ids, zone, user })
    } finally {
      await connector.close()
    }
  }
  return (destination: Destination, user: string) => {
    // A trial would take the link from the runner, and its message would be a real charge there.
    if (destination.settings.type === 'fias') return null
    const connector = connectorFor(destination, [])
    return connector && send(connector, destination, user)
  }
}
