import { type Static, type TObject, type TString, Type } from 'typebox'
import { changeForm, saidOf, sectionChangeForm } from './change.ts'
import {
  Api,
  ConsoleSettings,
  Email,
  FiasConnector,
  InventorySettings,
  License,
  Limits,
  Menus,
  Line,
  Mailbox,
  MetricsSettings,
  Reports,
  Network,
  PasswordSettings,
  Prompt,
  BackupSettings,
  Retention,
  Room,
  Server,
  SiteSettings,
  Telephony,
  Tenant,
  User,
  ShownWakeupSettings,
  WakeupChange,
  WebhookConnector,
} from './site.ts'
import { Moment, TenantName, Uuid } from './text.ts'

/**
 * The objects of the site file as /rest/config takes and shows them: a client may add one without an id, a change
 * names no key and no tenant, and secrets are never shown.
 */

const strict = { additionalProperties: false } as const
const ofSomebody = { tenant: TenantName }
const shownLanguage = Type.Optional(
  Type.String({ description: "Its language; left out: the site's", examples: ['de'] }),
)

/** Null goes back to what the site has. */
const orTaken = (field: TString) => Type.Optional(Type.Union([field, Type.Null()], saidOf({ ...field })))

const SECRETS_OVER_HTTP = [
  'secret',
  'previousSecret',
  'password',
  'token',
  'proxyPassword',
  'privateKey',
] as const

export const TenantForm = Type.Object(
  { id: Type.Optional(Tenant.properties.id), ...Type.Omit(Tenant, ['id']).properties },
  strict,
)
export const TenantChange = Type.Object(
  {
    ...Type.Partial(Type.Omit(Tenant, ['id'])).properties,
    timezone: orTaken(Tenant.properties.timezone),
    wakeup: Type.Optional(WakeupChange),
  },
  strict,
)
const isSet = (what: string) => Type.Boolean({ description: `Whether ${what} is set, which is never shown` })

/** Apart from the sections, so that a section may be sent back as it was shown. */
const secretsSet = Type.Array(
  Type.String({ examples: ['email.password', 'wakeup.escalation.chain[0].webhook.secret'] }),
  { description: 'Where a secret is set, which is never shown: fields as refusals name them' },
)

export const TenantRecord = Type.Object(
  { ...Tenant.properties, wakeup: Type.Optional(ShownWakeupSettings), secretsSet },
  { description: 'A tenant' },
)
export type TenantRecord = Static<typeof TenantRecord>

export const UserForm = Type.Object(
  { ...Type.Omit(User, ['password']).properties, password: Type.String({ ...User.properties.password }) },
  strict,
)
export const UserChange = Type.Partial(Type.Omit(User, ['username', 'tenant']), strict)
export const UserRecord = Type.Object(
  {
    ...Type.Required(Type.Omit(User, ['password', 'tenant'])).properties,
    ...ofSomebody,
  },
  { description: 'An account' },
)
export type UserRecord = Static<typeof UserRecord>
export const PhonePinForm = Type.Object(
  {
    pin: Type.String({
      pattern: '^[0-9]{4,8}$',
      maxLength: 8,
      writeOnly: true,
      description: '4 to 8 digits, good for the telephone and nothing else',
      examples: ['2718'],
    }),
  },
  strict,
)

export const MailboxChange = Type.Object(
  {
    ...Type.Partial(Type.Omit(Mailbox, ['number', 'tenant'])).properties,
    language: orTaken(Mailbox.properties.language),
  },
  strict,
)
export const MailboxRecord = Type.Object(
  {
    ...Type.Required(Type.Omit(Mailbox, ['language', 'tenant'])).properties,
    language: shownLanguage,
    ...ofSomebody,
  },
  { description: 'A room with a telephone' },
)
export type MailboxRecord = Static<typeof MailboxRecord>

export const RoomChange = Type.Partial(Type.Omit(Room, ['number', 'tenant']), strict)
export const RoomRecord = Type.Object(
  { ...Type.Required(Type.Omit(Room, ['tenant'])).properties, ...ofSomebody },
  { description: 'A room of the custom list' },
)
export type RoomRecord = Static<typeof RoomRecord>

export const LineChange = changeForm(Type.Omit(Line, ['name', 'tenant']).properties)
export const LineRecord = Type.Object(
  {
    ...Type.Omit(Line, ['name', 'password', 'tenant']).properties,
    name: Type.String({ description: 'Name of the line', examples: ['voice1'] }),
    passwordSet: isSet('its password'),
    ...ofSomebody,
  },
  { description: 'A line at the telephone exchange' },
)
export type LineRecord = Static<typeof LineRecord>

/** Fields of either type: the server checks them together with the stored connector. */
export const ConnectorChange = changeForm({
  ...Type.Omit(WebhookConnector, ['type', 'name', 'tenant']).properties,
  ...Type.Omit(FiasConnector, ['type', 'name', 'tenant']).properties,
})
/** What is not saved: fields of a new one, or those of one that there is that are to change. */
export const ConnectorTrial = Type.Object(
  {
    name: WebhookConnector.properties.name,
    type: Type.Optional(WebhookConnector.properties.type),
    ...changeForm(Type.Omit(WebhookConnector, ['type', 'name', 'tenant']).properties).properties,
  },
  strict,
)
const SET_OVER_HTTP = {
  secretSet: isSet('its secret'),
  previousSecretSet: isSet('its previous secret'),
  passwordSet: isSet('its password'),
  tokenSet: isSet('its token'),
  privateKeySet: isSet('the key of its certificate'),
  proxyPasswordSet: isSet('the password of its proxy'),
}
const WebhookRecord = Type.Object(
  {
    ...Type.Omit(WebhookConnector, [...SECRETS_OVER_HTTP, 'tenant']).properties,
    ...SET_OVER_HTTP,
    ...ofSomebody,
  },
  { description: 'Charges posted over http' },
)
const FiasRecord = Type.Object(
  {
    ...Type.Omit(FiasConnector, ['authKey', 'tenant']).properties,
    authKeySet: isSet('its key'),
    ...ofSomebody,
  },
  { description: 'Charges posted to a property system over FIAS' },
)
export const ConnectorRecord = Type.Union([WebhookRecord, FiasRecord], { description: 'Where charges go' })
export type ConnectorRecord = Static<typeof ConnectorRecord>

export const ServerChange = changeForm(Type.Omit(Server, ['name', 'tenant']).properties)
export const ServerTrial = Type.Object({ name: Server.properties.name, ...ServerChange.properties }, strict)
export const ServerRecord = Type.Object(
  { ...Type.Omit(Server, [...SECRETS_OVER_HTTP, 'tenant']).properties, ...SET_OVER_HTTP, ...ofSomebody },
  { description: 'A server that room-status changes are pushed to' },
)
export type ServerRecord = Static<typeof ServerRecord>

export const PromptForm = Type.Object(
  { id: Type.Optional(Prompt.properties.id), ...Type.Omit(Prompt, ['id']).properties },
  strict,
)
export const PromptChange = Type.Object(
  {
    ...Type.Partial(Type.Omit(Prompt, ['id', 'tenant'])).properties,
    language: orTaken(Prompt.properties.language),
  },
  strict,
)
export const PromptRecord = Type.Object(
  {
    ...Type.Required(Type.Omit(Prompt, ['language', 'tenant'])).properties,
    language: shownLanguage,
    recorded: Type.Optional(
      Moment("When its recording was stored; of several, that in the prompt's language"),
    ),
    milliseconds: Type.Optional(Type.Integer({ description: 'How long that recording lasts' })),
    recordings: Type.Optional(
      Type.Array(
        Type.Object({
          language: Type.String({ description: 'The language that is spoken in it', examples: ['de'] }),
          recorded: Moment('When it was stored'),
          milliseconds: Type.Integer({ description: 'How long it lasts' }),
        }),
        { description: 'Every recording, by language' },
      ),
    ),
    ...ofSomebody,
  },
  { description: 'An announcement for wake-up calls' },
)
export type PromptRecord = Static<typeof PromptRecord>

const SitePhones = Type.Omit(Telephony, ['lines'])

/** What a section cannot do without must be given as well while there is none. */
const sectionChange = (section: TObject) => Type.Optional(sectionChangeForm(section))

export const SiteChange = Type.Object(
  {
    ...Type.Partial(SiteSettings).properties,
    inventory: sectionChange(InventorySettings),
    wakeup: Type.Optional(WakeupChange),
    telephony: sectionChange(SitePhones),
    network: sectionChange(Network),
    retention: sectionChange(Retention),
    backups: sectionChange(BackupSettings),
    license: sectionChange(License),
    api: sectionChange(Api),
    email: sectionChange(Email),
    limits: sectionChange(Limits),
    menus: sectionChange(Menus),
    metrics: sectionChange(MetricsSettings),
    reports: sectionChange(Reports),
    passwords: sectionChange(PasswordSettings),
    console: sectionChange(ConsoleSettings),
  },
  strict,
)
export const SiteRecord = Type.Object(
  {
    id: Uuid('Id of the site'),
    ...Type.Required(SiteSettings).properties,
    inventory: InventorySettings,
    wakeup: ShownWakeupSettings,
    telephony: Type.Partial(SitePhones, { description: 'Empty while there are no lines' }),
    network: Type.Omit(Network, ['proxyPassword']),
    retention: Retention,
    backups: BackupSettings,
    license: License,
    api: Api,
    email: Type.Partial(Type.Omit(Email, ['password']), { description: 'Empty while no mail is sent' }),
    limits: Limits,
    menus: Menus,
    metrics: Type.Omit(MetricsSettings, ['token']),
    reports: Reports,
    passwords: PasswordSettings,
    console: ConsoleSettings,
    secretsSet,
  },
  { description: 'The settings of the site' },
)
export type SiteRecord = Static<typeof SiteRecord>
