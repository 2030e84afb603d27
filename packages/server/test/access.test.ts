import { ENTRIES, type SiteFile } from '@reveille/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Permission } from '../src/hotel/accounts/account.ts'
import { raise } from '../src/hotel/desk/alarm.ts'
import { basic, EAST, EVENING, type Hotel, openHotel, SITE } from './hotel.ts'
import { Screen } from './screen.ts'
import { builtConsole } from './built-console.ts'
import { builtGuide } from './built-guide.ts'
import { mustBePromised } from './promised.ts'
import { scriptedConnector } from './scripted-connector.ts'
import { guest } from '../testing/records.ts'
import { tone, wavFile } from '../testing/wav-files.ts'
import { PATIENCE } from '../testing/eventually.ts'

/** Someone for every set of permissions that a route asks for, and for every set that lacks just one. */
const EXACTLY: Readonly<Record<string, string>> = {
  '': 'guest',
  inventory: 'maid',
  frontdesk: 'desk',
  correct: 'auditor',
  review: 'reviewer',
  administrator: 'chief',
  'inventory administrator': 'keeper',
}
const LACKING: Readonly<Record<Permission, string>> = {
  inventory: 'manager',
  frontdesk: 'keeper',
  correct: 'boss',
  review: 'boss',
  administrator: 'clerk',
}
/** Has every permission but these. */
const WITHOUT: Readonly<Record<string, string>> = {
  'inventory correct review administrator': 'desk',
  'correct administrator': 'clerk',
  'review administrator': 'clerk',
  'frontdesk administrator': 'cashier',
}
/** Has every permission, in another tenant. */
const STRANGER = 'nyboss'

const account = (username: string, ...permissions: Permission[]) => ({
  username,
  password: `${username}-pw`,
  permissions,
})

const SPARE = '99999999-2222-4333-8444-555555555555'

/** What belongs to the East wing bears one of these marks. */
const MARKS = [EAST, 'East', 'E-70', '9090']

const HOUSE: SiteFile = {
  ...SITE,
  tenants: [...(SITE.tenants ?? []), { id: SPARE, name: 'Nobody yet' }],
  users: [
    ...(SITE.users ?? []),
    account('auditor', 'correct'),
    account('reviewer', 'review'),
    account('chief', 'administrator'),
    account('cashier', 'inventory', 'correct'),
    account('clerk', 'inventory', 'frontdesk'),
    account('manager', 'frontdesk', 'administrator'),
    account('keeper', 'inventory', 'administrator'),
    { ...account('Eastmaid'), tenant: EAST },
    { ...account('9090'), tenant: EAST },
  ],
  mailboxes: [
    ...(SITE.mailboxes ?? []),
    ...['E-700', 'E-701', 'E-702'].map((number) => ({ number, tenant: EAST })),
  ],
  inventory: {
    ...SITE.inventory,
    rooms: ['E-700', 'E-701'].map((number) => ({ number, tenant: EAST })),
    categories: [
      ...(SITE.inventory?.categories ?? []),
      { id: '90900', description: 'Eastern', tenant: EAST },
    ],
    items: [
      ...(SITE.inventory?.items ?? []),
      { id: '90901', description: 'East wine', category: '90900', max: 5, price: '9.00', tenant: EAST },
    ],
    connectors: [{ name: 'Eastbar', type: 'webhook', url: 'http://10.0.0.5/charges', tenant: EAST }],
  },
  roomStatus: {
    types: [...(SITE.roomStatus?.types ?? []), { id: '90902', description: 'East clean', tenant: EAST }],
    servers: [{ name: 'Eastserver', url: 'http://10.0.0.7/status', tenant: EAST }],
  },
  prompts: [{ id: 90903, description: 'East greeting', tenant: EAST }],
  telephony: { mode: 'sip', lines: [{ name: 'Eastline', uri: 'sip:voice@hotel.example', tenant: EAST }] },
}

type Fields = Readonly<Record<string, string>>

/**
 * What someone of another tenant meets: 404 or 403, a list of their own things (`own`) or an empty one (`empty`),
 * or, for what belongs to no tenant, the same as everybody (`same`).
 */
type Abroad = 400 | 404 | 403 | 'own' | 'empty' | 'same'

/** Screens that are not open. */
const SCREENS = ['locked', 'display'] as const
type ScreenKind = (typeof SCREENS)[number]

interface Door {
  /** The route as it is registered. */
  readonly route: string
  /** The request that stands for it; {call}, {pending}, {deleted}, {series}, {charge}, {other}, {delivery}, {alarm}, {session} and {test} are filled in. */
  readonly url?: string
  readonly needs?: readonly Permission[]
  /** One of these is enough. */
  readonly oneOf?: readonly Permission[]
  readonly body?: Fields
  /** In place of a form. */
  readonly file?: Uint8Array
  readonly abroad: Abroad
  readonly headers?: Fields
  /** What those may expect who are let in; 200 when left out. */
  readonly allowed?: number
  /** Screens that it opens to besides open ones; left out: all for what everybody may read, otherwise none. */
  readonly screens?: readonly ScreenKind[]
}

const WAV = { 'content-type': 'audio/wav' }
const STAFF = ['inventory'] as const
const DESK = ['frontdesk'] as const
const ADMIN = ['administrator'] as const
const SEES = ['inventory', 'correct', 'review', 'administrator'] as const
const CORRECTS = ['correct', 'administrator'] as const
const REVIEWS = ['review', 'administrator'] as const
const RECEPTION = ['frontdesk', 'administrator'] as const
const KEEPS = ['inventory', 'administrator'] as const

/** The five doors of something that is listed, added, read, changed and removed. */
function fiveDoors(
  base: string,
  {
    key = ':key',
    id,
    add,
    change,
    uses = ADMIN,
    keeps = ADMIN,
  }: {
    key?: string
    id: string
    add: Fields
    change: Fields
    uses?: readonly Permission[]
    keeps?: readonly Permission[]
  },
): Door[] {
  const one = { url: `${base}/${id}`, abroad: 404 } as const
  return [
    { route: `POST ${base}`, needs: keeps, body: { ...add, tenant: EAST }, abroad: 404, allowed: 201 },
    { route: `GET ${base}`, needs: uses, abroad: 'own' },
    { route: `GET ${base}/${key}`, needs: uses, ...one },
    { route: `PUT ${base}/${key}`, needs: keeps, body: change, ...one },
    { route: `DELETE ${base}/${key}`, needs: keeps, ...one },
  ]
}

const GUEST = guest({
  id: '8f9619ff-8b86-4011-b42d-00cf4fc964ff',
  tenant: EAST,
  room: '110',
  name: 'Eastwick',
})

const ALARM = raise(
  {
    id: '7f9619ff-8b86-4011-b42d-00cf4fc964ff',
    tenant: EAST,
    kind: 'wakeup.failed',
    subject: 'call',
    room: 'E-700',
    text: 'Nobody answered',
    detail: { outcome: 'no-answer', scheduled: '2026-11-15T07:00:00+01:00' },
  },
  EVENING,
)

/** Every door of the interface, in an order in which those who are let in can go through all of them. */
const DOORS: readonly Door[] = [
  { route: 'GET /rest/wakeup/list', abroad: 'own' },
  { route: 'GET /rest/wakeup/list/print', abroad: 'own' },
  { route: 'GET /rest/wakeup/list/:type', url: '/rest/wakeup/list/pending', abroad: 'own' },
  { route: 'POST /rest/wakeup', body: { room: 'E-701', time: '0630' }, abroad: 404, allowed: 201 },
  { route: 'GET /rest/wakeup/forecast', abroad: 'empty' },
  { route: 'POST /rest/wakeup/preview', body: { room: 'E-701', time: '0630' }, abroad: 404 },
  { route: 'POST /rest/wakeup/course', needs: ADMIN, body: { phone: 'busy' }, abroad: 'same' },
  {
    route: 'POST /rest/wakeup/course/audio',
    needs: ADMIN,
    // It may be heard twice a second; a language that is not spoken here is refused as often as one likes.
    body: { language: 'tlh' },
    allowed: 400,
    abroad: 400,
  },
  { route: 'GET /rest/wakeup/:id', url: '/rest/wakeup/{call}', abroad: 404 },
  { route: 'GET /rest/wakeup/:id/dossier', url: '/rest/wakeup/{call}/dossier', abroad: 404 },
  {
    route: 'POST /rest/wakeup/:id/reschedule',
    url: '/rest/wakeup/{pending}/reschedule',
    body: { time: '0645' },
    abroad: 404,
    allowed: 201,
  },
  {
    route: 'POST /rest/wakeup/:id/restore',
    url: '/rest/wakeup/{deleted}/restore',
    abroad: 404,
    allowed: 201,
  },
  { route: 'POST /rest/wakeup/:id/skip', url: '/rest/wakeup/{series}/skip', abroad: 404 },
  { route: 'PUT /rest/wakeup/:id', url: '/rest/wakeup/{call}', body: { result: '1' }, abroad: 404 },
  { route: 'DELETE /rest/wakeup/:id', url: '/rest/wakeup/{call}', abroad: 404 },

  {
    route: 'POST /rest/isi/charge',
    needs: STAFF,
    body: { id: '90901', quantity: '1', room: 'E-700' },
    abroad: 404,
  },
  {
    route: 'POST /rest/isi/basket',
    needs: STAFF,
    body: { items: '[{"id":"90901","quantity":1}]', room: 'E-700' },
    abroad: 404,
    allowed: 201,
  },
  { route: 'POST /rest/isi/check', needs: STAFF, body: { room: 'E-700' }, abroad: 404 },
  { route: 'GET /rest/isi/check', needs: STAFF, abroad: 'own' },
  { route: 'GET /rest/isi/charge', oneOf: SEES, abroad: 'own' },
  { route: 'GET /rest/isi/charge/:id', url: '/rest/isi/charge/{charge}', oneOf: SEES, abroad: 404 },
  {
    route: 'POST /rest/isi/charge/:id/void',
    url: '/rest/isi/charge/{charge}/void',
    oneOf: CORRECTS,
    body: { reason: 'Wrong room' },
    abroad: 404,
  },
  {
    route: 'POST /rest/isi/charge/:id/correct',
    url: '/rest/isi/charge/{other}/correct',
    oneOf: CORRECTS,
    body: { quantity: '1', reason: 'One was there' },
    abroad: 404,
    allowed: 201,
  },
  { route: 'GET /rest/isi/room', needs: STAFF, abroad: 'own' },
  ...fiveDoors('/rest/isi/category', {
    key: ':id',
    id: '90910',
    add: { id: '90910', description: 'East snacks' },
    change: { description: 'East bites' },
    uses: STAFF,
    keeps: KEEPS,
  }),
  ...fiveDoors('/rest/isi/item', {
    key: ':id',
    id: '90911',
    add: { id: '90911', description: 'East juice', category: '90900' },
    change: { price: '2.50' },
    uses: STAFF,
    keeps: KEEPS,
  }),

  { route: 'POST /rest/rsi/change', body: { id: '90902', room: 'E-700' }, abroad: 404 },
  {
    route: 'POST /rest/rsi/changes',
    body: { changes: '[{"id":"90902","room":"E-700"}]' },
    abroad: 404,
  },
  { route: 'GET /rest/rsi/room', abroad: 'own' },
  { route: 'GET /rest/rsi/room/:room', url: '/rest/rsi/room/E-700', abroad: 404 },
  { route: 'GET /rest/room', abroad: 'own' },
  { route: 'GET /rest/room/:number', url: '/rest/room/E-700', abroad: 404 },
  { route: 'GET /rest/room/:number/history', url: '/rest/room/E-700/history', abroad: 404 },
  ...(['PUT', 'DELETE'] as const).map((method) => ({
    route: `${method} /rest/room/:number/mark/:mark`,
    url: '/rest/room/E-700/mark/dnd',
    ...(method === 'PUT' ? { body: { note: 'Sleeps in' } } : {}),
    abroad: 404 as const,
  })),
  ...fiveDoors('/rest/rsi/status', {
    key: ':id',
    id: '90912',
    add: { id: '90912', description: 'East dirty' },
    change: { description: 'East dusty' },
    uses: [],
  }),

  { route: 'GET /rest/system', abroad: 'same' },
  { route: 'GET /rest/session', abroad: 'same' },

  {
    route: 'POST /rest/mailbox/:number/checkin',
    url: '/rest/mailbox/E-701/checkin',
    needs: DESK,
    body: { name: 'Eastwood' },
    abroad: 404,
  },
  {
    route: 'POST /rest/mailbox/:number/move',
    url: '/rest/mailbox/E-701/move',
    needs: DESK,
    body: { to: 'E-702' },
    abroad: 404,
  },
  {
    route: 'POST /rest/mailbox/:number/checkout',
    url: '/rest/mailbox/E-702/checkout',
    needs: DESK,
    abroad: 404,
  },

  { route: 'GET /rest/guest', oneOf: RECEPTION, abroad: 'own' },
  {
    route: 'PUT /rest/guest/:id',
    url: `/rest/guest/${GUEST.id}`,
    oneOf: RECEPTION,
    body: { vip: 'true' },
    abroad: 404,
  },
  { route: 'DELETE /rest/guest/:id', url: `/rest/guest/${GUEST.id}`, oneOf: RECEPTION, abroad: 404 },

  // From the first event on, so that something is told.
  { route: 'GET /rest/events', headers: { 'last-event-id': '0' }, abroad: 'own' },
  { route: 'GET /rest/log', oneOf: REVIEWS, abroad: 'own' },
  { route: 'GET /rest/report/wakeup', oneOf: REVIEWS, abroad: 'empty' },
  { route: 'GET /rest/report/inventory', oneOf: REVIEWS, abroad: 'empty' },
  { route: 'GET /rest/report/roomstatus', oneOf: REVIEWS, abroad: 'empty' },
  { route: 'GET /rest/report/delivery', oneOf: REVIEWS, abroad: 'empty' },
  { route: 'GET /rest/report/turnround', oneOf: REVIEWS, abroad: 'same' },
  { route: 'GET /rest/alarm', abroad: 'own' },
  { route: 'GET /rest/alarm/:id', url: '/rest/alarm/{alarm}', abroad: 404 },
  { route: 'POST /rest/alarm/:id/acknowledge', url: '/rest/alarm/{alarm}/acknowledge', abroad: 404 },
  // Of one that is known by now.
  {
    route: 'POST /rest/alarm/acknowledge',
    body: { ids: `["${ALARM.id}"]` },
    abroad: 404,
  },
  { route: 'GET /rest/system/line', oneOf: REVIEWS, abroad: 'own' },
  { route: 'GET /rest/system/check', oneOf: REVIEWS, abroad: 403 },
  { route: 'GET /rest/system/node', oneOf: REVIEWS, abroad: 403 },
  {
    route: 'POST /rest/system/node/:name/drain',
    url: '/rest/system/node/a/drain',
    needs: ADMIN,
    body: {},
    abroad: 403,
    // There is no node of that name.
    allowed: 404,
  },
  { route: 'GET /rest/system/seal', oneOf: REVIEWS, abroad: 403 },
  { route: 'POST /rest/system/mail', needs: ADMIN, body: { to: 'desk@hotel.example' }, abroad: 403 },
  { route: 'GET /rest/system/backup', needs: ADMIN, abroad: 403 },
  { route: 'POST /rest/system/backup', needs: ADMIN, body: {}, abroad: 403, allowed: 201 },
  {
    route: 'GET /rest/system/backup/:name',
    url: '/rest/system/backup/reveille-20200101-000000.backup',
    needs: ADMIN,
    abroad: 403,
    // Nobody has made that one.
    allowed: 404,
  },
  { route: 'GET /rest/system/doctor', needs: ADMIN, abroad: 403 },
  {
    route: 'POST /rest/system/report',
    body: { build: '1', page: '/today', message: 'x', stack: '' },
    abroad: 'same',
    screens: SCREENS,
  },
  // This is no demonstration.
  { route: 'POST /rest/setup/leave', needs: ADMIN, body: { name: 'Grand Hotel' }, abroad: 403, allowed: 409 },
  { route: 'GET /rest/delivery', oneOf: REVIEWS, abroad: 'own' },
  { route: 'GET /rest/delivery/:id', url: '/rest/delivery/{delivery}', oneOf: REVIEWS, abroad: 404 },
  {
    route: 'GET /rest/delivery/:id/wire',
    url: '/rest/delivery/{delivery}/wire',
    oneOf: REVIEWS,
    abroad: 404,
  },
  {
    route: 'POST /rest/delivery/:id/replay',
    url: '/rest/delivery/{delivery}/replay',
    needs: ADMIN,
    abroad: 404,
  },
  {
    route: 'POST /rest/delivery/replay',
    needs: ADMIN,
    body: { destination: 'Eastbar', since: '202601010000' },
    abroad: 404,
  },
  {
    route: 'POST /rest/delivery/:id/settle',
    url: '/rest/delivery/{delivery}/settle',
    needs: ADMIN,
    body: { as: 'drop', reason: 'Paid in cash' },
    abroad: 404,
  },
  {
    route: 'POST /rest/delivery/settle',
    needs: ADMIN,
    body: { destination: 'Eastbar', as: 'drop', reason: 'Paid in cash' },
    abroad: 404,
  },
  { route: 'GET /rest/system/destination', oneOf: REVIEWS, abroad: 'own' },
  { route: 'GET /rest/system/destination/traffic', oneOf: REVIEWS, abroad: 'own' },

  { route: 'GET /rest/config/site', needs: ADMIN, abroad: 403 },
  { route: 'PUT /rest/config/site', needs: ADMIN, body: { company: 'Example' }, abroad: 403 },
  { route: 'GET /rest/config/tenant', needs: ADMIN, abroad: 'own' },
  { route: 'GET /rest/config/tenant/:key', url: `/rest/config/tenant/${EAST}`, needs: ADMIN, abroad: 404 },
  {
    route: 'PUT /rest/config/tenant/:key',
    url: `/rest/config/tenant/${EAST}`,
    needs: ADMIN,
    body: { name: 'East side' },
    abroad: 404,
  },
  {
    route: 'POST /rest/config/tenant',
    needs: ADMIN,
    body: { name: 'West wing' },
    abroad: 403,
    allowed: 201,
  },
  {
    route: 'DELETE /rest/config/tenant/:key',
    url: `/rest/config/tenant/${SPARE}`,
    needs: ADMIN,
    abroad: 403,
  },
  ...fiveDoors('/rest/config/user', {
    id: 'Eastcook',
    add: { username: 'Eastcook', password: 'pot-and-pan' },
    change: { permissions: 'inventory' },
  }),
  {
    route: 'PUT /rest/config/user/:key/phone-pin',
    url: '/rest/config/user/9090/phone-pin',
    needs: ADMIN,
    body: { pin: '2718' },
    abroad: 404,
  },
  {
    route: 'DELETE /rest/config/user/:key/phone-pin',
    url: '/rest/config/user/9090/phone-pin',
    needs: ADMIN,
    abroad: 404,
  },
  ...fiveDoors('/rest/config/mailbox', {
    id: 'E-709',
    add: { number: 'E-709' },
    change: { vip: 'true' },
  }),
  ...fiveDoors('/rest/config/room', {
    id: 'E-708',
    add: { number: 'E-708' },
    change: { section: 'East' },
  }),
  ...fiveDoors('/rest/config/line', {
    id: 'Eastphone',
    add: { name: 'Eastphone', uri: 'sip:other@hotel.example' },
    change: { calls: '2' },
  }),
  {
    route: 'POST /rest/config/line/try',
    needs: ADMIN,
    body: { uri: 'sip:nobody@hotel.example' },
    abroad: 'same',
  },
  {
    route: 'POST /rest/config/line/:key/test',
    url: '/rest/config/line/Eastline/test',
    needs: ADMIN,
    body: { extension: '101' },
    abroad: 404,
    allowed: 201,
  },
  {
    route: 'GET /rest/config/line/:key/test/:id',
    url: '/rest/config/line/Eastline/test/{test}',
    needs: ADMIN,
    abroad: 404,
  },
  ...fiveDoors('/rest/config/connector', {
    id: 'Eastpool',
    add: { name: 'Eastpool', type: 'webhook', url: 'http://10.0.0.8/charges' },
    change: { timeout: '5s' },
  }),
  ...fiveDoors('/rest/config/server', {
    id: 'Eastpush',
    add: { name: 'Eastpush', url: 'http://10.0.0.9/status' },
    change: { timeout: '5s' },
  }),
  ...(['connector/Eastbar', 'server/Eastserver'] as const).map((what) => ({
    route: `POST /rest/config/${what.replace(/\/.*/, '')}/:key/test`,
    url: `/rest/config/${what}/test`,
    needs: ADMIN,
    abroad: 404 as const,
  })),
  ...(['connector/Eastbar', 'server/Eastserver'] as const).map((what) => ({
    route: `POST /rest/config/${what.replace(/\/.*/, '')}/:key/signature`,
    url: `/rest/config/${what}/signature`,
    needs: ADMIN,
    body: { id: 'msg', timestamp: '1763190000', body: '{}', signature: 'v1,' },
    abroad: 404 as const,
  })),
  ...(['connector/Eastbar', 'server/Eastserver'] as const).map((what) => ({
    route: `POST /rest/config/${what.replace(/\/.*/, '')}/:key/clear`,
    url: `/rest/config/${what}/clear`,
    needs: ADMIN,
    body: { as: 'drop', reason: 'Closed for good' },
    abroad: 404 as const,
  })),
  ...(['connector', 'server'] as const).map((noun) => ({
    route: `POST /rest/config/${noun}/test`,
    needs: ADMIN,
    body: { name: `East${noun === 'connector' ? 'bar' : 'server'}`, url: 'http://10.0.0.5/charges' },
    abroad: 'same' as const,
  })),
  {
    route: 'GET /rest/config/connector/:key/trace',
    url: '/rest/config/connector/Eastbar/trace',
    needs: ADMIN,
    // It is no property system.
    allowed: 422,
    abroad: 404,
  },
  {
    route: 'POST /rest/config/connector/:key/resync',
    url: '/rest/config/connector/Eastbar/resync',
    needs: ADMIN,
    // It is no property system.
    allowed: 422,
    abroad: 404,
  },
  { route: 'GET /rest/config/session', needs: ADMIN, abroad: 'own' },
  {
    route: 'DELETE /rest/config/session/:id',
    url: '/rest/config/session/{session}',
    needs: ADMIN,
    abroad: 404,
  },
  {
    route: 'DELETE /rest/config/session',
    url: '/rest/config/session?account=Eastmaid',
    needs: ADMIN,
    abroad: 404,
  },
  ...fiveDoors('/rest/config/prompt', {
    id: '90913',
    add: { id: '90913', description: 'East farewell' },
    change: { text: 'Good night' },
  }),
  {
    route: 'POST /rest/config/prompt/speech',
    needs: ADMIN,
    // Whether one speaks depends on the machine; that this language is not spoken here does not.
    body: { text: 'Good morning', language: 'tlh' },
    allowed: 400,
    abroad: 400,
  },
  { route: 'GET /rest/prompt', abroad: 'own' },
  {
    route: 'POST /rest/config/mailbox/import',
    needs: ADMIN,
    body: { csv: 'number,name\nE-801,East', dry: 'true' },
    abroad: 'same',
  },
  { route: 'GET /rest/config/site-file', needs: ADMIN, abroad: 403 },
  { route: 'GET /rest/config/site-file/things', needs: ADMIN, abroad: 403 },
  ...(['PUT', 'GET', 'DELETE'] as const).map((method) => ({
    route: `${method} /rest/config/prompt/:key/audio`,
    url: '/rest/config/prompt/90903/audio',
    needs: ADMIN,
    ...(method === 'PUT' ? { file: wavFile({ channels: [tone(440, 8_000, 1)] }), headers: WAV } : {}),
    abroad: 404 as const,
  })),
  { route: 'GET /rest/config/phrase', needs: ADMIN, abroad: 'same' },
  // What is said is said in the whole site: a tenant's own people hear it, and change nothing.
  ...(['PUT', 'GET', 'DELETE'] as const).map((method) => ({
    route: `${method} /rest/config/phrase/:key/audio`,
    url: '/rest/config/phrase/good-morning/audio',
    needs: ADMIN,
    ...(method === 'PUT' ? { file: wavFile({ channels: [tone(440, 8_000, 1)] }), headers: WAV } : {}),
    abroad: method === 'GET' ? ('same' as const) : (403 as const),
  })),
]

/** What everybody does with a session of their own (sessions.test.ts), and the screens that it opens to besides open ones. */
const OWN: readonly Door[] = [
  { route: 'POST /rest/session/lock', abroad: 'same', body: {}, screens: ['locked'] },
  {
    route: 'POST /rest/session/unlock',
    abroad: 'same',
    body: { password: 'guest-pw' },
    screens: ['locked'],
  },
  { route: 'PUT /rest/session/pin', abroad: 'same', body: { password: 'guest-pw', pin: '271828' } },
  { route: 'DELETE /rest/session/pin', abroad: 'same' },
  { route: 'GET /rest/session/list', abroad: 'same', screens: [] },
  {
    route: 'DELETE /rest/session/list/:id',
    url: '/rest/session/list/11111111-2222-4333-8444-555555555555',
    abroad: 'same',
    allowed: 404,
  },
  {
    route: 'PUT /rest/session/password',
    abroad: 'same',
    body: { password: 'guess', newPassword: 'night-owl-7' },
    allowed: 403,
  },
  { route: 'DELETE /rest/session', abroad: 'same', screens: SCREENS },
]

/** Whoever comes here says in the body who they are. */
const SIGN_IN = 'POST /rest/session'
/** And here who they want to be (setup.test.ts). */
const CLAIM = 'POST /rest/setup/claim'

/** Open to all, with the address that stands for the route where they differ. */
const OPEN: readonly (readonly [route: string, url?: string])[] = [
  ['GET /welcome.json'],
  ['GET /healthz'],
  ['GET /readyz'],
  ['GET /openapi.json'],
  ['GET /docs'],
  ['GET /docs/json'],
  ['GET /docs/yaml'],
  ['GET /docs/static/index.html'],
  ['GET /docs/static/*', '/docs/static/swagger-ui.css'],
  ['GET /docs/guide'],
  ['GET /docs/guide/*', '/docs/guide/guide.css'],
  ['GET /'],
  ['GET /assets/*', '/assets/index-1.js'],
]

/** For administrators, and for a monitor with its token. */
const METRICS = 'GET /metrics'

interface Sight {
  readonly status: number
  readonly error: number
  /** What it shows of the East wing. */
  readonly marks: readonly string[]
  /** Rows of a report, or minutes of a forecast. */
  readonly rows: number
}

const NOTHING_OF_IT = { status: 200, error: 0, marks: [], rows: 0 }
const SIGHT: Readonly<Record<Abroad, Sight>> = {
  400: { ...NOTHING_OF_IT, status: 400, error: 1 },
  404: { ...NOTHING_OF_IT, status: 404, error: 3 },
  403: { ...NOTHING_OF_IT, status: 403, error: 5 },
  own: NOTHING_OF_IT,
  empty: NOTHING_OF_IT,
  same: NOTHING_OF_IT,
}

/** What an answer gives away; a refusal may repeat what it was asked for. */
function sightOf({ status, text, problem }: { status: number; text: string; problem: Reply }): Sight {
  const { error = 0, report = [], minutes = [] } = problem
  // Within a longer number, such as the bytes that are free on the disk, a mark is none.
  const isIn = (mark: string) => new RegExp(`(?<![0-9])${mark}[0-9]?(?![0-9])`).test(text)
  const marks = status < 300 ? MARKS.filter(isIn) : []
  // 2 is a room that was not found, 3 anything else.
  return { status, error: error === 2 ? 3 : error, marks, rows: report.length + minutes.length }
}

interface Reply {
  readonly error?: number
  readonly report?: readonly unknown[]
  /** Of a forecast. */
  readonly minutes?: readonly unknown[]
}

/** A stream of events has no end: what has happened until now is enough. */
async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (chunk.includes(': caught up with')) break
  }
  return Buffer.concat(chunks).toString()
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

interface Visitor {
  readonly user?: string
  /** In place of one of the account's own. */
  readonly screen?: Screen
  readonly password?: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

const FORM = 'application/x-www-form-urlencoded'

/** How visitors say who they are: each of the two must meet the same doors. */
const WAYS = ['by basic credentials', 'at a screen'] as const

describe.each(WAYS)('who may do what, %s', (way) => {
  let hotel: Hotel
  const console = builtConsole()
  let guide: Awaited<ReturnType<typeof builtGuide>>
  const known = {
    call: '',
    pending: '',
    deleted: '',
    series: '',
    charge: '',
    other: '',
    delivery: '',
    alarm: '',
    session: '',
    test: '',
  }
  const isAtScreen = way === 'at a screen'

  /** Failures are counted by address: each visitor who is to be turned away comes from a place of their own. */
  let places = 0
  const elsewhere = () => `10.1.${Math.floor(++places / 250)}.${places % 250}`

  const screens = new Map<string, Screen>()

  /** A screen of this account, made when it is first asked for. */
  async function screenOf(user: string): Promise<Screen> {
    const screen = screens.get(user) ?? (await Screen.at(hotel, user, { from: elsewhere() }))
    screens.set(user, screen)
    return screen
  }

  /** A screen of its own that is locked, or only shows. */
  async function closedScreen(user: string, kind: ScreenKind): Promise<Screen> {
    const screen = await Screen.at(hotel, user, { from: elsewhere(), display: kind === 'display' })
    if (kind === 'locked') await screen.ask('POST', '/rest/session/lock', {})
    return screen
  }

  async function identityOf({ user, password, screen }: Visitor) {
    if (screen) return screen.headers()
    const isGuess = password !== undefined
    if (!isAtScreen) return user === undefined ? {} : { authorization: basic(user, password ?? `${user}-pw`) }
    if (user === undefined || isGuess || user === 'nobody')
      return { 'x-reveille-csrf': 'none', ...(isGuess ? { cookie: `reveille=${password}` } : {}) }
    return (await screenOf(user)).headers()
  }

  async function ask(method: string, url: string, visitor: Visitor = {}, payload?: string | Buffer) {
    const { from = '127.0.0.1', headers = {} } = visitor
    const reply = await hotel.http.app.inject({
      method: method as 'GET',
      url: url
        .replace('{call}', known.call)
        .replace('{pending}', known.pending)
        .replace('{deleted}', known.deleted)
        .replace('{series}', known.series)
        .replace('{charge}', known.charge)
        .replace('{other}', known.other)
        .replace('{delivery}', known.delivery)
        .replace('{alarm}', known.alarm)
        .replace('{session}', known.session)
        .replace('{test}', known.test),
      remoteAddress: from,
      headers: {
        ...(await identityOf(visitor)),
        ...(payload === undefined ? {} : { 'content-type': FORM }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      payloadAsStream: true,
    })
    mustBePromised(method, url, reply.statusCode, reply.headers)
    const text = await read(reply.stream())
    const problem = text.startsWith('{') ? (JSON.parse(text) as Reply) : {}
    return { status: reply.statusCode, headers: reply.headers, text, problem }
  }

  const knock = (door: Door, visitor: Visitor) => {
    const [method = '', route = ''] = door.route.split(' ')
    const form = door.body && new URLSearchParams({ ...door.body }).toString()
    const payload = door.file ? Buffer.from(door.file) : form
    return ask(method, door.url ?? route, { headers: door.headers ?? {}, ...visitor }, payload)
  }

  const CHALLENGE = isAtScreen ? /^Session$/ : /^Basic realm="[^"]+", charset="UTF-8"$/

  const expectUnknown = (answer: Awaited<ReturnType<typeof ask>>) => {
    expect(answer.status).toBe(401)
    expect(answer.problem.error).toBe(4)
    expect(answer.headers['www-authenticate']).toMatch(CHALLENGE)
  }

  /** What a screen that is not open meets, whatever the account may do. */
  const expectScreen = async (door: Door, kind: ScreenKind, screen: Screen) => {
    const { route, needs = [], oneOf = [], allowed = 200 } = door
    const isForAll = route.startsWith('GET') && needs.length === 0 && oneOf.length === 0
    const isOpen = (door.screens ?? (isForAll ? SCREENS : [])).includes(kind)
    const { status, problem } = await knock(door, { screen })
    const refusal = [403, kind === 'locked' ? 12 : 5]
    expect(isOpen ? [status] : [status, problem.error]).toEqual(isOpen ? [allowed] : refusal)
  }

  const done = async (method: string, url: string, fields: Fields) => {
    const answer = await ask(method, url, { user: 'boss' }, new URLSearchParams({ ...fields }).toString())
    expect(answer.status).toBeLessThan(300)
    return answer
  }

  const idOf = (text: string) => (JSON.parse(text) as { id: string }).id

  beforeAll(async () => {
    guide = await builtGuide()
    // Takes test messages, and leaves all others where they are.
    hotel = await openHotel({
      site: HOUSE,
      consoleFolder: console.folder,
      guideFolder: guide.folder,
      connectorFor: () => Object.assign(scriptedConnector(), { ready: false }),
    })
    const call = async (time: string, more: Fields = {}) =>
      idOf((await done('POST', '/rest/wakeup', { room: 'E-700', time, ...more })).text)
    await call('2300')
    await done('PUT', `/rest/wakeup/${await call('0500')}`, { result: '1' })
    await done('PUT', `/rest/wakeup/${await call('0530')}`, { result: '2' })
    known.call = await call('0600')
    known.pending = await call('0610')
    known.deleted = await call('0615')
    await done('DELETE', `/rest/wakeup/${known.deleted}`, {})
    known.series = await call('0620', { daily: 'true' })
    const charge = async () => {
      const { headers } = await done('POST', '/rest/isi/charge', {
        id: '90901',
        quantity: '2',
        room: 'E-700',
      })
      return String(headers['reveille-charge'])
    }
    known.charge = await charge()
    known.other = await charge()
    await charge()
    await done('POST', '/rest/rsi/change', { id: '90902', room: 'E-700' })
    const list = await ask('GET', '/rest/delivery', { user: 'boss' })
    known.delivery = (JSON.parse(list.text) as { deliveries: { id: string }[] }).deliveries[2]?.id ?? ''
    known.alarm = ALARM.id
    await hotel.app.database.transaction(async ({ alarms, guests }) => {
      await alarms.insert(ALARM)
      await guests.insert(GUEST)
    })
    for (let n = 0; n < 2; n++) await Screen.at(hotel, 'Eastmaid', { from: elsewhere() })
    known.session = (await hotel.app.database.read.sessions.list(EAST))[0]?.id ?? ''
    await hotel.open()
    known.test = idOf((await done('POST', '/rest/config/line/Eastline/test', { extension: '101' })).text)
    const { seals } = hotel.app.database.read
    await vi.waitUntil(async () => (await seals.unsealed(0, 1)).length === 0, PATIENCE)
  })
  afterAll(async () => {
    await hotel.close()
    console.remove()
    guide.remove()
  })

  describe('the table of doors', () => {
    const doors = [...DOORS, ...OWN]
    const named = [
      ...doors.map((door) => door.route),
      ...OPEN.map(([route]) => route),
      METRICS,
      SIGN_IN,
      CLAIM,
    ]

    const registered = () => {
      const { app, table } = hotel.http
      return table
        .urls()
        .flatMap((url) =>
          METHODS.filter((method) => app.hasRoute({ method, url })).map((method) => `${method} ${url}`),
        )
    }

    it('names every door of the house, and none that is not there', () => {
      expect(named.toSorted()).toEqual(registered().toSorted())
    })

    it('asks of every door what the contract says of it', () => {
      const needs = (route: string) =>
        ENTRIES.filter(({ method, path }) => route === `${method} ${path}`).map((entry) => [
          entry.needs,
          entry.oneOf ?? [],
        ])
      expect(doors.map(({ route }) => [route, needs(route)])).toEqual(
        doors.map((door) => [door.route, [[door.needs ?? [], door.oneOf ?? []]]]),
      )
    })

    it('names each door once', () => {
      expect(named.length).toBe(new Set(named).size)
    })

    it('has a HEAD for every GET, and for nothing else', () => {
      const { app, table } = hotel.http
      const taking = (method: 'GET' | 'HEAD') => table.urls().filter((url) => app.hasRoute({ method, url }))
      expect(taking('HEAD')).toEqual(taking('GET'))
    })
  })

  describe.each(DOORS.map((door) => [door.route, door] as const))('%s', (_, door) => {
    const { needs = [], oneOf = [] } = door
    const visitor = EXACTLY[needs.join(' ') || (oneOf[0] ?? '')] ?? ''

    it('is closed to those who do not say who they are', async () => {
      expectUnknown(await knock(door, { from: elsewhere() }))
    })

    it('is closed to a wrong password', async () => {
      expectUnknown(await knock(door, { user: visitor, password: 'guess', from: elsewhere() }))
    })

    it.each([...needs])('is closed to those who have every permission but %s', async (missing) => {
      const answer = await knock(door, { user: LACKING[missing] })
      expect(answer.status).toBe(403)
      expect(answer.problem.error).toBe(5)
    })

    it.each(oneOf.slice(0, 1))(
      'is closed to those who have neither %s nor another permission that opens it',
      async () => {
        const answer = await knock(door, { user: WITHOUT[oneOf.join(' ')] ?? '' })
        expect([answer.status, answer.problem.error]).toEqual([403, 5])
      },
    )

    it.each(SCREENS)('is a matter of the screen too: one that is %s', async (kind) => {
      await expectScreen(door, kind, await closedScreen(visitor, kind))
    })

    it(`shows someone of another tenant ${door.abroad}`, async () => {
      expect(sightOf(await knock(door, { user: STRANGER }))).toEqual(SIGHT[door.abroad])
    })

    it('opens to those who have just the permissions that it needs', async () => {
      const answer = await knock(door, { user: visitor })
      const { marks, rows } = sightOf(answer)
      expect(answer.status).toBe(door.allowed ?? 200)
      // They belong to no tenant, so that they see what the stranger was not shown.
      expect(door.abroad !== 'own' || marks.length > 0).toBe(true)
      expect(door.abroad !== 'empty' || rows > 0).toBe(true)
    })

    // What one of them has done, the others can no longer do: they are let in all the same.
    it.each(oneOf.slice(1))('is not closed to those who have just the permission %s', async (permission) => {
      expect((await knock(door, { user: EXACTLY[permission] ?? '' })).status).not.toBe(403)
    })
  })

  describe.each(OWN.map((door) => [door.route, door] as const))('%s', (_, door) => {
    it('is closed to those who do not say who they are', async () => {
      expectUnknown(await knock(door, { from: elsewhere() }))
      expectUnknown(await knock(door, { user: 'guest', password: 'guess', from: elsewhere() }))
    })

    it.each(SCREENS)('is a matter of the screen too: one that is %s', async (kind) => {
      await expectScreen(door, kind, await closedScreen('guest', kind))
    })

    it('opens to every account at a screen of its own', async () => {
      const screen = await Screen.at(hotel, 'guest', { from: elsewhere() })
      expect((await knock(door, { screen })).status).toBe(door.allowed ?? 200)
    })
  })

  describe('HEAD', () => {
    const reading = DOORS.filter((door) => door.route.startsWith('GET') && door.url === undefined)

    const oneOfTo = new Map(reading.map(({ route, oneOf = [] }) => [route.slice(4), oneOf.join(' ')]))

    it.each(
      reading.map((door) => [door.route.slice(4), door.needs ?? door.oneOf?.slice(0, 1) ?? []] as const),
    )('asks the same of its visitors as GET does: %s', async (url, needs) => {
      expect((await ask('HEAD', url, { from: elsewhere() })).status).toBe(401)
      for (const missing of needs)
        expect(
          (await ask('HEAD', url, { user: WITHOUT[oneOfTo.get(url) ?? ''] ?? LACKING[missing] })).status,
        ).toBe(403)
      expect((await ask('HEAD', url, { user: EXACTLY[needs.join(' ')] ?? '' })).status).toBe(200)
    })
  })

  describe('what is open', () => {
    it.each(OPEN.map(([route, url]) => url ?? route.slice(4)))('%s needs no credentials', async (url) => {
      const answer = await ask('GET', url, { from: elsewhere() })
      expect(answer.status).toBeLessThan(400)
      expect((await ask('GET', url, { user: 'nobody', from: elsewhere() })).status).toBe(answer.status)
    })

    it('lets every browser ask beforehand what it may send', async () => {
      const answer = await ask('OPTIONS', '/rest/isi/charge', { from: elsewhere() })
      expect(answer.status).toBe(204)
    })
  })

  describe('the figures of /metrics', () => {
    const far = { from: '192.0.2.1' }

    it('are for administrators, wherever they come from', async () => {
      const none = await ask('GET', '/metrics', far)
      expect(none.status).toBe(401)
      expect(none.headers['www-authenticate']).toMatch(CHALLENGE)
      expect((await ask('GET', '/metrics', { user: 'chief', password: 'guess', ...far })).status).toBe(401)
      expect((await ask('GET', '/metrics', { user: 'clerk', ...far })).status).toBe(403)
      expect((await ask('GET', '/metrics', { user: 'chief', ...far })).status).toBe(200)
      expect((await ask('GET', '/metrics')).status).toBe(401)
    })
  })

  describe('an account without tenant', () => {
    it('must say which one it means where a number exists in several', async () => {
      const form = 'room=110&time=0700'
      expect((await ask('POST', '/rest/wakeup', { user: 'guest' }, form)).status).toBe(409)
      const named = await ask('POST', `/rest/wakeup?tenant=${EAST}`, { user: 'guest' }, form)
      expect(named.status).toBe(201)
    })

    it('cannot mean a tenant that does not exist', async () => {
      const answer = await ask('GET', '/rest/wakeup/list?tenant=north', { user: 'guest' })
      expect(answer.status).toBe(404)
    })
  })

  describe("a tenant's account", () => {
    it('cannot name another tenant', async () => {
      expect((await ask('GET', `/rest/wakeup/list?tenant=${EAST}`, { user: STRANGER })).status).toBe(404)
    })

    it('reads and uses what all share, but cannot change it', async () => {
      const shared = { item: '/rest/isi/item/10', status: '/rest/rsi/status/001' }
      for (const url of Object.values(shared)) {
        expect((await ask('GET', url, { user: STRANGER })).status).toBe(200)
        expect((await ask('PUT', url, { user: STRANGER }, 'description=Mine')).status).toBe(403)
        expect((await ask('DELETE', url, { user: STRANGER })).status).toBe(403)
      }
      const charge = await ask('POST', '/rest/isi/charge', { user: 'nymaid' }, 'id=10&quantity=1&room=500')
      expect(charge.status).toBe(200)
    })

    it('adds to its own tenant without naming it', async () => {
      const added = await ask(
        'POST',
        '/rest/config/user',
        { user: STRANGER },
        'username=nycook&password=pot-and-pan',
      )
      expect(added.status).toBe(201)
      const seen = await ask('GET', '/rest/config/user/nycook', { user: STRANGER })
      expect(JSON.parse(seen.text)).toMatchObject({ tenant: expect.stringMatching(/^6f9619ff/) })
    })
  })

  describe('a request that is wrong in every way, mended step by step', () => {
    const big = `id=999&quantity=many&room=101&note=${'x'.repeat(1024 * 1024)}`
    const text = { 'content-type': 'text/plain' }

    type Step = readonly [
      status: number,
      method: string,
      url: string,
      user: string | null,
      body: string,
      headers?: Readonly<Record<string, string>>,
    ]

    async function walk(steps: readonly Step[]) {
      const seen: number[] = []
      for (const [, method, url, user, body, headers = {}] of steps)
        seen.push((await ask(method, url, { ...(user === null ? {} : { user }), headers }, body)).status)
      expect(seen).toEqual(steps.map(([status]) => status))
    }

    it('as a charge: 401, 404, 405, 403, 415, 413, 400, 404, 422, and then it is accepted', () =>
      walk([
        [401, 'PATCH', '/rest/isi/charges', null, big, text],
        [404, 'PATCH', '/rest/isi/charges', 'guest', big, text],
        [405, 'PATCH', '/rest/isi/charge', 'guest', big, text],
        [403, 'POST', '/rest/isi/charge', 'guest', big, text],
        // Of a foreign page the cookie is not even heard.
        [
          isAtScreen ? 401 : 403,
          'POST',
          '/rest/isi/charge',
          'maid',
          big,
          { ...text, origin: 'http://elsewhere.example' },
        ],
        [415, 'POST', '/rest/isi/charge', 'maid', big, text],
        [413, 'POST', '/rest/isi/charge', 'maid', big],
        [400, 'POST', '/rest/isi/charge', 'maid', 'id=999&quantity=many&room=101'],
        [404, 'POST', '/rest/isi/charge', 'maid', 'id=999&quantity=99&room=101'],
        [422, 'POST', '/rest/isi/charge', 'maid', 'id=10&quantity=99&room=101'],
        [200, 'POST', '/rest/isi/charge', 'maid', 'id=10&quantity=2&room=101'],
      ]))

    it('as a new item: 401, 405, 403, 415, 400, 404, 409, and then it is added', () =>
      walk([
        [401, 'DELETE', '/rest/isi/item', null, 'id=10', text],
        [405, 'DELETE', '/rest/isi/item', 'maid', 'id=10', text],
        [403, 'POST', '/rest/isi/item', 'maid', 'id=10', text],
        [415, 'POST', '/rest/isi/item', 'boss', 'id=10', text],
        [400, 'POST', '/rest/isi/item', 'boss', 'id=10&category=777'],
        [404, 'POST', '/rest/isi/item', 'boss', 'id=10&description=Tea&category=777'],
        [409, 'POST', '/rest/isi/item', 'boss', 'id=10&description=Tea&category=1'],
        [201, 'POST', '/rest/isi/item', 'boss', 'id=13&description=Tea&category=1'],
      ]))

    it('as a wakeup call: 401, 400, 404, 422, and then it is promised', () =>
      walk([
        [401, 'POST', '/rest/wakeup', null, 'room=999&datetime=yesterday'],
        [400, 'POST', '/rest/wakeup', 'guest', 'room=999&datetime=yesterday'],
        [404, 'POST', '/rest/wakeup', 'guest', 'room=999&datetime=2020-01-01T07:00&prompt=777'],
        [404, 'POST', '/rest/wakeup', 'guest', 'room=101&datetime=2020-01-01T07:00&prompt=777'],
        [422, 'POST', '/rest/wakeup', 'guest', 'room=101&datetime=2020-01-01T07:00'],
        [201, 'POST', '/rest/wakeup', 'guest', 'room=101&datetime=2026-11-15T07:00'],
      ]))

    it('asks for credentials however the path is written', () =>
      walk([
        [401, 'DELETE', '/%72est/system', null, ''],
        [401, 'GET', '/%72est/system', null, ''],
        [403, 'GET', '/rest/%6cog', 'guest', ''],
        [403, 'GET', '/%72est/log', 'guest', ''],
        [200, 'GET', '/%72est/system', 'guest', ''],
      ]))
  })
})
