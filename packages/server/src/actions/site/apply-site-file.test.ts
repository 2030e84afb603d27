import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { sectionsInForce } from '../../hotel/settings/sections.ts'
import { sitePlanOf } from '../../config/site/site-file-to-plan.ts'
import { formatInstant, toInstant } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type ManualClock, manualClock } from '../../../testing/manual-clock.ts'
import { hours, minutes } from '../../kernel/clock.ts'
import { countedIds } from '../../../testing/counted-ids.ts'
import { silentLog } from '../../kernel/log.ts'
import { openDatabase } from '../../store/engine/database.ts'
import { createStores, type HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, SYSTEM } from '../actor.ts'
import { destinationActions } from '../deliveries/destinations.ts'
import { lineActions } from './lines.ts'
import { customRoomActions, mailboxActions } from '../rooms/mailboxes.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { siteActions } from './site.ts'
import { tenantActions } from './tenants.ts'
import { siteFileActions, type AppliedSite, type SiteFileActions } from './apply-site-file.ts'
import { userActions } from '../accounts/users.ts'
import { delivery, guest, wakeup } from '../../../testing/records.ts'

const NOON = toInstant('2026-11-14T12:00:00', 'UTC')
const EAST = '6f9619ff-8b86-d011-b42d-00cf4fc964ff'
const SECRET = 'whsec_bmlnaHQtb3dsLTctbmlnaHQtb3dsLTch'
const ADMIN: Actor = { ...SYSTEM, name: 'boss', source: 'rest' }

const hashOf = (password: string) => `hash:${Buffer.from(password).toString('base64')}`
let salt = 0
/** As with real ones, no two hashes of a password are alike. */
const passwords: Passwords = {
  hash: (password) => Promise.resolve(`${hashOf(password)} ${(salt += 1)}`),
  verify: (hash, password) => Promise.resolve(hash?.split(' ')[0] === hashOf(password)),
}

const BOSS = { username: 'boss', password: 'early-bird-9', permissions: ['administrator' as const] }
const HOTEL: SiteFile = {
  site: { name: 'Grand Hotel', timezone: 'Europe/Zurich' },
  users: [BOSS, { username: 'desk', password: 'night-owl-7', permissions: ['frontdesk'] }],
  mailboxes: [{ range: '101-103' }],
  inventory: {
    categories: [{ id: '1', description: 'Drinks', color: '#3366cc' }],
    items: [{ id: '10', description: 'Cola', category: '1', max: 5, price: '4.50' }],
    connectors: [{ name: 'bar', type: 'webhook', url: 'http://10.0.0.5/charges', secret: SECRET }],
  },
  roomStatus: { types: [{ id: '001', description: 'Maintenance' }] },
  wakeup: { attempts: 2 },
  telephony: { mode: 'sip', lines: [{ uri: 'sip:voice1@hotel.example', password: 'line-secret-3' }] },
  prompts: [{ id: 1, description: 'Good morning' }],
}

let folder: string
let database: HotelDatabase
let settings: Settings
const spoken = () => ['en', 'de', 'fr', 'es', 'it', 'en-US']
let site: SiteFileActions
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock(NOON)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  database = await openDatabase({ folder, createStores, clock, log: silentLog })
  settings = await loadSettings(database)
  site = siteFileActions({ database, settings, clock, ids: countedIds(), passwords, spoken })
})

afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true })
})

const parts = () => ({ database, settings, clock, spoken })

let digests = 0
/** Applies a file whose content has changed. */
async function apply(
  file: SiteFile,
  { prune = false, adminAccount }: { prune?: boolean; adminAccount?: string } = {},
) {
  digests += 1
  const digest = `digest ${digests}`
  const result = await site.apply(sitePlanOf(file), { digest, prune }, { adminAccount })
  if (result.kind !== 'applied') throw new Error('The file was not applied')
  return result
}

const nothing: AppliedSite = {
  kind: 'applied',
  added: 0,
  changed: 0,
  removed: [],
  kept: [],
  overwritten: [],
  restored: [],
  movedCalls: 0,
}

const numbers = async () => (await database.read.mailboxes.list(null)).map((mailbox) => mailbox.number)
const log = (...wanted: string[]) => database.read.activity.page({ scope: null, wanted, limit: 100 })
const remembered = (key: string) => database.read.site.remembered().then((facts) => facts[key])
const everything = async () => ({
  sections: await database.read.site.written(),
  facts: await database.read.site.remembered(),
  users: await database.read.accounts.list(null),
  rooms: await numbers(),
  items: await database.read.inventory.items.list(null),
  log: await log(),
})

const call = (room: string, wall: string | null, scheduledAt: number) =>
  wakeup({ id: `call ${room} ${wall}`, room, wall, scheduledAt })

const ask = (one: Wakeup) => database.transaction(({ wakeups }) => wakeups.insert(one))

const checkIn = (room: string) =>
  database.transaction(({ guests }) => guests.insert(guest({ id: room, room })))

const BAR = { purpose: 'charge', tenant: '', name: 'bar' } as const

const charge = (destination: string) =>
  database.transaction(({ deliveries }) => deliveries.insert(delivery({ id: destination, destination })))

describe('a site file', () => {
  test('fills an empty house', async () => {
    const result = await apply(HOTEL)

    expect(result).toEqual({ ...nothing, added: 11, changed: 3 })
    expect(settings.current().site).toEqual({
      ...DEFAULTS.site,
      name: 'Grand Hotel',
      timezone: 'Europe/Zurich',
    })
    expect(settings.current().wakeup).toMatchObject({ attempts: 2, ringTime: '24s' })
    expect(await numbers()).toEqual(['101', '102', '103'])
    expect(await database.read.accounts.get('desk')).toEqual({
      username: 'desk',
      tenant: '',
      passwordHash: expect.stringContaining(hashOf('night-owl-7')),
      permissions: ['frontdesk'],
      disabled: false,
    })
    expect(await database.read.lines.find('voice1', null)).toMatchObject([
      { config: { password: 'line-secret-3' } },
    ])
    expect(await database.read.destinations.get(BAR)).toMatchObject({ sequence: 0 })
  })

  test('is one line in the log', async () => {
    await apply(HOTEL)

    expect(await log()).toMatchObject([
      {
        kind: 'site.applied',
        actor: 'site file',
        source: 'site',
        text: 'Site file applied: 11 added, 3 changed, 0 removed, 0 kept',
        detail: { added: 11, changed: 3, removed: [], overwritten: [] },
      },
    ])
  })

  test('that has not changed is left alone, also when the interface has changed something', async () => {
    const plan = sitePlanOf(HOTEL)
    await site.apply(plan, { digest: 'a', prune: true })
    await mailboxActions(parts()).change(ADMIN, '101', (before) => ({ ...before, name: 'Suite' }))
    const before = await everything()

    expect(await site.apply(plan, { digest: 'a', prune: true })).toEqual({ kind: 'unchanged' })
    expect(await everything()).toEqual(before)
  })

  test('of a node that another node has replaced since is not put back; alone, an operator may go back to it', async () => {
    const [old, next] = [sitePlanOf(HOTEL), sitePlanOf({ ...HOTEL, site: { name: 'Grand' } })]
    await site.apply(old, { digest: 'a', prune: false, isOneOfSeveral: true })
    await site.apply(next, { digest: 'b', prune: false, isOneOfSeveral: true })

    expect(await site.apply(old, { digest: 'a', prune: true, isOneOfSeveral: true })).toEqual({
      kind: 'older',
    })
    expect((await database.read.site.written()).site?.name).toBe('Grand')
    expect(await site.apply(next, { digest: 'b', prune: true, isOneOfSeveral: true })).toMatchObject({
      kind: 'applied',
    })
    expect(await site.apply(old, { digest: 'a', prune: false })).toMatchObject({ kind: 'applied' })
    expect((await site.apply(next, { digest: 'b', prune: false, isOneOfSeveral: true })).kind).toBe('older')
  })

  test('with the same things in another order changes nothing', async () => {
    await apply(HOTEL)

    expect(await apply({ ...HOTEL, users: HOTEL.users?.toReversed() ?? [] })).toEqual(nothing)
  })

  test('adds and changes by key, and deletes nothing', async () => {
    await apply(HOTEL)
    const result = await apply({
      users: [BOSS],
      mailboxes: [{ number: '103', name: 'Suite', vip: true }, { number: '104' }],
      inventory: {
        categories: [{ id: '1', description: 'Drinks' }],
        items: [{ id: '10', description: 'Cola', category: '1', max: 5, price: '5.00' }],
      },
    })

    expect(result).toEqual({ ...nothing, added: 1, changed: 3 })
    expect(await numbers()).toEqual(['101', '102', '103', '104'])
    expect(await database.read.mailboxes.find('103', '')).toMatchObject([{ name: 'Suite', vip: true }])
    expect(await database.read.inventory.items.get('', '10')).toMatchObject({
      price: { minor: 500, scale: 2 },
    })
    expect(await database.read.accounts.get('desk')).toBeDefined()
    expect(settings.current().wakeup).toMatchObject({ attempts: 2 })
  })

  test('replaces a section as a whole', async () => {
    await apply(HOTEL)
    await apply({ ...HOTEL, wakeup: { retryDelay: '7m' } })

    expect(settings.current().wakeup).toEqual({ ...DEFAULTS.wakeup, retryDelay: '7m' })
  })

  test('keeps the numbering of what was sent to a connector', async () => {
    await apply(HOTEL)
    await database.transaction((stores) => stores.destinations.takeSequence(BAR))
    const bar = { name: 'bar', type: 'webhook' as const, url: 'http://10.0.0.9/charges' }
    await apply({ ...HOTEL, inventory: { ...HOTEL.inventory, connectors: [bar] } })

    expect(await database.read.destinations.get(BAR)).toMatchObject({
      purpose: 'charge',
      name: 'bar',
      tenant: '',
      config: { type: 'webhook', url: 'http://10.0.0.9/charges' },
      sequence: 1,
    })
  })

  test('remembers when the house was first set up', async () => {
    await apply(HOTEL)
    clock.advance(minutes(5))
    await apply({ ...HOTEL, mailboxes: [] })

    expect(await remembered('setup')).toBe(String(NOON))
  })

  test('is applied whole or not at all', async () => {
    await apply(HOTEL)
    const before = await everything()
    const file = { ...HOTEL, users: [{ ...BOSS, permissions: [] }], mailboxes: [{ number: '999' }] }

    await expect(apply(file)).rejects.toMatchObject({ code: 'config.invalid' })
    expect(await everything()).toEqual(before)
  })

  test('cannot name two lines alike', async () => {
    const lines = [{ uri: 'sip:voice1@hotel.example' }, { uri: 'sip:voice1@annex.example' }]

    await expect(apply({ ...HOTEL, telephony: { mode: 'sip', lines } })).rejects.toMatchObject({
      code: 'config.invalid',
      message: 'The site file has line voice1 twice; name each differently',
    })
  })
})

describe('accounts', () => {
  test('that are new need a password, and all that lack one are told at once', async () => {
    const users = [BOSS, { username: 'desk' }, { username: 'maid' }]

    await expect(apply({ users })).rejects.toMatchObject({
      code: 'config.invalid',
      message: 'These users are new and need a password: desk, maid',
    })
  })

  test('keep their password when the file gives none', async () => {
    await apply(HOTEL)
    await apply({ users: [BOSS, { username: 'desk', permissions: ['inventory'] }] })

    expect(await database.read.accounts.get('desk')).toMatchObject({
      passwordHash: expect.stringContaining(hashOf('night-owl-7')),
      permissions: ['inventory'],
    })
  })

  test('get the password that the file changes', async () => {
    await apply(HOTEL)
    const result = await apply({ ...HOTEL, users: [{ ...BOSS, password: 'late-bird-1' }] })

    expect(result).toEqual({ ...nothing, changed: 1 })
    expect(await database.read.accounts.get('boss')).toMatchObject({
      passwordHash: expect.stringContaining(hashOf('late-bird-1')),
    })
  })

  test('get no new password that is easily guessed, and all such are told at once', async () => {
    const users = [
      BOSS,
      { username: 'desk', password: 'short' },
      { username: 'maid', password: 'Welcome-2026' },
    ]

    await expect(apply({ users })).rejects.toMatchObject({
      code: 'config.invalid',
      message:
        'These passwords cannot be taken: that of desk must have at least 10 characters; that of maid is among the commonest, which are guessed first',
    })
    expect(await database.read.accounts.get('desk')).toBeUndefined()
  })

  test('keep a password that was taken when the rule was another', async () => {
    const users = [BOSS, { username: 'desk', password: 'short' }]
    await apply({ passwords: { minimum: 4 }, users })

    expect(await apply({ passwords: { minimum: 12 }, users })).toMatchObject({ changed: 1 })
    expect(await database.read.accounts.get('desk')).toMatchObject({
      passwordHash: expect.stringContaining(hashOf('short')),
    })
    await expect(apply({ users: [BOSS, { username: 'desk', password: 'other' }] })).rejects.toMatchObject({
      message: 'These passwords cannot be taken: that of desk must have at least 12 characters',
    })
  })

  test('must hold an administrator of the whole site', async () => {
    const users = [{ ...BOSS, tenant: EAST }]

    await expect(apply({ tenants: [{ id: EAST, name: 'East wing' }], users })).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('no administrator'),
    })
    expect(await remembered('siteDigest')).toBeUndefined()
  })

  test('names no tenant by the id of the site, nor does anybody add one', async () => {
    await database.transaction((stores) => stores.site.remember('siteId', EAST))
    const tenants = [{ id: EAST.toUpperCase(), name: 'East wing' }]
    await expect(apply({ ...HOTEL, tenants })).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('is the id of the site itself'),
    })
    const actions = tenantActions({ database, settings, clock, ids: countedIds() })
    await expect(
      actions.add(ADMIN, { id: EAST, name: 'East wing', timezone: null, wakeup: null }),
    ).rejects.toMatchObject({
      code: 'thing.exists',
      detail: { field: 'id' },
    })
    expect(await database.read.site.tenants()).toEqual([])
  })

  test('leave the administrator who is provided otherwise alone', async () => {
    await apply(HOTEL)
    const before = await database.read.accounts.get('boss')
    const result = await apply(
      { users: [{ username: 'boss', disabled: true }] },
      { prune: true, adminAccount: 'boss' },
    )

    expect(await database.read.accounts.get('boss')).toEqual(before)
    expect(result.removed).toContain('user desk')
  })
})

describe('pruning', () => {
  test('removes what the file does not name', async () => {
    await apply({ ...HOTEL, tenants: [{ id: EAST, name: 'East wing' }] })
    const result = await apply({ users: [BOSS] }, { prune: true })

    expect(result.removed.toSorted()).toEqual([
      'category 1',
      'connector bar',
      'item 10',
      'line voice1',
      'mailbox 101',
      'mailbox 102',
      'mailbox 103',
      'prompt 1',
      'status 001',
      `tenant ${EAST}`,
      'user desk',
    ])
    expect(result.kept).toEqual([])
    expect(settings.current()).toMatchObject(sectionsInForce({}))
    expect(await database.read.site.written()).toEqual({})
  })

  test('loses no call, no guest and no charge', async () => {
    await apply({
      ...HOTEL,
      tenants: [{ id: EAST, name: 'East wing' }],
      mailboxes: [{ range: '101-103' }, { number: '201', tenant: EAST }],
    })
    await ask({ ...call('101', '2026-11-15T07:00:00', NOON), prompt: 1 })
    await checkIn('102')
    await ask({ ...call('201', null, NOON), tenant: EAST })
    await charge('bar')
    const { users = [], inventory: { items = [] } = {} } = HOTEL
    const result = await apply({ users, inventory: { items } }, { prune: true })

    expect(result.kept.toSorted((a, b) => (a.what < b.what ? -1 : 1))).toEqual([
      { what: 'category 1', reason: 'items still belong to it' },
      { what: 'connector bar', reason: 'messages still wait for it' },
      { what: 'mailbox 101', reason: 'it has pending wake-up calls' },
      { what: 'mailbox 102', reason: 'it is occupied' },
      { what: `mailbox 201 of tenant ${EAST}`, reason: 'it has pending wake-up calls' },
      { what: 'prompt 1', reason: 'pending wake-up calls use it' },
      { what: `tenant ${EAST}`, reason: 'things still belong to it' },
    ])
    expect(await numbers()).toEqual(['101', '102', '201'])
  })

  test('does not remove the last administrator', async () => {
    await apply(HOTEL)
    const before = await everything()

    const file = { users: [{ username: 'desk', permissions: ['frontdesk' as const] }] }
    await expect(apply(file, { prune: true })).rejects.toMatchObject({ code: 'config.invalid' })
    expect(await everything()).toEqual(before)
  })
})

const withRooms = (rooms: string[] | 'mailboxes'): SiteFile => ({ ...HOTEL, inventory: { rooms } })
const custom = async () => (await database.read.rooms.listCustom(null)).map((room) => room.number)

describe('the rooms of the inventory', () => {
  test('are added to the list, and others leave it only with prune', async () => {
    await apply(withRooms(['SPA', 'BAR']))
    await apply(withRooms(['SPA', 'POOL']))
    expect(await custom()).toEqual(['BAR', 'POOL', 'SPA'])

    expect(await apply(withRooms(['SPA', 'POOL']), { prune: true })).toMatchObject({
      removed: expect.arrayContaining(['room BAR']),
    })
    expect(await custom()).toEqual(['POOL', 'SPA'])
  })

  test('are the mailboxes again when the file says so outright', async () => {
    await apply(withRooms(['SPA']))
    expect((await apply(HOTEL)).removed).toEqual([])

    expect((await apply(withRooms('mailboxes'))).removed).toEqual(['room SPA'])
    expect(await custom()).toEqual([])
  })
})

describe('what was changed over the interface', () => {
  beforeEach(() => apply(HOTEL))

  test('is told when the file overwrites it, field by field', async () => {
    await mailboxActions(parts()).change(ADMIN, '101', (before) => ({ ...before, name: 'Suite' }))
    await siteActions({ ...parts(), whyNotAt: () => Promise.resolve(null) }).change(ADMIN, (before) => ({
      wakeup: { ...before.wakeup, attempts: 9 },
    }))
    const result = await apply({ ...HOTEL, mailboxes: [{ number: '101', vip: true }, { range: '102-103' }] })

    expect(result).toEqual({
      ...nothing,
      changed: 2,
      overwritten: [
        { what: 'section wakeup', fields: ['attempts'] },
        { what: 'mailbox 101', fields: ['name'] },
      ],
    })
    expect((await log('site.applied')).at(-1)?.detail).toMatchObject({ overwritten: result.overwritten })
  })

  test('is told of secrets as well, by name only', async () => {
    await lineActions(parts()).change(ADMIN, 'voice1', (before) => ({
      ...before,
      config: { ...before.config, password: 'other' },
    }))
    const deliverer = { added: () => {}, hurried: () => {} }
    const connectors = {
      ...parts(),
      tryOut: () => Promise.resolve(null),
      checkSignature: () => ({ fits: null, why: null, inTime: true }),
      ids: countedIds(),
      deliverer,
    }
    await destinationActions(connectors, 'charge', 'connector').change(ADMIN, 'bar', (before) => ({
      ...before,
      config: { ...before.config, disabled: true },
    }))
    await userActions({ ...parts(), passwords, forgetCredentials: () => {} }).change(ADMIN, 'desk', {
      password: 'night-owl-88',
    })

    expect((await apply(HOTEL)).overwritten).toEqual([
      { what: 'user desk', fields: ['password'] },
      { what: 'connector bar', fields: ['disabled'] },
      { what: 'line voice1', fields: ['password'] },
    ])
  })

  test('takes away what a destination was given and the file no longer names', async () => {
    const url = 'http://10.0.0.5/charges'
    const barWith = (more: object): SiteFile => ({
      ...HOTEL,
      inventory: { ...HOTEL.inventory, connectors: [{ name: 'bar', type: 'webhook', url, ...more }] },
    })
    await apply(
      barWith({ secret: SECRET, username: 'voice', password: 'sesame', proxy: 'http://10.0.0.3:1' }),
    )
    await apply(barWith({}))
    const [bar] = await database.read.destinations.list('charge', null)
    expect(bar?.config).toEqual({ type: 'webhook', url })
  })

  test('of a secret leaves the one before in force for a day, which no later file disturbs or tells of', async () => {
    const barWith = (more: object): SiteFile => ({
      ...HOTEL,
      inventory: {
        ...HOTEL.inventory,
        connectors: [{ name: 'bar', type: 'webhook', url: 'http://10.0.0.5/charges', ...more }],
      },
    })
    const bar = async () => (await database.read.destinations.get(BAR))?.config
    const previous = { previousSecret: SECRET, previousSecretUntil: formatInstant(NOON + hours(24), 'UTC') }

    expect(await apply(barWith({ secret: 'whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXch' }))).toEqual({
      ...nothing,
      changed: 1,
    })
    expect(await bar()).toMatchObject({ secret: 'whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXch', ...previous })

    clock.advance(hours(1))
    expect(await apply(barWith({ secret: 'whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXch' }))).toEqual(nothing)
    expect(await apply(barWith({ secret: 'whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXch', timeout: '5s' }))).toEqual(
      { ...nothing, changed: 1 },
    )
    expect(await bar()).toMatchObject({ timeout: '5s', ...previous })

    const named = {
      secret: 'whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXch',
      previousSecret: 'whsec_bWluZS1taW5lLW1pbmUtbWluZS1taW5l',
    }
    expect(await apply(barWith(named))).toMatchObject({ changed: 1 })
    expect(await bar()).toEqual({ type: 'webhook', url: 'http://10.0.0.5/charges', ...named })
  })

  test('is not told when the file says the same', async () => {
    await mailboxActions(parts()).change(ADMIN, '101', (before) => ({ ...before, vip: true }))
    const mailboxes = [{ number: '101', vip: true }, { range: '102-103' }]

    expect(await apply({ ...HOTEL, mailboxes })).toEqual(nothing)
  })

  test('is told when the file names for the first time what the interface has added', async () => {
    const place = { floor: '', section: '' }
    const suite = { number: '301', extension: '301', name: 'Suite', language: null, vip: false, ...place }
    await mailboxActions(parts()).add(ADMIN, suite)

    expect((await apply({ ...HOTEL, mailboxes: [{ number: '301' }] })).overwritten).toEqual([
      { what: 'mailbox 301', fields: ['name'] },
    ])
  })

  test('is told when the file brings back what the interface has deleted', async () => {
    await mailboxActions(parts()).remove(ADMIN, '101')

    expect(await apply(HOTEL)).toEqual({ ...nothing, added: 1, restored: ['mailbox 101'] })
  })

  test('is not said of what pruning has removed and the file names again', async () => {
    await apply({ ...HOTEL, mailboxes: [] }, { prune: true })

    expect(await apply(HOTEL)).toEqual({ ...nothing, added: 3 })
  })

  test('is told only once, and a change of the file alone never', async () => {
    await mailboxActions(parts()).change(ADMIN, '101', (before) => ({ ...before, name: 'Suite' }))
    await apply(HOTEL)
    await apply({ ...HOTEL, mailboxes: [] })
    const result = await apply({ ...HOTEL, mailboxes: [{ number: '101', name: 'Parlour' }] })

    expect(result).toEqual({ ...nothing, changed: 1 })
  })

  test('is told when pruning resets it', async () => {
    await siteActions({ ...parts(), whyNotAt: () => Promise.resolve(null) }).change(ADMIN, () => ({
      api: { unknownFields: 'ignore', origins: [] },
    }))
    await customRoomActions(parts()).add(ADMIN, { number: 'SPA', floor: '', section: '' })
    const result = await apply(HOTEL, { prune: true })

    expect(result.overwritten).toEqual([{ what: 'section api', fields: ['unknownFields'] }])
    expect(result.removed).toEqual(['room SPA'])
  })

  test('is found out without any secret being kept', async () => {
    const { siteApplied = '' } = await database.read.site.remembered()
    const secrets = [SECRET, 'line-secret-3', 'early-bird-9', 'night-owl-7', hashOf('night-owl-7')]

    expect(siteApplied).toContain('mailbox 101')
    expect(secrets.filter((secret) => siteApplied.includes(secret))).toEqual([])
    expect(JSON.stringify(await log())).not.toMatch(/line-secret|night-owl|whsec/)
  })
})

test('a changed zone moves pending calls that were asked for in wall time', async () => {
  await apply(HOTEL)
  const seven = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
  await ask(call('101', '2026-11-15T07:00:00', seven))
  await ask(call('102', null, seven))
  const result = await apply({ ...HOTEL, site: { timezone: 'Europe/London' } })

  expect(result.movedCalls).toBe(1)
  const calls = await database.read.wakeups.page({ scope: null, limit: 10 })
  expect(calls.map(({ room, scheduledAt, zone }) => ({ room, scheduledAt, zone }))).toEqual([
    { room: '102', scheduledAt: seven, zone: 'Europe/Zurich' },
    { room: '101', scheduledAt: seven + minutes(60), zone: 'Europe/London' },
  ])
})

describe('the demonstration hotel', () => {
  test('refuses a site file', async () => {
    await site.fillDemonstration(sitePlanOf(HOTEL))
    const before = await everything()

    await expect(apply(HOTEL)).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('demonstration hotel'),
    })
    expect(await everything()).toEqual(before)
    expect(before).toMatchObject({
      facts: { demonstration: '1', setup: String(NOON) },
      rooms: ['101', '102', '103'],
      log: [{ actor: 'system', text: expect.stringContaining('Demonstration hotel filled in') }],
    })
  })

  test('is not filled into a house that is in use', async () => {
    await apply(HOTEL)

    await expect(site.fillDemonstration(sitePlanOf(HOTEL))).rejects.toMatchObject({ code: 'config.invalid' })
    expect(await remembered('demonstration')).toBeUndefined()
  })
})
