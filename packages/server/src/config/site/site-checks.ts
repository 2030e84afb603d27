import { isIP } from 'node:net'
import { parseDuration } from '../../hotel/time/duration.ts'
import { isZone } from '../../hotel/time/local-time.ts'
import { whyNotAmount } from '../../hotel/deliveries/postable.ts'
import { formatMoney, parseMoney, priceWords } from '../../hotel/inventory/money.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { canBeDialled } from '../../hotel/rooms/room.ts'
import { days, hours, minutes } from '../../kernel/clock.ts'
import { findingAt, type BrokenRule, type SiteFinding, pointerTo } from '../mistake.ts'
import {
  type SiteEntry,
  entriesAt,
  entriesIn,
  groupAt,
  inside,
  entryPath,
  tenantOf,
  textOf,
} from './site-entries.ts'
import { checkKeys } from './site-keys.ts'
import { checkPlaces } from './line-places.ts'
import { checkSecureLines } from './secure-lines.ts'
import { checkProxy, checkWayOut } from './ways-out.ts'

/** What no schema can say: what is wrong within the objects of a site, and how they belong together. */
export function checkSite(data: unknown): SiteFinding[] {
  const items = entriesAt(data, 'inventory', 'items')
  const connectors = entriesAt(data, 'inventory', 'connectors')
  return [
    ...checkKeys(data),
    ...checkTenants(data),
    ...checkCategories(data),
    ...checkExtensions(data),
    ...checkObjects(data),
    ...connectors.flatMap((connector) => [
      ...checkArticles(connector, items),
      ...checkAmounts(connector, items),
    ]),
    ...checkLinks(connectors),
    ...checkMail(data),
  ]
}

/**
 * What is wrong within single objects, one sentence each: for objects that come one by one over the interface, in
 * a site that holds nothing else. Paths begin at the object.
 */
export const mistakesWithin = (data: unknown): ({ field: string; description: string } & BrokenRule)[] =>
  [...checkObjects(data), ...checkMail(data)].map(({ pointer, words, ...rule }) => {
    const path = entryPath(pointer).replace(/^(?!wakeup\.)[\w.]+\[\d+\]\./, '')
    // The settings of the section `site` stand at the top.
    return { field: path.replace(/^site\./, ''), description: `${path} ${words}`, ...rule }
  })

function checkObjects(data: unknown): SiteFinding[] {
  const destinations = [
    ...entriesAt(data, 'inventory', 'connectors'),
    ...entriesAt(data, 'roomStatus', 'servers'),
  ]
  return [
    ...checkZones(data),
    ...checkPrices(data),
    ...destinations.flatMap(checkDestination),
    ...policies(data).flatMap(checkPolicy),
    ...longer(groupAt(data, 'retention'), 'charges', 'log'),
    ...checkMailServer(groupAt(data, 'email')),
    ...checkLock(groupAt(data, 'console')),
    ...checkNetwork(data),
    ...checkProxy(groupAt(data, 'network')),
    ...checkPlaces(data),
    ...checkSecureLines(data),
    ...entriesAt(data, 'telephony', 'lines').flatMap(checkExpiry),
  ]
}

const finding = ({ pointer }: SiteEntry, field: string, words: string, rule: BrokenRule = {}): SiteFinding =>
  findingAt(pointer, field, words, rule)

const TENANTED = [
  ['users'],
  ['mailboxes'],
  ['inventory', 'rooms'],
  ['inventory', 'categories'],
  ['inventory', 'items'],
  ['inventory', 'connectors'],
  ['roomStatus', 'types'],
  ['roomStatus', 'servers'],
  ['prompts'],
  ['telephony', 'lines'],
]

function checkTenants(data: unknown): SiteFinding[] {
  const known = new Set(['', ...entriesAt(data, 'tenants').map((tenant) => textOf(tenant, 'id'))])
  return TENANTED.flatMap((keys) => entriesAt(data, ...keys))
    .filter((entry) => !known.has(tenantOf(entry)))
    .map((entry) => finding(entry, 'tenant', 'is not the id of one of the tenants'))
}

function checkZones(data: unknown): SiteFinding[] {
  return [groupAt(data, 'site'), ...entriesAt(data, 'tenants')].flatMap((entry) => {
    const zone = textOf(entry, 'timezone')
    return zone === undefined || isZone(zone)
      ? []
      : [
          finding(entry, 'timezone', 'must be the name of a time zone such as Europe/Zurich', {
            shape: 'zone',
          }),
        ]
  })
}

const keyIn = (tenant: string, id: string) => `${tenant} ${id}`

function checkCategories(data: unknown): SiteFinding[] {
  const categories = new Set(
    entriesAt(data, 'inventory', 'categories').map((one) => keyIn(tenantOf(one), textOf(one, 'id') ?? '')),
  )
  return entriesAt(data, 'inventory', 'items').flatMap((item) => {
    const category = textOf(item, 'category')
    // A tenant's item may stand in a category of its own or in one that all share.
    const known =
      category === undefined ||
      categories.has(keyIn(tenantOf(item), category)) ||
      categories.has(keyIn('', category))
    return known ? [] : [finding(item, 'category', 'is not the id of one of the categories')]
  })
}

const checkExtensions = (data: unknown): SiteFinding[] =>
  entriesAt(data, 'mailboxes')
    .filter((one) => !('extension' in one.value) && needsExtension(textOf(one, 'number') ?? ''))
    .map((one) => finding(one, 'extension', 'is missing: the number cannot be dialled'))

/** Of what is no number of a room at all, only that is told. */
const needsExtension = (number: string) => /^[^,/\p{Cc}]{1,20}$/u.test(number) && !canBeDialled(number)

const checkPrices = (data: unknown): SiteFinding[] =>
  entriesAt(data, 'inventory', 'items')
    .filter((item) => parseMoney(textOf(item, 'price') ?? '0') === null)
    .map((item) => finding(item, 'price', priceWords()))

function checkDestination(entry: SiteEntry): SiteFinding[] {
  const url = textOf(entry, 'url')
  return [
    ...(url === undefined || URL.canParse(url)
      ? []
      : [finding(entry, 'url', 'must be an http or https address', { shape: 'url' })]),
    ...checkCredentials(entry),
    ...checkHeaders(inside(entry, 'headers')),
    ...checkPrevious(entry),
    ...checkWayOut(entry),
    ...longer(entry, 'timeout'),
    ...checkRetry(entry),
  ]
}

function checkCredentials(entry: SiteEntry): SiteFinding[] {
  if (!('url' in entry.value)) return []
  const [username, password, token] = ['username', 'password', 'token'].map((key) => key in entry.value)
  if (token && (username || password))
    return [finding(entry, 'token', 'cannot stand beside username and password', { shape: 'one-login' })]
  if (username && !password)
    return [finding(entry, 'password', 'is missing beside username', { shape: 'missing' })]
  if (password && !username)
    return [finding(entry, 'username', 'is missing beside password', { shape: 'missing' })]
  const headers = inside(entry, 'headers')
  const authorization = Object.keys(headers.value).find((name) => /^authorization$/i.test(name))
  if (authorization !== undefined && (token || username))
    return [finding(headers, authorization, 'cannot stand beside other credentials', { shape: 'one-login' })]
  return []
}

// Node sets the connection's headers and we set the message's; Content-Type may be given, as some receivers insist.
const OWN_HEADERS =
  /^(host|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|content-length|content-encoding|transfer-encoding|user-agent|idempotency-key|webhook-.*)$/i

const checkHeaders = (headers: SiteEntry): SiteFinding[] =>
  Object.keys(headers.value)
    .filter((name) => OWN_HEADERS.test(name))
    .map((name) => finding(headers, name, 'is a header that the system sets itself', { shape: 'own-header' }))

function checkRetry(entry: SiteEntry): SiteFinding[] {
  const waits = entry.value['retry']
  if (!Array.isArray(waits)) return []
  return waits.flatMap((wait: unknown, index) =>
    typeof wait === 'string' && parseDuration(wait) === 0
      ? [
          findingAt(pointerTo(entry.pointer, 'retry'), index, 'must be longer than nothing', {
            shape: 'no-time',
          }),
        ]
      : [],
  )
}

function checkPrevious(entry: SiteEntry): SiteFinding[] {
  const missing = (field: string, beside: string) =>
    beside in entry.value && !(field in entry.value)
      ? [finding(entry, field, `is missing beside ${beside}`, { shape: 'missing' })]
      : []
  return [...missing('secret', 'previousSecret'), ...missing('previousSecret', 'previousSecretUntil')]
}

/** In mode minibar a charge is an article number; an item whose id is too long to be one needs a mapping. */
function checkArticles(connector: SiteEntry, items: readonly SiteEntry[]): SiteFinding[] {
  const mode = textOf(connector, 'mode') ?? DEFAULTS.fias.mode
  if (textOf(connector, 'type') !== 'fias' || mode !== 'minibar') return []
  const articles = inside(connector, 'articles')
  return toldOf(connector, items)
    .map((item) => textOf(item, 'id') ?? '')
    .filter((id) => id.length > 4 && !Object.hasOwn(articles.value, id))
    .slice(0, 1)
    .map((id) =>
      finding(
        connector,
        'articles',
        `must give item ${id} an article number, as its id has more than 4 digits`,
      ),
    )
}

/** In mode direct a charge is a total, which is never rounded. */
function checkAmounts(connector: SiteEntry, items: readonly SiteEntry[]): SiteFinding[] {
  if (textOf(connector, 'type') !== 'fias' || textOf(connector, 'mode') !== 'direct') return []
  const decimals = Number(connector.value['decimals'] ?? DEFAULTS.fias.decimals)
  const link = { decimals, negative: connector.value['negative'] === true }
  return toldOf(connector, items).flatMap((item) => {
    const price = parseMoney(textOf(item, 'price') ?? DEFAULTS.item.price)
    const why = price && whyNotAmount(formatMoney(price), link)
    return why ? [finding(item, 'price', `is none for ${textOf(connector, 'name')}: ${why}`)] : []
  })
}

/** The items whose charges go to a connector. */
const toldOf = (connector: SiteEntry, items: readonly SiteEntry[]) => {
  const tenant = tenantOf(connector)
  return items.filter((item) => tenant === '' || tenantOf(item) === '' || tenantOf(item) === tenant)
}

/** A property system serves the newest connection and drops the one before: two would take the link from each other. */
function checkLinks(connectors: readonly SiteEntry[]): SiteFinding[] {
  const placeOf = (one: SiteEntry) => `${textOf(one, 'host')?.toLowerCase()} ${String(one.value['port'])}`
  const links = connectors.filter((one) => textOf(one, 'type') === 'fias')
  return links.flatMap((link, at) => {
    const other = links.slice(0, at).find((one) => placeOf(one) === placeOf(link))
    const words = `is that of ${other && textOf(other, 'name')}, with the same host: a link has one end only`
    return other ? [finding(link, 'port', words)] : []
  })
}

const policies = (data: unknown): SiteEntry[] => [
  groupAt(data, 'wakeup'),
  ...entriesAt(data, 'tenants').map((tenant) => inside(tenant, 'wakeup')),
]

const checkPolicy = (policy: SiteEntry): SiteFinding[] => [
  ...longer(policy, 'ringTime', 'grace', 'backupAfter'),
  ...longer(inside(policy, 'snooze'), 'delay'),
  ...stepsOf(policy).flatMap(checkStep),
]

/** The first who are told, and those of the chain. */
const stepsOf = (policy: SiteEntry): SiteEntry[] => {
  const first = inside(policy, 'escalation')
  return [first, ...entriesIn(first, 'chain')]
}

function checkStep(step: SiteEntry): SiteFinding[] {
  const webhook = inside(step, 'webhook')
  const url = textOf(webhook, 'url')
  const isOfChain = /\/chain\/\d+$/.test(step.pointer)
  const isNobody = !['extension', 'email', 'webhook'].some((way) => way in step.value)
  return [
    ...longer(step, 'wait'),
    ...(url === undefined || URL.canParse(url)
      ? []
      : [finding(webhook, 'url', 'must be an http or https address', { shape: 'url' })]),
    ...(isOfChain && isNobody
      ? [
          finding(step, 'extension', 'is missing, and email and webhook too: nobody is told', {
            shape: 'nobody-told',
          }),
        ]
      : []),
  ]
}

/** Who is to be written to, without anything that could carry it there. */
function checkMail(data: unknown): SiteFinding[] {
  if ('host' in groupAt(data, 'email').value) return []
  const steps = policies(data).flatMap(stepsOf)
  const reports = groupAt(data, 'reports')
  return [
    ...steps
      .filter((step) => 'email' in step.value)
      .map((step) => finding(step, 'email', NO_MAIL_SERVER, { shape: 'mail-server' })),
    ...(entriesIn(reports, 'mail').length > 0
      ? [finding(reports, 'mail', NO_MAIL_SERVER, { shape: 'mail-server' })]
      : []),
  ]
}

const NO_MAIL_SERVER = 'needs a mail server: add email with host, port and from'

/** Who logs in needs both. */
function checkMailServer(email: SiteEntry): SiteFinding[] {
  const [username, password] = ['username', 'password'].map((key) => key in email.value)
  if (username && !password)
    return [finding(email, 'password', 'is missing beside username', { shape: 'missing' })]
  return password && !username
    ? [finding(email, 'username', 'is missing beside password', { shape: 'missing' })]
    : []
}

/** Shorter would be asked for without end, longer outlives the exchange's memory of us by far. */
function checkExpiry(line: SiteEntry): SiteFinding[] {
  const asked = parseDuration(textOf(line, 'expires') ?? '')
  const isFit = asked === null || (asked >= minutes(1) && asked <= days(1))
  return isFit ? [] : [finding(line, 'expires', 'must be from 1m to 1d', { shape: 'expiry' })]
}

/** A screen must be of use before it is locked, and is signed out after half a day in any case. */
function checkLock(screens: SiteEntry): SiteFinding[] {
  const asked = parseDuration(textOf(screens, 'lockAfter') ?? '')
  const isFit = asked === null || (asked >= minutes(1) && asked <= hours(12))
  return isFit ? [] : [finding(screens, 'lockAfter', 'must be from 1m to 12h', { shape: 'lock' })]
}

/** Durations that must not be zero. */
const longer = (entry: SiteEntry, ...fields: string[]): SiteFinding[] =>
  fields
    .filter((field) => parseDuration(textOf(entry, field) ?? '') === 0)
    .map((field) => finding(entry, field, 'must be longer than nothing', { shape: 'no-time' }))

function checkNetwork(data: unknown): SiteFinding[] {
  const allowed = groupAt(data, 'network').value['allow']
  if (!Array.isArray(allowed)) return []
  return allowed.flatMap((address: unknown, index) => {
    const words = typeof address === 'string' ? wrongWith(address) : null
    return words === null ? [] : [findingAt('/network/allow', index, words, { shape: 'network' })]
  })
}

function wrongWith(text: string): string | null {
  const [address = '', prefix] = text.split('/')
  if (prefix === undefined) return isPlace(text) ? null : 'must be an address where it names a port'
  const version = isIP(address)
  const isNetwork = version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128)
  return isNetwork ? null : 'must be a network such as 10.0.0.0/8'
}

/** `127.0.0.1:8080`, `[::1]:8080`, or something without a port. */
function isPlace(text: string): boolean {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(text) ?? []
  return port === undefined || (isIP(bracketed ?? plain) !== 0 && Number(port) <= 65_535)
}
