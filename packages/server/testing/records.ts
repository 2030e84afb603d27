import type { Account } from '../src/hotel/accounts/account.ts'
import type { Session } from '../src/hotel/accounts/session.ts'
import type { Alarm } from '../src/hotel/desk/alarm.ts'
import type { Category, Item } from '../src/hotel/inventory/charge.ts'
import { type Delivery, UNSENT } from '../src/hotel/deliveries/delivery.ts'
import { type Destination, destinationInForce } from '../src/hotel/deliveries/destination.ts'
import type { CustomRoom, Mailbox } from '../src/hotel/rooms/room.ts'
import type { RoomMark } from '../src/hotel/rooms/room-mark.ts'
import type { RoomStatus, StatusType } from '../src/hotel/rooms/room-status.ts'
import { type Line, lineInForce, type WrittenLine } from '../src/hotel/settings/line.ts'
import type { Node } from '../src/hotel/nodes/node.ts'
import { NO_FACTS } from '../src/hotel/nodes/node-facts.ts'
import type { Prompt, Tenant } from '../src/hotel/site/site.ts'
import type { Guest } from '../src/hotel/rooms/stay.ts'
import { unrung, type Wakeup } from '../src/hotel/wakeups/wakeup.ts'
import type { Activity } from '../src/store/stores/activity-store.ts'
import type { Attempt } from '../src/store/stores/attempt-store.ts'
import type { Receipt } from '../src/hotel/log/receipt.ts'
import type { Seal } from '../src/store/stores/seal-store.ts'

// One ordinary thing of each kind; a test says only what matters to it.

export const NOON = 1_800_000_000_000

export const account = (of: Partial<Account> = {}): Account => ({
  username: 'desk',
  tenant: '',
  passwordHash: '$argon2id$',
  permissions: ['frontdesk'],
  disabled: false,
  ...of,
})

export const activity = (of: Partial<Activity> = {}): Omit<Activity, 'id'> => ({
  at: NOON,
  tenant: '',
  kind: 'wakeup.created',
  room: '101',
  actor: 'desk',
  source: 'rest',
  wakeup: null,
  text: '',
  detail: {},
  ...of,
})

export const alarm = (of: Partial<Alarm> = {}): Alarm => ({
  id: 'a',
  tenant: '',
  kind: 'wakeup.failed',
  subject: 'w',
  room: '101',
  text: 'Nobody answered',
  detail: {},
  raisedAt: NOON,
  state: 'open',
  endedBy: null,
  endedAt: null,
  note: '',
  nextAt: NOON,
  step: 0,
  stepAt: NOON,
  stepCalls: 0,
  known: 0,
  knownAt: null,
  calls: 0,
  mails: 0,
  mailedAt: null,
  posts: 0,
  postedAt: null,
  ...of,
})

export const attempt = (of: Partial<Attempt> = {}): Attempt => ({
  tenant: '',
  wakeup: 'w',
  number: 1,
  call: 'w',
  room: '101',
  claimer: 'runner',
  line: 'trunk',
  startedAt: NOON,
  handle: null,
  answeredAt: null,
  heardAt: null,
  keys: '',
  endedAt: null,
  result: null,
  ...of,
})

export const category = (of: Partial<Category> = {}): Category => ({
  tenant: '',
  id: '1',
  description: 'Drinks',
  color: '#3366cc',
  ...of,
})

export const customRoom = (of: Partial<CustomRoom> = {}): CustomRoom => ({
  tenant: '',
  number: 'SPA',
  floor: '',
  section: '',
  ...of,
})

export const delivery = (of: Partial<Delivery> = {}): Delivery => ({
  id: 'd',
  purpose: 'charge',
  owner: '',
  destination: 'pms',
  tenant: '',
  kind: 'inventory.charged',
  room: '101',
  sequence: 1,
  nextAt: NOON,
  createdAt: NOON,
  payload: {},
  ...UNSENT,
  ...of,
})

export const destination = (of: Partial<Omit<Destination, 'settings'>> = {}): Destination =>
  destinationInForce({
    purpose: 'charge',
    name: 'pms',
    tenant: '',
    config:
      of.purpose === 'room-status'
        ? { url: 'http://10.0.0.7/' }
        : { type: 'webhook', url: 'http://10.0.0.5/' },
    sequence: 0,
    ...of,
  })

export const guest = (of: Partial<Guest> = {}): Guest => ({
  id: 'g',
  tenant: '',
  room: '101',
  name: 'Smith',
  language: null,
  vip: false,
  arrivedAt: NOON,
  system: '',
  reservation: '',
  departs: null,
  cameFrom: '',
  ...of,
})

export const item = (of: Partial<Item> = {}): Item => ({
  tenant: '',
  id: '1',
  description: 'Water',
  category: '1',
  max: 0,
  price: { minor: 450, scale: 2 },
  currency: '',
  taxRate: '',
  ...of,
})

export const line = (of: Partial<WrittenLine> = {}): Line =>
  lineInForce({ name: 'trunk', tenant: '', config: { uri: 'sip:trunk@10.0.0.2' }, ...of })

export const mailbox = (of: Partial<Mailbox> = {}): Mailbox => ({
  tenant: '',
  number: '101',
  extension: '101',
  name: '',
  language: null,
  vip: false,
  floor: '',
  section: '',
  ...of,
})

export const prompt = (of: Partial<Prompt> = {}): Prompt => ({
  id: 1,
  tenant: '',
  description: 'Morning',
  text: 'Good morning',
  language: null,
  ...of,
})

export const receipt = (of: Partial<Receipt> = {}): Receipt => ({
  tenant: '',
  scope: 'desk POST /rest/wakeup',
  key: 'k',
  fingerprint: 'f',
  answer: '{}',
  at: NOON,
  ...of,
})

export const roomMark = (of: Partial<RoomMark> = {}): RoomMark => ({
  tenant: '',
  room: '101',
  mark: 'dnd',
  setAt: NOON,
  until: null,
  note: '',
  actor: 'maid',
  ...of,
})

export const roomStatus = (of: Partial<RoomStatus> = {}): RoomStatus => ({
  tenant: '',
  room: '101',
  status: '1',
  description: 'Clean',
  changedAt: NOON,
  actor: 'maid',
  ...of,
})

export const seal = (of: Partial<Seal> = {}): Seal => ({
  tenant: '',
  number: 1,
  activity: 1,
  at: NOON,
  kind: 'wakeup.created',
  digest: 'd',
  hash: 'h',
  ...of,
})

export const session = (of: Partial<Session> = {}): Session => ({
  id: 's',
  token: 'hash',
  account: 'desk',
  tenant: '',
  kind: 'person',
  madeAt: NOON,
  seenAt: NOON,
  lockedAt: null,
  endsAt: NOON + 57_600_000,
  pinTries: 0,
  address: '10.0.0.20',
  agent: 'Firefox',
  ...of,
})

export const statusType = (of: Partial<StatusType> = {}): StatusType => ({
  tenant: '',
  id: '1',
  description: 'Clean',
  condition: null,
  ...of,
})

export const tenant = (of: Partial<Tenant> = {}): Tenant => ({
  id: 't',
  name: 'Tower',
  timezone: null,
  wakeup: null,
  ...of,
})

export const wakeup = (of: Partial<Wakeup> = {}): Wakeup => ({
  id: 'w',
  tenant: '',
  room: '101',
  list: 'pending',
  state: 'pending',
  outcome: null,
  machineOutcome: null,
  proof: null,
  scheduledAt: NOON,
  wall: null,
  zone: 'Europe/Zurich',
  days: [],
  until: null,
  skipped: [],
  series: null,
  confirm: false,
  prompt: 0,
  attempts: 0,
  snoozes: 0,
  askedBy: 'desk',
  actor: 'desk',
  source: 'rest',
  createdAt: NOON,
  settledAt: null,
  ...unrung(of.scheduledAt ?? NOON),
  occurrence: null,
  ...of,
})

export const node = (of: Partial<Node> = {}): Node => ({
  lease: 'a1',
  name: 'a',
  address: 'http://10.0.0.11:8080',
  version: '0.1.0',
  beat: 0,
  state: 'up',
  joinedAt: NOON,
  machine: 'm1',
  arranged: '',
  facts: NO_FACTS,
  ...of,
})
