import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import type { MediaPort } from '@reveille/sip'
import { doctor } from '../src/cli/doctor.ts'
import { backup } from '../src/store/files/backup.ts'
import { openToClaim } from '../src/actions/site/setup.ts'
import { prepareInstallation } from '../src/actions/site/installation.ts'
import type { Passwords } from '../src/actions/accounts/passwords.ts'
import { siteFileActions } from '../src/actions/site/apply-site-file.ts'
import type { Http } from '../src/api/http.ts'
import { type App, createApp, type Outside } from '../src/app.ts'
import type { Voice } from '../src/calls/caller.ts'
import { sitePlanOf } from '../src/config/site/site-file-to-plan.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'
import { type Ids, systemIds } from '../src/kernel/ids.ts'
import { type Log, silentLog } from '../src/kernel/log.ts'
import { mustBePromised } from './promised.ts'

export const PRODUCT = {
  name: 'Reveille',
  version: '0.1.0',
  build: 'test',
  released: '2026/11/15',
  internetStack: 'Node',
  zoneData: '2026c',
}

/** Two wings of a hotel in Zurich, and a house in New York that is a tenant of its own. */
export const NEW_YORK = '6f9619ff-8b86-4011-b42d-00cf4fc964ff'
export const EAST = '11111111-2222-4333-8444-555555555555'

export const SITE: SiteFile = {
  site: { name: 'Grand Hotel', company: 'Example Hospitality', timezone: 'Europe/Zurich', language: 'en' },
  tenants: [
    { id: NEW_YORK, name: 'New York house', timezone: 'America/New_York' },
    { id: EAST, name: 'East wing' },
  ],
  users: [
    { username: 'boss', password: 'boss-pw', permissions: ['inventory', 'frontdesk', 'administrator'] },
    { username: 'desk', password: 'desk-pw', permissions: ['frontdesk'] },
    { username: 'maid', password: 'maid-pw', permissions: ['inventory'] },
    { username: 'guest', password: 'guest-pw' },
    {
      username: 'nyboss',
      password: 'nyboss-pw',
      permissions: ['inventory', 'frontdesk', 'administrator'],
      tenant: NEW_YORK,
    },
    { username: 'nymaid', password: 'nymaid-pw', permissions: ['inventory'], tenant: NEW_YORK },
  ],
  mailboxes: [
    { range: '101-110' },
    { number: '0201', extension: '201', language: 'de' },
    { number: '500', tenant: NEW_YORK },
    { number: '501', tenant: NEW_YORK },
    { number: '110', tenant: EAST },
  ],
  inventory: {
    categories: [
      { id: '1', description: 'Drinks', color: '#3366cc' },
      { id: '2', description: 'Snacks', color: '#cc6633' },
    ],
    items: [
      { id: '10', description: 'Cola', category: '1', max: 5, price: '4.50' },
      { id: '11', description: 'Nuts', category: '2', price: '3.20' },
      { id: '12', description: 'Bagel', category: '2', price: '6.00', tenant: NEW_YORK },
    ],
    connectors: [
      {
        name: 'bar',
        type: 'webhook',
        url: 'http://10.0.0.5/charges',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      },
      { name: 'pms', type: 'fias', host: '10.0.0.6', port: 5010 },
    ],
  },
  roomStatus: {
    types: [
      { id: '001', description: 'Maintenance' },
      { id: '1', description: 'Clean', condition: 'clean' },
    ],
    servers: [{ name: 'housekeeping', url: 'http://10.0.0.7/status' }],
  },
}

/** Argon2 is slow on purpose; journeys that are not about passwords need not wait for it. */
export const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(`plain:${password}`),
  verify: (hash, password) => Promise.resolve(hash === `plain:${password}`),
}

/** A Saturday evening in Zurich: 2026-11-14 20:00 +01:00. */
export const EVENING = Date.UTC(2026, 10, 14, 19, 0, 0)

export interface HotelOptions {
  readonly site?: SiteFile
  /** A house that nobody has claimed, with this code; or the demonstration hotel. */
  readonly begin?: { readonly code: string } | 'demonstration'
  readonly now?: number
  readonly databaseUrl?: string | null
  readonly folder?: string
  readonly journalBytes?: number
  readonly takeOver?: boolean
  /** One of several that share the database, with the key of the others. */
  readonly node?: { readonly name: string; readonly keyFile: string }
  /** The drive that the data lies on: half empty unless said otherwise. */
  readonly disk?: { size: number; free: number }
  readonly log?: Log
  readonly ids?: Ids
  readonly passwords?: Passwords
  readonly requestTimeoutMs?: number
  /** A console that was built; none if left out. */
  readonly consoleFolder?: string
  /** A guide that was built; none if left out. */
  readonly guideFolder?: string
  readonly trustProxy?: readonly string[]
  readonly media?: MediaPort
  readonly voice?: Voice
  readonly clock?: ManualClock
  /** Whether a time service keeps the machine's clock; left out, that cannot be told. */
  readonly clockInStep?: Outside['clockInStep']
  readonly bootId?: Outside['bootId']
  /** How destinations are reached; left out, none is, as the addresses in sites for tests are not ours to post to. */
  readonly connectorFor?: Outside['connectorFor'] | 'network'
  /** How lines are tried that are not saved; left out, nobody answers. */
  readonly tryLine?: 'network'
}

export interface Hotel {
  readonly app: App
  readonly http: Http
  readonly clock: ManualClock
  readonly folder: string
  /** Where the hotel is served, once `open` was called. */
  readonly url: string
  request(
    user: string | null,
    method: string,
    url: string,
    body?: Body,
    headers?: Record<string, string>,
  ): Promise<Answer>
  open(): Promise<string>
  close(): Promise<void>
}

export type Body = Readonly<Record<string, string | number | boolean | undefined>> | string

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into freely by tests
  readonly json: any
}

/** The real app on a temporary folder, with a clock that a test moves by hand. */
export async function openHotel(options: HotelOptions = {}): Promise<Hotel> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'reveille-test-'))
  const clock = options.clock ?? manualClock(options.now ?? EVENING)
  const ids = options.ids ?? systemIds()
  let url = ''
  const app = await createApp(
    {
      host: '127.0.0.1',
      port: 0,
      dataFolder: folder,
      journalBytes: options.journalBytes ?? 300_000,
      databaseUrl: options.databaseUrl ?? null,
      takeOver: options.takeOver ?? false,
      ...(options.node ? { node: options.node.name, keyFile: options.node.keyFile } : {}),
      tls: null,
      trustProxy: options.trustProxy ?? [],
      requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
      consoleFolder: options.consoleFolder ?? path.join(folder, 'no-console'),
      guideFolder: options.guideFolder ?? path.join(folder, 'no-guide'),
      product: { ...PRODUCT, dataFolder: folder },
      maintenance: {
        async backup(file) {
          const place = options.databaseUrl == null ? { folder } : { url: options.databaseUrl }
          await backup(place, file, { clock, log: silentLog })
        },
        examine: () =>
          doctor({ data: folder, database: options.databaseUrl ?? null, keyFile: null, released: '', clock }),
      },
      install: async ({ database, settings, passwords, spoken }) => {
        await prepareInstallation(database, {
          clock,
          ids,
          version: PRODUCT.version,
          zoneData: 'test',
        })
        const files = siteFileActions({
          database,
          settings,
          clock,
          ids,
          passwords,
          spoken: () => spoken,
        })
        if (options.begin === 'demonstration') await files.fillDemonstration(sitePlanOf(options.site ?? SITE))
        else if (options.begin) {
          await openToClaim(database, options.begin.code)
          await settings.reload()
        } else
          await files.apply(sitePlanOf(withShortPasswords(atAnyPort(options.site ?? SITE))), {
            digest: 'test',
            prune: false,
          })
      },
    },
    {
      clock,
      ids,
      log: options.log ?? silentLog,
      passwords: options.passwords ?? plainPasswords,
      ...(options.media ? { media: options.media } : {}),
      ...(options.voice ? { voice: options.voice } : {}),
      ...(options.tryLine === 'network' ? {} : { tryLine: nobodyAnswers }),
      ...(options.connectorFor === 'network' ? {} : { connectorFor: options.connectorFor ?? (() => null) }),
      disk: () => Promise.resolve(options.disk ?? { size: 2 ** 40, free: 2 ** 39 }),
      clockInStep: options.clockInStep ?? (() => Promise.resolve(null)),
      ...(options.bootId ? { bootId: options.bootId } : {}),
      onFatal: (error) => {
        throw error
      },
    },
  )
  const http = await app.http()
  return {
    app,
    http,
    clock,
    folder,
    get url() {
      return url
    },
    request: (user, method, target, body, headers) => ask(http, user, method, target, body, headers),
    async open() {
      url = await app.start()
      return url
    },
    async close() {
      await app.stop()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const nobodyAnswers: NonNullable<Outside['tryLine']> = () =>
  Promise.resolve({
    exchange: '10.0.0.2:5060',
    steps: [{ step: 'reach', ok: false, status: null, reason: 'silence', ms: 0 }],
  })

async function ask(
  { app }: Http,
  user: string | null,
  method: string,
  url: string,
  body?: Body,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const reply = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(user === null ? {} : { authorization: basic(user, `${user}-pw`) }),
      ...bodyType(body),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : formOf(body) }),
  })
  mustBePromised(method, url, reply.statusCode, reply.headers)
  const text = reply.payload
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
    text,
    json: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
  }
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const bodyType = (body: Body | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }

/** A field without a value is left out. */
const formOf = (fields: Exclude<Body, string>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString()

/** `boss-pw` is easily read in a test. */
const withShortPasswords = (site: SiteFile): SiteFile => ({ passwords: { minimum: 4 }, ...site })

/** Hotels of other tests run on the same machine. */
function atAnyPort(site: SiteFile): SiteFile {
  const { telephony } = site
  return telephony ? { ...site, telephony: { port: 0, ...telephony } } : site
}
