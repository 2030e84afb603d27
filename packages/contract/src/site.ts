import { type Static, Type } from 'typebox'
import { Connector, Network, Server } from './site-connectors.ts'
import { ConsoleSettings } from './site-console.ts'
import { Category, InventorySettings, Item, Room, StatusType } from './site-inventory.ts'
import {
  Api,
  Email,
  License,
  Limits,
  Menus,
  MetricsSettings,
  Reports,
  PasswordSettings,
  BackupSettings,
  Retention,
  SiteSettings,
} from './site-system.ts'
import { Telephony } from './site-telephony.ts'
import { choice, flag, hidden, language, roomPlace, shaped, tenantRef } from './site-text.ts'
import { Prompt, WakeupSettings } from './site-wakeup.ts'
import { RoomNumber, Uuid } from './text.ts'

export * from './site-connectors.ts'
export * from './site-console.ts'
export * from './site-inventory.ts'
export * from './site-system.ts'
export * from './site-telephony.ts'
export { PATTERN_NAMES, PATTERN_WORDS } from './site-text.ts'
export * from './site-wakeup.ts'

/** The objects of a site. The site file holds them in its lists; /rest/config reads and changes them one by one. */

export const Tenant = Type.Object(
  {
    id: Uuid('Tenant id'),
    name: shaped('line', 'Name of the tenant', { minLength: 1, examples: ['East wing'] }),
    timezone: Type.Optional(shaped('zone', "The tenant's time zone. Default: the site's")),
    wakeup: Type.Optional(WakeupSettings),
  },
  {
    additionalProperties: false,
    description: 'A part of the installation with rooms and accounts of its own',
  },
)
export type Tenant = Static<typeof Tenant>

export const PERMISSIONS = ['inventory', 'frontdesk', 'correct', 'review', 'administrator'] as const

export const User = Type.Object(
  {
    username: shaped('username', 'Name to log in with', { examples: ['desk'] }),
    password: Type.Optional(hidden('Password to log in with')),
    permissions: Type.Optional(
      Type.Array(choice(PERMISSIONS, 'A permission'), {
        uniqueItems: true,
        description:
          'What the account may do besides wake-up calls, room status and system. Default: nothing more',
      }),
    ),
    tenant: Type.Optional(tenantRef('account')),
    disabled: Type.Optional(flag('The account cannot be used. Default: false')),
  },
  { additionalProperties: false, description: 'An account' },
)
export type User = Static<typeof User>

const ofMailboxes = {
  language: Type.Optional(language("Language of the room's announcements. Default: the site's")),
  vip: Type.Optional(flag('VIP room. Default: false')),
  ...roomPlace,
  tenant: Type.Optional(tenantRef('mailbox')),
}

export const Mailbox = Type.Object(
  {
    number: RoomNumber,
    extension: Type.Optional(shaped('extension', 'Extension that is rung. Default: the number')),
    name: Type.Optional(shaped('line', 'What the room is called. Default: Room and its number')),
    ...ofMailboxes,
  },
  { additionalProperties: false, description: 'A room with a telephone' },
)
export type Mailbox = Static<typeof Mailbox>

export const MailboxRange = Type.Object(
  {
    range: shaped('range', 'First and last number of several rooms; leading zeros are kept', {
      examples: ['102-120'],
    }),
    ...ofMailboxes,
  },
  { additionalProperties: false, description: 'Several rooms with telephones, all alike' },
)
export type MailboxRange = Static<typeof MailboxRange>

const InventoryRooms = Type.Union(
  [
    Type.Literal('mailboxes', { description: 'The rooms with mailboxes' }),
    Type.Array(Type.Union([RoomNumber, Room]), { maxItems: 100_000, description: 'A custom list' }),
  ],
  { description: 'Rooms that can be charged. Default: mailboxes' },
)

const Inventory = Type.Object(
  {
    ...InventorySettings.properties,
    rooms: Type.Optional(InventoryRooms),
    categories: Type.Optional(Type.Array(Category, { description: 'Categories of items' })),
    items: Type.Optional(Type.Array(Item, { description: 'Items that can be charged' })),
    connectors: Type.Optional(Type.Array(Connector, { maxItems: 100, description: 'Where charges go' })),
  },
  { additionalProperties: false, description: 'The inventory' },
)

const RoomStatus = Type.Object(
  {
    types: Type.Optional(Type.Array(StatusType, { description: 'What can be reported' })),
    servers: Type.Optional(Type.Array(Server, { maxItems: 100, description: 'Where changes are pushed to' })),
  },
  { additionalProperties: false, description: 'Room status' },
)

/** Settings of the site that are the same in a site file, over the interface and in the database. */
export const SITE_SECTIONS = {
  wakeup: Type.Optional(WakeupSettings),
  network: Type.Optional(Network),
  retention: Type.Optional(Retention),
  backups: Type.Optional(BackupSettings),
  license: Type.Optional(License),
  api: Type.Optional(Api),
  email: Type.Optional(Email),
  limits: Type.Optional(Limits),
  menus: Type.Optional(Menus),
  metrics: Type.Optional(MetricsSettings),
  reports: Type.Optional(Reports),
  passwords: Type.Optional(PasswordSettings),
  console: Type.Optional(ConsoleSettings),
}

export const SiteFile = Type.Object(
  {
    site: Type.Optional(SiteSettings),
    tenants: Type.Optional(Type.Array(Tenant, { maxItems: 10_000, description: 'Tenants' })),
    users: Type.Optional(Type.Array(User, { description: 'Accounts' })),
    mailboxes: Type.Optional(
      Type.Array(Type.Union([Mailbox, MailboxRange]), { description: 'Rooms with telephones' }),
    ),
    inventory: Type.Optional(Inventory),
    roomStatus: Type.Optional(RoomStatus),
    prompts: Type.Optional(Type.Array(Prompt, { description: 'Announcements' })),
    telephony: Type.Optional(Telephony),
    ...SITE_SECTIONS,
  },
  { additionalProperties: false, description: 'A site file: what describes an installation' },
)
export type SiteFile = Static<typeof SiteFile>
