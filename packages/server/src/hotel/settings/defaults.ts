import type {
  Api,
  BackupSettings,
  ConsoleSettings,
  Email,
  FiasConnector,
  InventorySettings,
  Item,
  License,
  Limits,
  MailedReport,
  Line,
  Menus,
  Network,
  Reports,
  PasswordSettings,
  Retention,
  Server,
  SiteSettings,
  Telephony,
  VirtualPhones,
  WebhookConnector,
  WakeupSettings,
} from '@reveille/contract'

type Filled<Settings, Key extends keyof Settings = keyof Settings> = Readonly<Required<Pick<Settings, Key>>>
type Group<Settings, Key extends keyof Settings> = Filled<NonNullable<Settings[Key]>>

/**
 * The only place for defaults: what applies where a site says nothing. Settings that are simply absent (no proxy, no
 * mail server) are not here, nor those that follow from others (the username of a line).
 */
export interface Defaults {
  readonly site: Filled<SiteSettings>
  readonly inventory: Filled<InventorySettings>
  readonly wakeup: Filled<
    WakeupSettings,
    'attempts' | 'retryDelay' | 'ringTime' | 'grace' | 'confirm' | 'machines' | 'method' | 'backupAfter'
  > & {
    readonly snooze: Group<WakeupSettings, 'snooze'>
    readonly escalation: Filled<NonNullable<WakeupSettings['escalation']>, 'wait'>
  }
  readonly telephony: {
    readonly virtual: Filled<VirtualPhones>
    readonly audioPorts: Group<Telephony, 'audioPorts'>
    readonly userAgent: boolean
    readonly strangers: NonNullable<Telephony['strangers']>
  } & Filled<Telephony, 'port' | 'bind'>
  readonly network: Filled<Network, 'allow'>
  readonly retention: Filled<Retention>
  readonly backups: Filled<BackupSettings>
  readonly license: Filled<License, 'version'>
  readonly api: Filled<Api>
  readonly email: Filled<Email, 'port' | 'tls'>
  readonly limits: Filled<Limits>
  readonly menus: Filled<Menus>
  readonly reports: Filled<Omit<Reports, 'mail'>>
  readonly reportMail: Filled<MailedReport, 'by' | 'span' | 'at'>
  readonly passwords: Filled<PasswordSettings>
  readonly console: Filled<ConsoleSettings, 'lockAfter' | 'clock'>
  readonly line: Filled<
    Line,
    | 'transport'
    | 'register'
    | 'expires'
    | 'calls'
    | 'displayName'
    | 'reliable'
    | 'codecs'
    | 'inBandKeys'
    | 'nat'
    | 'redirects'
    | 'srtp'
  >
  readonly item: Filled<Item, 'max' | 'price' | 'currency' | 'taxRate'>
  /** Connectors over http and room-status servers. */
  readonly http: Filled<
    Server,
    'format' | 'timeout' | 'retry' | 'headers' | 'latestOnly' | 'disabled' | 'parallel' | 'events'
  >
  /** Of connectors alone. */
  readonly webhook: Filled<WebhookConnector, 'negative'>
  readonly fias: Filled<
    FiasConnector,
    Exclude<keyof FiasConnector, 'name' | 'type' | 'host' | 'port' | 'authKey' | 'tenant'>
  >
}

/** Waits between attempts; the last one repeats. */
const RETRY = ['5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h']

export const DEFAULTS: Defaults = deepFreeze({
  site: { name: 'Hotel', company: '', timezone: 'UTC', language: 'en' },
  inventory: { refuseVacant: false, departureCheck: '05:00', currency: '', taxRate: '' },
  wakeup: {
    attempts: 3,
    retryDelay: '5m',
    ringTime: '24s',
    grace: '10m',
    confirm: false,
    machines: 'count',
    snooze: { limit: 0, delay: '5m' },
    method: 'automatic',
    backupAfter: '3m',
    escalation: { wait: '5m' },
  },
  telephony: {
    virtual: { default: 'answer', rooms: {} },
    audioPorts: { low: 16_384, high: 32_767 },
    // 5060 and 5061 may be an exchange's on the same machine, 5070 is that of the phones to try out.
    port: 5_062,
    bind: '0.0.0.0',
    userAgent: true,
    strangers: 'answer',
  },
  network: { allow: [] },
  retention: { charges: '90d', log: '400d' },
  // After the latest arrivals, and before the check at night looks at the disk.
  backups: { time: '02:15', keep: 7 },
  license: { version: 1 },
  api: { unknownFields: 'refuse', origins: [], hosts: [], systemAliases: {} },
  email: { port: 25, tls: 'auto' },
  limits: { callsPerSecond: 20 },
  menus: { guestCalls: 3, identity: 'from', connectTo: '', atOnce: 10 },
  reports: { separator: 'comma', decimal: 'point', bom: false },
  reportMail: { by: 'day,room,category', span: 'day', at: '06:00' },
  passwords: { minimum: 10 },
  console: { lockAfter: '15m', clock: '24h' },
  line: {
    transport: 'udp',
    register: true,
    expires: '10m',
    calls: 1,
    displayName: 'Wake-up',
    reliable: 'supported',
    codecs: ['PCMU', 'PCMA'],
    inBandKeys: false,
    nat: false,
    redirects: 0,
    srtp: 'off',
  },
  item: { max: 0, price: '0.00', currency: '', taxRate: '' },
  http: {
    format: 'json',
    timeout: '15s',
    retry: RETRY,
    headers: {},
    latestOnly: false,
    disabled: false,
    parallel: 16,
    events: [],
  },
  webhook: { negative: false },
  fias: {
    mode: 'minibar',
    family: 'PB',
    codepage: 'cp850',
    articles: {},
    outlets: {},
    decimals: 2,
    negative: false,
    onUncertain: 'hold',
    answers: true,
    wakeups: false,
    sendWakeups: false,
    guests: false,
    // FIAS asks for at least 30 s of patience with an answer.
    timeout: '30s',
    retry: RETRY,
    disabled: false,
  },
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
