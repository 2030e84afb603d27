import type { ColumnType, Generated } from 'kysely'
import type { SessionKind } from '../../hotel/accounts/session.ts'
import type { DeliveryState } from '../../hotel/deliveries/delivery.ts'
import type { Purpose } from '../../hotel/deliveries/destination.ts'
import type { Alert } from '../../hotel/deliveries/retry.ts'
import type { AlarmKind, AlarmState } from '../../hotel/desk/alarm.ts'
import type { LogClass } from '../../hotel/log/retention.ts'
import type { LastWord, PropertyCall } from '../../hotel/property/property.ts'
import type { MarkKind } from '../../hotel/rooms/room-mark.ts'
import type { NodeState } from '../../hotel/nodes/node.ts'
import type { Source, WakeupState } from '../../hotel/wakeups/wakeup.ts'
import type { Proof } from '../../hotel/wakeups/proof.ts'
import type { Outcome, WakeupList } from '../../hotel/wakeups/wakeup-outcome.ts'

/**
 * Every table, in the plain common denominator of both databases: text ids, instants as integer milliseconds,
 * money as integer minor units plus scale, booleans as 0/1, JSON as text. An empty `tenant` means "of no tenant".
 * A column that holds one word of several has the type of the hotel's own words.
 */
export interface Schema {
  meta: MetaTable
  setting: SettingTable
  language: LanguageTable
  node: NodeTable
  home: HomeTable
  errand: ErrandTable
  tenant: TenantTable
  account: AccountTable
  pin: PinTable
  session: SessionTable
  mailbox: MailboxTable
  guest: GuestTable
  room: RoomTable
  category: CategoryTable
  item: ItemTable
  status_type: StatusTypeTable
  room_status: RoomStatusTable
  room_mark: RoomMarkTable
  line: LineTable
  destination: DestinationTable
  former_destination: FormerDestinationTable
  prompt: PromptTable
  prompt_audio: PromptAudioTable
  phrase_audio: PhraseAudioTable
  wakeup: WakeupTable
  attempt: AttemptTable
  alarm: AlarmTable
  activity: ActivityTable
  seal: SealTable
  seal_anchor: SealAnchorTable
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
  receipt: ReceiptTable
  property_call: PropertyCallTable
}

export type Flag = 0 | 1
/** Starts at 0 when a row does not say. */
type Defaulted = ColumnType<number, number | undefined, number>
/** Starts empty when a row does not say. */
type DefaultedText = ColumnType<string, string | undefined, string>

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

/** Every language that was ever spoken here, with its number, which no other gets: also of those that are gone. */
interface LanguageTable {
  tag: string
  number: number
}

/** A process that serves, rings and delivers. Never in a backup: who runs is no business of a copy. */
interface NodeTable {
  lease: string
  name: string
  address: string
  version: string
  beat: number
  state: NodeState
  joined_at: number
  /** When it was declared lost. */
  lost_at: ColumnType<number | null, number | null | undefined, number | null>
  machine: DefaultedText
  arranged: DefaultedText
  /** What it says of itself, in JSON. */
  facts: string
}

/** On which node a house lives. */
interface HomeTable {
  house: string
  lease: string | null
  wanted: DefaultedText
  since: number
}

/** What one node asks another for, until it is answered. */
interface ErrandTable {
  id: string
  lease: string
  house: string | null
  kind: string
  /** Encrypted, as the answer is. */
  question: string
  is_taken: Defaulted
  answer: string | null
  asked_at: number
}

interface TenantTable {
  id: string
  name: string
  timezone: string | null
  wakeup: string | null
}

/** What unlocks a screen where the account has signed in, or says by telephone who calls. */
interface PinTable {
  account: string
  purpose: string
  hash: string
}

/** A screen where an account has signed in, under a hash of the token that its browser holds. Never in a backup. */
interface SessionTable {
  token: string
  id: string
  account: string
  tenant: string
  kind: SessionKind
  made_at: number
  seen_at: number
  locked_at: number | null
  ends_at: number
  pin_tries: number
  address: string
  agent: string
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
  floor: DefaultedText
  section: DefaultedText
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
  /** The property system that told of the guest, and its number of the reservation; empty for any other guest. */
  system: DefaultedText
  reservation: DefaultedText
  /** The day of departure, `20261115`. */
  departs: string | null
  came_from: DefaultedText
}

/** A wakeup call that a property system asked for, and what it was told of it. */
interface PropertyCallTable {
  id: string
  system: string
  tenant: string
  room: string
  date: string
  time: string
  wakeup: string | null
  asked_at: number
  state: PropertyCall['state']
  word: LastWord | null
  told_at: number | null
  /** When it was to ring, of a call that was made here and told to the system. */
  announced_for: number | null
}

/** The custom room list of the inventory; a tenant without rows here uses its mailboxes. */
interface RoomTable {
  tenant: string
  number: string
  floor: DefaultedText
  section: DefaultedText
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
  /** Empty: those of the site. */
  currency: DefaultedText
  tax_rate: DefaultedText
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

/** What staff must heed at the door; one of a kind for each room. */
interface RoomMarkTable {
  tenant: string
  room: string
  mark: MarkKind
  set_at: number
  until: number | null
  note: string
  actor: string
}

interface LineTable {
  name: string
  tenant: string
  config: string
}

/** Where messages go: connectors (`charge`) and room-status servers (`room-status`). */
interface DestinationTable {
  purpose: Purpose
  name: string
  tenant: string
  config: string
  /** A list in JSON; empty for one that is told nothing besides. */
  events: DefaultedText
  /** The last sequence number given to a message for this destination. */
  sequence: number
  /** Attempts that failed since the last one that did not, and since when. */
  failures: Defaulted
  failing_since: number | null
  /** How often it was tried whether it is back; nothing is sent before the next time. */
  probes: Defaulted
  probe_at: number | null
  /** Messages in a row that were not answered at all. */
  unanswered: Defaulted
  /** What the desk was told of it last. */
  told: ColumnType<Alert | '', Alert | '' | undefined, Alert | ''>
  /** When and why it was disabled by the system itself. */
  disabled_at: number | null
  disabled_why: DefaultedText
}

/** How far the numbers of a deleted destination had come: receivers and folios go by them. */
type FormerDestinationTable = Pick<DestinationTable, 'purpose' | 'name' | 'tenant' | 'sequence'>

interface PromptTable {
  id: number
  tenant: string
  description: string
  text: string
  language: string | null
}

/** A recording in the place of a prompt's text: G.711 mu-law at 8 kHz, as base64. */
interface PromptAudioTable {
  tenant: string
  prompt: number
  /** What is spoken in it. */
  language: string
  audio: string
  ms: number
  recorded_at: number
}

interface PhraseAudioTable {
  language: string
  /** Its name, as in an address. */
  phrase: string
  audio: string
  ms: number
  recorded_at: number
}

interface WakeupTable {
  id: string
  tenant: string
  room: string
  /** The list that shows it. */
  list: WakeupList
  state: WakeupState
  outcome: Outcome | null
  /** What the system itself found, kept when an operator overwrites the outcome. */
  machine_outcome: Outcome | null
  /** What shows it. */
  proof: Proof | null
  scheduled_at: number
  /** The wall time asked for, and its zone; null when an exact instant was asked for. */
  wall: string | null
  zone: string
  /** Empty for a single call, otherwise the weekdays: `mon,tue,...`. */
  days: string
  until: string | null
  /** Days of a series that are left out: `20261116,20261118`. */
  skipped: string
  /** The series that a finished occurrence came from. */
  series: string | null
  confirm: Flag
  prompt: number
  attempts: number
  snoozes: number
  /** Who asked for it, and who acted on it last. */
  asked_by: string
  actor: string
  source: Source
  created_at: number
  settled_at: number | null
  /** When the present attempt is due by the hotel's rule; its grace time counts from here. */
  due_at: number
  /** When it is looked at next: then, or later, while no line can carry it. */
  next_at: number
  /** How often it was dialled, whether that counts as an attempt or not. */
  dials: Defaulted
  /** Attempts since the call was due or snoozed. */
  tries: Defaulted
  line_troubles: Defaulted
  /** When the room was first rung for it. */
  dialled_at: number | null
  /** What came of ringing it last. */
  last_outcome: Outcome | null
  /** The id under which the present occurrence of a series is told and will be kept. */
  occurrence: string | null
  /** Another call of the same room and minute, which rings for both. */
  follows: string | null
  /** The process that has claimed it, and until when. Any change of the call ends the claim. */
  lease: string | null
  lease_until: number | null
}

/** Ringing a room once. A row without an end was cut off, unless a running process has it. */
interface AttemptTable {
  tenant: string
  /** The call, or the occurrence of a series. */
  wakeup: string
  number: number
  /** The row of the call, which for a series is not the occurrence. */
  call: string
  room: string
  /** The process that rings. */
  claimer: string
  line: string
  started_at: number
  /** What another process needs to hang up (JSON), written before the phone hears of it. */
  handle: string | null
  answered_at: number | null
  /** When so much of the announcement had been heard that the answer counts for good. */
  heard_at: number | null
  keys: string
  ended_at: number | null
  result: string | null
}

/** Something that the desk must know, until it is acknowledged there. */
interface AlarmTable {
  id: string
  tenant: string
  kind: AlarmKind
  /** What it is about: a call, a line; one open alarm of a kind for each. */
  subject: string
  room: string
  text: string
  detail: string
  raised_at: number
  /** `open`, `acknowledged` (by the desk) or `over` (the cause is gone). */
  state: AlarmState
  ended_by: string | null
  ended_at: number | null
  note: string
  /** When it is told again. */
  next_at: number
  /** How often it was passed on, since when those are told who are told now, and how often they were rung. */
  step: number
  step_at: number
  step_calls: number
  known: number
  known_at: number | null
  calls: number
  mails: number
  mailed_at: number | null
  posts: number
  posted_at: number | null
}

interface ActivityTable {
  id: Generated<number>
  tenant: string
  /** Rows of a class are kept equally long. */
  class: LogClass
  at: number
  kind: string
  room: string
  actor: string
  source: Source
  wakeup: string | null
  /** The charge that it tells of, also in its detail: to find it by. */
  charge: string | null
  text: string
  detail: string
}

/** A chain over each tenant's log: a row's digest, bound to the one before it. Kept when the row itself is purged. */
interface SealTable {
  tenant: string
  /** Given out for all tenants together. */
  number: number
  activity: number
  at: number
  kind: string
  digest: string
  hash: string
}

/** The last seal that was dropped from the beginning of a tenant's chain. */
interface SealAnchorTable {
  tenant: string
  number: number
  hash: string
}

interface DeliveryTable {
  id: string
  purpose: Purpose
  /** The tenant whose destination it is; empty for one that all tenants share. */
  owner: string
  destination: string
  /** The tenant that it tells of. */
  tenant: string
  kind: string
  room: string
  sequence: number
  state: DeliveryState
  attempts: number
  /** How many of those came soon after the one before. */
  quick: Defaulted
  next_at: number
  created_at: number
  payload: string
  /** What a connector must find again when it sends once more (JSON). */
  memo: string | null
  /** How often it was uncertain whether it had arrived. */
  doubts: Defaulted
  /** Who asked for its next attempt; empty when it is due by time. */
  triggered_by: DefaultedText
  /** Why it was refused, is uncertain or was given up. */
  note: DefaultedText
  told: ColumnType<Flag, Flag | undefined, Flag>
  /** The charge was taken back. */
  withdrawn: ColumnType<Flag, Flag | undefined, Flag>
  /** From the payload, to find it by; null for what tells of no charge. */
  charge: string | null
  item: string | null
  quantity: number | null
  total: string | null
  done_by: string | null
  /** The posting number in the memo. */
  posting: number | null
  /** The call that it tells of. */
  wakeup: string | null
  /** What it tells, in one line. */
  summary: DefaultedText
}

interface DeliveryAttemptTable {
  tenant: string
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
  tenant: string
  scope: string
  key: string
  fingerprint: string
  answer: string
  at: number
}
