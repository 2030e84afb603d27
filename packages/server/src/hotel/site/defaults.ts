import { RETRY } from '../deliveries/retry.ts'
import type { SiteSections } from './site.ts'
import type {
  Api,
  FiasConnector,
  InventorySettings,
  Item,
  Limits,
  Line,
  Retention,
  Server,
  SiteSettings,
  VirtualPhones,
  WakeupSettings,
} from '@reveille/contract'

type WakeupDefaults = Required<Omit<WakeupSettings, 'vipMethod' | 'nightCheck' | 'snooze' | 'escalation'>> & {
  snooze: Required<NonNullable<WakeupSettings['snooze']>>
  escalation: { push: boolean }
}

/** What applies where a site says nothing. Settings that are simply absent (no proxy, no mail server) are not here. */
export interface Defaults {
  readonly site: Required<SiteSettings>
  readonly inventory: Required<InventorySettings>
  readonly wakeup: WakeupDefaults
  readonly virtual: Required<VirtualPhones>
  readonly line: Required<Pick<Line, 'transport' | 'register' | 'calls' | 'displayName'>>
  readonly item: Required<Pick<Item, 'max' | 'price'>>
  /** Connectors over http and room-status servers. */
  readonly http: Required<
    Pick<Server, 'format' | 'timeout' | 'retry' | 'headers' | 'latestOnly' | 'disabled'>
  >
  readonly fias: Required<Omit<FiasConnector, 'name' | 'type' | 'host' | 'port' | 'authKey' | 'tenant'>>
  readonly retention: Required<Retention>
  readonly api: Required<Omit<Api, 'systemAliases'>>
  readonly email: { port: number }
  readonly license: { version: number }
  readonly limits: Required<Limits>
}

export const DEFAULTS: Defaults = deepFreeze({
  site: { name: 'Hotel', company: '', timezone: 'UTC', language: 'en' },
  inventory: { refuseVacant: false },
  wakeup: {
    attempts: 3,
    retryDelay: '5m',
    ringTime: '24s',
    grace: '10m',
    confirm: false,
    snooze: { limit: 0, delay: '5m' },
    method: 'automatic',
    backupAfter: '3m',
    escalation: { push: false },
  },
  virtual: { default: 'answer', rooms: {} },
  line: { transport: 'udp', register: true, calls: 1, displayName: 'Wake-up' },
  item: { max: 0, price: '0.00' },
  http: {
    format: 'json',
    timeout: '15s',
    retry: [...RETRY],
    headers: {},
    latestOnly: false,
    disabled: false,
  },
  fias: {
    mode: 'minibar',
    family: 'PB',
    codepage: 'cp850',
    articles: {},
    outlets: {},
    decimals: 2,
    onUncertain: 'resend',
    wakeups: false,
    guests: false,
    // FIAS asks for at least 30 s of patience with an answer.
    timeout: '30s',
    retry: [...RETRY],
    disabled: false,
  },
  retention: { charges: '90d', log: '400d' },
  api: { unknownFields: 'refuse', origins: [] },
  email: { port: 25 },
  license: { version: 1 },
  limits: { callsPerSecond: 20 },
})

/** The sections of a site that says nothing. */
export const SECTION_DEFAULTS: SiteSections = deepFreeze({
  site: DEFAULTS.site,
  inventory: DEFAULTS.inventory,
  wakeup: { ...DEFAULTS.wakeup },
  telephony: {},
  network: {},
  retention: DEFAULTS.retention,
  license: {},
  api: DEFAULTS.api,
  email: {},
  limits: { ...DEFAULTS.limits },
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
