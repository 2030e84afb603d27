import type { FiasConnector, Server, WebhookConnector } from '@reveille/contract'
import { type Defaults, DEFAULTS } from '../settings/defaults.ts'
import { waitsOf } from './retry.ts'
import type { TenantId } from '../accounts/tenancy.ts'

export type Purpose = 'charge' | 'room-status'

/** A connector over http, or a room-status server. */
export type HttpConfig = WebhookConfig | ServerConfig
type WebhookConfig = Readonly<Omit<WebhookConnector, 'name' | 'tenant'>>
type FiasConfig = Readonly<Omit<FiasConnector, 'name' | 'tenant'>>
type ServerConfig = Readonly<Omit<Server, 'name' | 'tenant'>>

/** A destination as the site file writes it, without its name and its tenant. */
export type DestinationConfig = HttpConfig | FiasConfig

/** A connector over http or a room-status server, with every default in place. */
export type WebhookSettings = ServerConfig &
  Defaults['http'] &
  Partial<Defaults['webhook']> & { readonly type: 'webhook' }

/** A property system, with every default in place. */
export type FiasSettings = FiasConfig & Defaults['fias']

export type DestinationSettings = WebhookSettings | FiasSettings

export interface WrittenDestination {
  readonly purpose: Purpose
  readonly name: string
  readonly tenant: TenantId
  readonly config: DestinationConfig
}

/** Where messages go: a connector of the inventory, or a server that takes room-status pushes. */
export interface Destination extends WrittenDestination {
  readonly settings: DestinationSettings
  readonly sequence: number
}

/** Names are a tenant's own: two hotels may each have a `pms`. */
export type DestinationKey = Pick<Destination, 'purpose' | 'tenant' | 'name'>

export const destinationInForce = (destination: Omit<Destination, 'settings'>): Destination => ({
  ...destination,
  settings: settingsOf(destination.config),
})

const settingsOf = (config: DestinationConfig): DestinationSettings =>
  isFias(config)
    ? { ...DEFAULTS.fias, ...config }
    : { ...DEFAULTS.http, ...DEFAULTS.webhook, ...config, type: 'webhook' }

export const isFias = (config: DestinationConfig): config is FiasConfig =>
  'type' in config && config.type === 'fias'

/**
 * How messages are sent again; for a removed destination, the http defaults. Over http the receiver recognizes a
 * repetition by its id, so nothing is held back there.
 */
export const repetitionOf = (
  settings: DestinationSettings | undefined,
): { waits: number[]; onUncertain: FiasSettings['onUncertain'] } => ({
  waits: waitsOf(settings ?? DEFAULTS.http),
  onUncertain: settings?.type === 'fias' ? settings.onUncertain : 'resend',
})
