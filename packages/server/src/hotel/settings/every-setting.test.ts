import { readFileSync } from 'node:fs'
import { SiteFile } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { sitePlanOf } from '../../config/site/site-file-to-plan.ts'
import { destinationInForce } from '../deliveries/destination.ts'
import { formatMoney } from '../inventory/money.ts'
import { DEFAULTS } from './defaults.ts'
import { lineInForce } from './line.ts'
import { sectionsInForce } from './sections.ts'

/** Accepted, checked and kept; a later version brings them to life. */
const LATER = ['tenants.wakeup.nightCheck']

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesIn = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []

interface Setting {
  /** Where it is written: `telephony.lines.calls`; of kinds that share a list, `inventory.connectors.fias.mode`. */
  readonly path: string
  /** `5m` of `Default: 5m`. */
  readonly promised: string | undefined
}

/** Every key that a site file may hold, down to what is no group any more. */
function* settingsIn(schema: Node, path: string): Generator<Setting> {
  for (const [key, part] of nodesIn(schema['properties'])) {
    const place = path === '' ? key : `${path}.${key}`
    const groups = groupsIn(part)
    const promised = /Default: (.+)$/.exec(String(part['description']))?.[1]
    if (groups.length === 0 || promised !== undefined) yield { path: place, promised }
    for (const { kind, group } of groups) yield* settingsIn(group, kind === '' ? place : `${place}.${kind}`)
  }
}

/** The groups that a part consists of; of several kinds, each under the word that tells it from the others. */
function groupsIn(part: Node): { kind: string; group: Node }[] {
  if (isNode(part['items'])) return groupsIn(part['items'])
  if (isNode(part['properties'])) return [{ kind: kindOf(part['properties']), group: part }]
  return Array.isArray(part['anyOf']) ? part['anyOf'].filter(isNode).flatMap(groupsIn) : []
}

function kindOf(properties: Node): string {
  const type = properties['type']
  return isNode(type) && typeof type['const'] === 'string' ? type['const'] : ''
}

const SETTINGS = [...new Map([...settingsIn({ ...SiteFile }, '')].map((one) => [one.path, one])).values()]

/** One of everything, each with what it must have and nothing else. */
const BARE: SiteFile = {
  tenants: [{ id: '6f9619ff-8b86-d011-b42d-00cf4fc964ff', name: 'East' }],
  users: [{ username: 'desk' }],
  mailboxes: [{ number: '101' }],
  inventory: {
    categories: [{ id: '1', description: 'Drinks' }],
    items: [{ id: '10', description: 'Cola', category: '1' }],
    connectors: [
      { name: 'bar', type: 'webhook', url: 'http://10.0.0.5/' },
      { name: 'pms', type: 'fias', host: '10.0.0.6', port: 5010 },
    ],
  },
  roomStatus: {
    types: [{ id: '1', description: 'Clean' }],
    servers: [{ name: 'board', url: 'http://10.0.0.7/' }],
  },
  prompts: [{ id: 1, description: 'Fire drill' }],
  telephony: { mode: 'sip', lines: [{ uri: 'sip:voice1@hotel.example' }] },
  email: { host: '10.0.0.9', from: 'voice@hotel.example' },
  reports: { mail: [{ report: 'inventory', to: 'accounts@hotel.example' }] },
}

/** What is in force then, laid out as in the file. */
function bareSite(): Node {
  const { sections, tenants, users, mailboxes, rooms, items, destinations, lines, prompts } = sitePlanOf(BARE)
  const [webhook, fias, server] = destinations.map(
    (one) => destinationInForce({ ...one, sequence: 0 }).settings,
  )
  const { telephony, inventory, reports, ...inForce } = sectionsInForce(sections)
  const [line, item] = [lines.map(lineInForce)[0], items[0]]
  return {
    ...inForce,
    tenants: { ...tenants[0], wakeup: inForce.wakeup },
    users: users[0],
    mailboxes: mailboxes[0],
    inventory: {
      ...inventory,
      rooms,
      items: { ...item, price: item && formatMoney(item.price) },
      connectors: { webhook, fias },
    },
    roomStatus: { servers: server },
    prompts: prompts[0],
    reports: { ...reports, mail: reports.mail[0] },
    telephony: { ...telephony, lines: { name: line?.name, ...line?.settings } },
  }
}

const valueAt = (path: string) =>
  path.split('.').reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), bareSite())

/** Promises in words: nothing stands there, and the reader finds the value in something else. */
const ABSENT = [
  'empty',
  'never',
  'none',
  'nothing',
  'nothing more',
  'nobody, the desk is told and calls back',
  'as method',
  'where it is served',
  'as the first have',
  'mailboxes',
  "the site's",
  "the site's id",
  'one entry per feature, with value 1',
  'the user of the uri',
  "the uri's host and port",
  'the id itself, if it has 1 to 4 digits',
]
const IN_WORDS = new Map([
  ['the number', '101'],
  ['Room and its number', 'Room 101'],
  ['its username, or the user of its uri', 'voice1'],
])

const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '' || Object.keys(Object(value)).length === 0

const inWords = (value: unknown, mayBeAbsent: boolean) =>
  mayBeAbsent && isAbsent(value) ? 'absent' : Array.isArray(value) ? value.join(', ') : String(value)

/** `15s over http, 30s over FIAS`. */
const promiseFor = (path: string, promised: string) => {
  const [, http, fias] = /^(\w+) over http, (\w+) over FIAS$/.exec(promised) ?? []
  return (path.includes('.fias.') ? fias : http) ?? IN_WORDS.get(promised) ?? promised
}

describe('every setting', () => {
  const withDefault = SETTINGS.flatMap(({ path, promised }) =>
    promised === undefined ? [] : [[path, promised]],
  )

  it.each(withDefault)('%s has the default that is documented: %s', (path = '', promised = '') => {
    const isMeantAbsent = ABSENT.includes(promised)
    expect(inWords(valueAt(path), isMeantAbsent)).toBe(isMeantAbsent ? 'absent' : promiseFor(path, promised))
  })

  it('that has a default says so', () => {
    const promised = new Set(SETTINGS.filter((one) => one.promised !== undefined).map(({ path }) => path))
    const filled = Object.entries(DEFAULTS).flatMap(([group, values]) =>
      filledIn(PLACES.get(group) ?? group, values),
    )
    expect(filled.filter((path) => !promised.has(path) && !LATER.includes(path))).toEqual([])
  })

  it.each(SETTINGS.map(({ path }) => path).filter((path) => !LATER.includes(path)))(
    '%s has a reader',
    (path) => {
      const file = readerOf(path)
      expect(file, `${path} is read by nobody: name its reader, or that it comes later`).toBeDefined()
      expect(sourceOf(file ?? '')).toMatch(new RegExp(`\\b${path.split('.').at(-1)}\\b`))
    },
  )

  it('that comes later is still there', () => {
    expect(LATER.filter((path) => !SETTINGS.some((one) => one.path === path))).toEqual([])
  })

  it('has its reader named once only', () => {
    const named = Object.values(READERS).flat().flatMap(pathsOf)
    expect(named.filter((path) => !SETTINGS.some((one) => one.path === path))).toEqual([])
    expect(named.filter((path, at) => named.indexOf(path) !== at)).toEqual([])
  })
})

describe('the defaults', () => {
  it('cannot be changed by whoever reads them', () => {
    expect(Object.isFrozen(DEFAULTS.wakeup.snooze) && Object.isFrozen(DEFAULTS.http.retry)).toBe(true)
  })
})

/** Where groups of defaults stand in the file, if not under their own name. */
const PLACES = new Map([
  ['line', 'telephony.lines'],
  ['item', 'inventory.items'],
  ['http', 'roomStatus.servers'],
  ['webhook', 'inventory.connectors.webhook'],
  ['fias', 'inventory.connectors.fias'],
  ['reportMail', 'reports.mail'],
])

const filledIn = (path: string, value: unknown): string[] => {
  if (isNode(value)) return Object.entries(value).flatMap(([key, one]) => filledIn(`${path}.${key}`, one))
  return Array.isArray(value) && value.length === 0 ? [] : [path]
}

const sourceOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const readerOf = (path: string) =>
  Object.entries(READERS).find(([, read]) => read.flatMap(pathsOf).includes(path))?.[0]

/** `site: name company` as `site.name`, `site.company`. */
const pathsOf = (text: string) => {
  const [group = '', keys = ''] = text.split(': ')
  return keys.split(' ').map((key) => (group === '' ? key : `${group}.${key}`))
}

const HTTP = ['inventory.connectors.webhook', 'roomStatus.servers']
const DESTINATIONS = [...HTTP, 'inventory.connectors.fias']
const POLICIES = ['wakeup', 'tenants.wakeup']
const ALARM_WEBHOOKS = POLICIES.flatMap((policy) => [
  `${policy}.escalation.webhook`,
  `${policy}.escalation.chain.webhook`,
])
const each = (groups: readonly string[], keys: string) => groups.map((group) => `${group}: ${keys}`)

/** Who reads what: file, and the keys of each group. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  'actions/inventory/charges.ts': [
    'inventory: refuseVacant currency taxRate',
    'inventory.items: currency taxRate',
  ],
  'hotel/deliveries/take-back.ts': each(
    ['inventory.connectors.webhook', 'inventory.connectors.fias'],
    'negative',
  ),
  'runners/wakeups/held-call.ts': [
    'site: name language',
    'mailboxes: extension language',
    'prompts: text language',
  ],
  'hotel/rooms/stay.ts': ['mailboxes: vip'],
  'api/routes/system.ts': [
    'site: company',
    'license: serial version entries',
    'license.entries: id name value',
    'api.systemAliases: telephony database',
  ],
  'api/routes/config/mailbox.ts': ['mailboxes: name range'],
  'actions/settings.ts': ['site: timezone', 'tenants: id timezone'],
  'hotel/wakeups/wakeup-policy.ts': [
    ...each(POLICIES, 'attempts retryDelay ringTime grace confirm machines method vipMethod backupAfter'),
    ...POLICIES.flatMap((policy) => [
      `${policy}.snooze: limit delay`,
      `${policy}.escalation: extension email wait`,
      `${policy}.escalation.chain: extension email wait`,
    ]),
  ],
  'connectors/webhook/webhook.ts': [...each(HTTP, 'url format timeout'), ...each(ALARM_WEBHOOKS, 'url')],
  'connectors/webhook/proxy.ts': each([...HTTP, 'network'], 'proxy proxyUsername proxyPassword'),
  'connectors/webhook/webhook-target.ts': each(HTTP, 'ca certificate privateKey parallel'),
  'store/stores/destination-store.ts': [...each(DESTINATIONS, 'name tenant'), ...each(HTTP, 'events')],
  'app/watch.ts': ['wakeup: nightCheck', 'inventory: departureCheck'],
  'runners/watch/nightly-backup.ts': ['backups: time keep'],
  'actions/site/tenants.ts': ['tenants: name'],
  'actions/accounts/users.ts': ['passwords: minimum'],
  'actions/accounts/sign-in.ts': ['users: username password disabled'],
  'actions/actor.ts': ['users: permissions tenant'],
  'hotel/rooms/room.ts': [
    'mailboxes: number tenant floor section',
    'inventory.rooms: number tenant floor section',
  ],
  'store/stores/room-store.ts': ['inventory: rooms'],
  'hotel/inventory/charge.ts': [
    'inventory.items: id description category max price tenant',
    'inventory.categories: id description color tenant',
  ],
  'api/routes/room-status.ts': ['roomStatus.types: id description condition'],
  'hotel/rooms/room-status.ts': ['roomStatus.types: tenant'],
  'hotel/deliveries/retry.ts': each(DESTINATIONS, 'retry'),
  'hotel/deliveries/destination.ts': each(
    ['inventory.connectors.webhook', 'inventory.connectors.fias'],
    'type',
  ),
  'runners/deliveries/delivery-standing.ts': each(DESTINATIONS, 'disabled'),
  'connectors/webhook/webhook-request.ts': each(HTTP, 'username password token headers'),
  'hotel/deliveries/webhook-secret.ts': [
    ...each(HTTP, 'secret previousSecret previousSecretUntil'),
    ...each(ALARM_WEBHOOKS, 'secret'),
  ],
  'runners/deliveries/delivery-book.ts': ['roomStatus.servers: latestOnly'],
  'connectors/fias/fias-link.ts': [
    'inventory.connectors.fias: host port family codepage timeout answers wakeups guests authKey',
  ],
  'connectors/fias/fias-property.ts': ['inventory.connectors.fias: sendWakeups'],
  'connectors/fias/fias-posting.ts': ['inventory.connectors.fias: mode articles outlets decimals'],
  'runners/deliveries/delivery-settlement.ts': ['inventory.connectors.fias: onUncertain'],
  'actions/site/prompts.ts': ['prompts: id tenant'],
  'api/routes/config/prompt.ts': ['prompts: description'],
  'actions/site/telephony.ts': ['telephony: mode', 'telephony.virtual: default rooms'],
  'calls/lines/sip-place.ts': ['telephony: port bind publicAddress', 'telephony.audioPorts: low high'],
  'calls/lines/tls-files.ts': ['telephony.tls: ca cert key'],
  'calls/lines/telephony.ts': ['telephony: userAgent strangers'],
  'calls/lines/sip-line.ts': [
    'telephony.lines: uri username password registrar proxy transport register expires displayName',
    'telephony.lines: assertedIdentity reliable codecs nat srtp',
  ],
  'calls/lines/sip-caller.ts': ['telephony.lines: name tenant calls menu'],
  'calls/lines/sip-call.ts': ['telephony.lines: inBandKeys redirects'],
  'app/destinations.ts': ['network: allow'],
  'app/heartbeat.ts': ['network: heartbeat'],
  'runners/log/purge.ts': ['retention: charges log'],
  'kernel/csv.ts': ['reports: separator decimal bom'],
  'runners/log/report-mails.ts': ['reports.mail: report to'],
  'hotel/log/report-times.ts': ['reports.mail: by span at'],
  'api/http.ts': ['api: unknownFields origins hosts'],
  'api/routes/operations.ts': ['metrics: token'],
  'connectors/mail/smtp-mailer.ts': ['email: host port from username password tls'],
  'app/calls.ts': ['limits: callsPerSecond'],
  'app/menus.ts': ['menus: guestCalls connectTo'],
  'runners/menus/menu-calls.ts': ['menus: identity atOnce'],
  'app/actions.ts': ['console: lockAfter'],
  'app/workers.ts': ['console: address'],
  'api/answers/session-answer.ts': ['console: clock'],
}
