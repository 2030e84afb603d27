import type {
  Api,
  BackupSettings,
  ConsoleSettings,
  Email,
  InventorySettings,
  License,
  Limits,
  Menus,
  MailedReport,
  MetricsSettings,
  Network,
  Reports,
  PasswordSettings,
  Retention,
  SiteSettings,
  Telephony,
  WakeupSettings,
} from '@reveille/contract'
import { type Defaults, DEFAULTS } from './defaults.ts'

/** The settings of the site, section by section, as the site file writes them: what is left out keeps its default. */
export interface WrittenSections {
  readonly site?: SiteSettings
  readonly inventory?: InventorySettings
  readonly wakeup?: WakeupSettings
  readonly telephony?: Omit<Telephony, 'lines'>
  readonly network?: Network
  readonly retention?: Retention
  readonly backups?: BackupSettings
  readonly license?: License
  readonly api?: Api
  readonly email?: Email
  readonly limits?: Limits
  readonly menus?: Menus
  readonly metrics?: MetricsSettings
  readonly reports?: Reports
  readonly passwords?: PasswordSettings
  readonly console?: ConsoleSettings
}

/** How wakeup calls are carried out. Without a method of their own, VIP rooms have that of the others. */
export type WakeupRules = Readonly<Omit<WakeupSettings, 'snooze' | 'escalation'>> &
  Omit<Defaults['wakeup'], 'escalation'> & {
    readonly escalation: Readonly<NonNullable<WakeupSettings['escalation']>> &
      Defaults['wakeup']['escalation']
  }

/** Files for lines over TLS, by their paths. */
export type TelephonyFiles = Readonly<NonNullable<Telephony['tls']>>

/** A report that is sent by mail, by the clock. */
export type MailPlan = Readonly<MailedReport> & Defaults['reportMail']

/** The same with every default in place: the settings in force. */
export interface SiteSections {
  readonly site: Defaults['site']
  readonly inventory: Defaults['inventory']
  readonly wakeup: WakeupRules
  /** Without a mode there are no lines. */
  readonly telephony: Defaults['telephony'] &
    Readonly<Partial<Pick<Telephony, 'mode' | 'publicAddress'>>> & { readonly tls?: TelephonyFiles }
  readonly network: Readonly<Network> & Defaults['network']
  readonly retention: Defaults['retention']
  readonly backups: Defaults['backups']
  readonly license: Readonly<License> & Defaults['license']
  readonly api: Defaults['api']
  /** Null where no mail is sent. */
  readonly email: (Readonly<Email> & Defaults['email']) | null
  readonly limits: Defaults['limits']
  readonly menus: Defaults['menus']
  /** Without a token, for administrators only. */
  readonly metrics: Readonly<MetricsSettings>
  readonly reports: Defaults['reports'] & { readonly mail: readonly MailPlan[] }
  readonly passwords: Defaults['passwords']
  readonly console: Readonly<ConsoleSettings> & Defaults['console']
}

export const SECTIONS = [
  'site',
  'inventory',
  'wakeup',
  'telephony',
  'network',
  'retention',
  'backups',
  'license',
  'api',
  'email',
  'limits',
  'menus',
  'metrics',
  'reports',
  'passwords',
  'console',
] as const satisfies readonly (keyof SiteSections)[]

export const sectionsInForce = (written: WrittenSections): SiteSections => ({
  site: { ...DEFAULTS.site, ...written.site },
  inventory: { ...DEFAULTS.inventory, ...written.inventory },
  wakeup: wakeupRules(DEFAULTS.wakeup, written.wakeup),
  telephony: telephonyOf(written.telephony),
  network: { ...DEFAULTS.network, ...written.network },
  retention: { ...DEFAULTS.retention, ...written.retention },
  backups: { ...DEFAULTS.backups, ...written.backups },
  license: { ...DEFAULTS.license, ...written.license },
  api: { ...DEFAULTS.api, ...written.api },
  email: written.email ? { ...DEFAULTS.email, ...written.email } : null,
  limits: { ...DEFAULTS.limits, ...written.limits },
  menus: { ...DEFAULTS.menus, ...written.menus },
  metrics: { ...written.metrics },
  reports: {
    ...DEFAULTS.reports,
    ...written.reports,
    mail: (written.reports?.mail ?? []).map((one) => ({ ...DEFAULTS.reportMail, ...one })),
  },
  passwords: { ...DEFAULTS.passwords, ...written.passwords },
  console: { ...DEFAULTS.console, ...written.console },
})

/** Settings written over existing ones; a group, such as `snooze`, is merged field by field. */
export const wakeupRules = (rules: WakeupRules, said: WakeupSettings = {}): WakeupRules => ({
  ...rules,
  ...said,
  snooze: { ...rules.snooze, ...said.snooze },
  escalation: { ...rules.escalation, ...said.escalation },
})

const telephonyOf = (written: WrittenSections['telephony']): SiteSections['telephony'] => ({
  ...DEFAULTS.telephony,
  ...written,
  virtual: { ...DEFAULTS.telephony.virtual, ...written?.virtual },
  audioPorts: { ...DEFAULTS.telephony.audioPorts, ...written?.audioPorts },
})
