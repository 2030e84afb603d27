import { type Static, Type } from 'typebox'
import { choice, hidden, language, port, shaped } from './site-text.ts'

export const SiteSettings = Type.Object(
  {
    name: Type.Optional(
      shaped('line', 'Name of the hotel. Default: Hotel', { minLength: 1, examples: ['Grand Hotel'] }),
    ),
    company: Type.Optional(shaped('line', 'Company that runs it. Default: empty')),
    timezone: Type.Optional(
      shaped('zone', "The hotel's time zone, an IANA name. Default: UTC", { examples: ['Europe/Zurich'] }),
    ),
    language: Type.Optional(language('Language of announcements and texts. Default: en')),
  },
  { additionalProperties: false, description: 'The installation itself' },
)
export type SiteSettings = Static<typeof SiteSettings>

export const Retention = Type.Object(
  {
    charges: Type.Optional(
      shaped('duration', 'How long log and delivery rows of charges are kept. Default: 90d'),
    ),
    log: Type.Optional(shaped('duration', 'How long everything else in the log is kept. Default: 400d')),
  },
  { additionalProperties: false, description: 'How long things are kept' },
)
export type Retention = Static<typeof Retention>

export const BackupSettings = Type.Object(
  {
    time: Type.Optional(shaped('clock', 'When a backup is made every night, hotel time. Default: 02:15')),
    keep: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: 'How many backups of the night are kept; with 0 none are made. Default: 7',
      }),
    ),
  },
  { additionalProperties: false, description: 'Backups that the server makes by itself' },
)
export type BackupSettings = Static<typeof BackupSettings>

const LicenseEntry = Type.Object(
  {
    id: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Licence id' }),
    name: shaped('line', 'Name of the feature', { minLength: 1 }),
    value: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: '0 means that the feature is disabled',
    }),
  },
  { additionalProperties: false, description: 'A licensed feature' },
)

export const License = Type.Object(
  {
    serial: Type.Optional(shaped('line', "Key number of the system. Default: the site's id")),
    version: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Licence version. Default: 1' }),
    ),
    entries: Type.Optional(
      Type.Array(LicenseEntry, {
        maxItems: 1_000,
        description: 'Default: one entry per feature, with value 1',
      }),
    ),
  },
  { additionalProperties: false, description: 'What system information says about the licence' },
)
export type License = Static<typeof License>

const SystemAliases = Type.Object(
  {
    telephony: Type.Optional(shaped('fieldName', 'Further name of the field telephony')),
    database: Type.Optional(shaped('fieldName', 'Further name of the field database')),
  },
  {
    additionalProperties: false,
    description: 'Names under which older clients read fields of system information',
  },
)

export const Api = Type.Object(
  {
    unknownFields: Type.Optional(
      choice(['refuse', 'ignore'], 'What happens to form fields that nobody knows. Default: refuse'),
    ),
    origins: Type.Optional(
      Type.Array(shaped('origin', 'An origin'), {
        maxItems: 1_000,
        description: 'Pages elsewhere that may send changing requests. Default: none',
      }),
    ),
    hosts: Type.Optional(
      Type.Array(shaped('ownHost', 'A name'), {
        maxItems: 1_000,
        description:
          'Names that this server is asked by without credentials, as for its document; addresses and localhost always do. Default: none',
      }),
    ),
    systemAliases: Type.Optional(SystemAliases),
  },
  { additionalProperties: false, description: 'How the REST interface behaves' },
)
export type Api = Static<typeof Api>

export const MetricsSettings = Type.Object(
  {
    token: Type.Optional(
      shaped('bearerToken', 'Bearer token that opens /metrics to a monitor, of 16 characters at least', {
        minLength: 16,
        writeOnly: true,
      }),
    ),
  },
  { additionalProperties: false, description: 'The figures for monitors' },
)
export type MetricsSettings = Static<typeof MetricsSettings>

export const PasswordSettings = Type.Object(
  {
    minimum: Type.Optional(
      Type.Integer({
        minimum: 4,
        maximum: 128,
        description: 'Characters that a new or changed password must have at least. Default: 10',
      }),
    ),
  },
  { additionalProperties: false, description: 'What passwords of accounts must be like' },
)
export type PasswordSettings = Static<typeof PasswordSettings>

export const MAIL_TLS = ['auto', 'starttls', 'implicit', 'off'] as const

export const Email = Type.Object(
  {
    host: shaped('host', 'Mail server', { examples: ['10.0.0.9'] }),
    port: Type.Optional(port('Its port. Default: 25')),
    from: shaped('email', 'Address that messages come from'),
    username: Type.Optional(shaped('line', 'Name to log in with. Default: none', { minLength: 1 })),
    password: Type.Optional(hidden('Password to log in with')),
    tls: Type.Optional(
      choice(
        MAIL_TLS,
        'auto: where the server offers it, and always with a password; starttls: always, after a greeting in the clear; implicit: from the first byte, as on port 465; off: never. Default: auto',
      ),
    ),
  },
  { additionalProperties: false, description: 'Mail sending; left out, no mail is sent' },
)
export type Email = Static<typeof Email>

export const Limits = Type.Object(
  {
    callsPerSecond: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'How many calls are started in a second at each exchange. Default: 20',
      }),
    ),
  },
  { additionalProperties: false, description: 'How much at once' },
)
export type Limits = Static<typeof Limits>

export const Menus = Type.Object(
  {
    guestCalls: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description:
          'How many wake-up calls may wait for a room when its guest asks for one more. Default: 3',
      }),
    ),
    identity: Type.Optional(
      choice(
        ['from', 'asserted'],
        'What tells which room calls: the phone (From), or the exchange alone (P-Asserted-Identity). Default: from',
      ),
    ),
    connectTo: Type.Optional(
      shaped(
        'extensionOrNone',
        'Whom a guest is connected with who does not get along, where the exchange takes REFER. Default: nobody, the desk is told and calls back',
      ),
    ),
    atOnce: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'How many people are served at once; others hear that it is busy. Default: 10',
      }),
    ),
  },
  { additionalProperties: false, description: 'What guests and staff can do by phone' },
)
export type Menus = Static<typeof Menus>

export const MAILED_REPORTS = ['wakeup', 'inventory', 'delivery', 'roomstatus'] as const
export const REPORT_SPANS = ['day', 'week', 'month'] as const

/** What charges are added up by. */
export const chargeGroups = (description: string) =>
  shaped('chargeGroups', description, { examples: ['day,category'] })

const MailedReport = Type.Object(
  {
    report: choice(MAILED_REPORTS, 'Which report'),
    by: Type.Optional(
      chargeGroups('What charges are added up by, parted by commas. Default: day,room,category'),
    ),
    span: Type.Optional(
      choice(
        REPORT_SPANS,
        'What it is of: day, the day before; week, from Monday to Sunday; month, the month before. Default: day',
      ),
    ),
    at: Type.Optional(shaped('clock', 'When it is sent, on the first day after that. Default: 06:00')),
    to: shaped('emails', 'Address that it is sent to, or several parted by commas', {
      examples: ['accounts@hotel.example'],
    }),
  },
  { additionalProperties: false, description: 'A report that is sent by mail' },
)
export type MailedReport = Static<typeof MailedReport>

export const Reports = Type.Object(
  {
    separator: Type.Optional(
      choice(
        ['comma', 'semicolon', 'tab'],
        'What parts the cells of CSV: spreadsheets of many countries want semicolon. Default: comma',
      ),
    ),
    decimal: Type.Optional(
      choice(['point', 'comma'], 'What stands before the decimals of amounts in CSV. Default: point'),
    ),
    bom: Type.Optional(
      Type.Boolean({
        description:
          'Whether CSV begins with a byte order mark, by which Excel knows it as UTF-8. Default: false',
      }),
    ),
    mail: Type.Optional(
      Type.Array(MailedReport, {
        maxItems: 100,
        description: 'Reports that are sent by mail; none if left out',
      }),
    ),
  },
  { additionalProperties: false, description: 'Reports and CSV' },
)
export type Reports = Static<typeof Reports>
