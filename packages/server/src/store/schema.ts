import type { Generated } from 'kysely'

/**
 * Every table, in the plain common denominator of both databases: text ids, instants as integer milliseconds,
 * money as integer minor units plus scale, booleans as 0/1, JSON as text. An empty `tenant` means "of no tenant".
 */
export interface Schema {
  meta: MetaTable
  setting: SettingTable
  tenant: TenantTable
  account: AccountTable
  mailbox: MailboxTable
  guest: GuestTable
  room: RoomTable
  category: CategoryTable
  item: ItemTable
  status_type: StatusTypeTable
  room_status: RoomStatusTable
  line: LineTable
  destination: DestinationTable
  prompt: PromptTable
  wakeup: WakeupTable
  activity: ActivityTable
  outbox: OutboxTable
  outbox_attempt: OutboxAttemptTable
  receipt: ReceiptTable
}

export type Flag = 0 | 1

/** What the installation remembers of itself: site id, when it was installed, which site file was applied. */
interface MetaTable {
  key: string
  value: string
}

/** One section of the site (`site`, `wakeup`, `api`, ...) as JSON. */
interface SettingTable {
  name: string
  value: string
}

interface TenantTable {
  id: string
  name: string
  timezone: string | null
  wakeup: string | null
}

interface AccountTable {
  username: string
  tenant: string
  password_hash: string
  permissions: string
  disabled: Flag
}

interface MailboxTable {
  tenant: string
  number: string
  extension: string
  name: string
  language: string | null
  vip: Flag
}

/** Who stays in a room. A room with no row here is vacant. */
interface GuestTable {
  id: string
  tenant: string
  room: string
  name: string
  language: string | null
  vip: Flag
  arrived_at: number
}

/** The custom room list of the inventory; a tenant without rows here uses its mailboxes. */
interface RoomTable {
  tenant: string
  number: string
}

interface CategoryTable {
  tenant: string
  id: string
  description: string
  color: string
}

interface ItemTable {
  tenant: string
  id: string
  description: string
  category: string
  max: number
  price_minor: number
  price_scale: number
}

interface StatusTypeTable {
  tenant: string
  id: string
  description: string
  condition: string | null
}

/** The last reported status of each room, with the words it had then. */
interface RoomStatusTable {
  tenant: string
  room: string
  status: string
  description: string
  changed_at: number
  actor: string
}

interface LineTable {
  name: string
  tenant: string
  config: string
}

/** Where messages go: connectors (`charge`) and room-status servers (`room-status`). */
interface DestinationTable {
  purpose: string
  name: string
  tenant: string
  config: string
  /** The last sequence number given to a message for this destination. */
  sequence: number
}

interface PromptTable {
  id: number
  tenant: string
  description: string
  text: string
  language: string | null
}

interface WakeupTable {
  id: string
  tenant: string
  room: string
  /** `pending`, `answered` or `failed`: the list that shows it. */
  list: string
  state: string
  outcome: string | null
  /** What the system itself found, kept when an operator overwrites the outcome. */
  machine_outcome: string | null
  scheduled_at: number
  /** The wall time asked for, and its zone; null when an exact instant was asked for. */
  wall: string | null
  zone: string
  /** Empty for a single call, otherwise the weekdays: `mon,tue,...`. */
  days: string
  until: string | null
  /** The series that a finished occurrence came from. */
  series: string | null
  confirm: Flag
  prompt: number
  attempts: number
  snoozes: number
  actor: string
  source: string
  created_at: number
  settled_at: number | null
}

interface ActivityTable {
  id: Generated<number>
  at: number
  tenant: string
  kind: string
  room: string
  actor: string
  source: string
  wakeup: string | null
  text: string
  detail: string
}

interface OutboxTable {
  id: string
  purpose: string
  destination: string
  tenant: string
  kind: string
  room: string
  sequence: number
  state: string
  attempts: number
  next_at: number
  created_at: number
  payload: string
}

interface OutboxAttemptTable {
  delivery: string
  number: number
  at: number
  status: number | null
  ms: number
  text: string
  actor: string
}

/** The answer given to a request that carried an Idempotency-Key, kept beside the fact it created. */
interface ReceiptTable {
  scope: string
  key: string
  fingerprint: string
  answer: string
  at: number
}
