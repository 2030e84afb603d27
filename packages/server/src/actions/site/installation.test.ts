import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toInstant } from '../../hotel/time/local-time.ts'
import { type ManualClock, manualClock } from '../../../testing/manual-clock.ts'
import { hours } from '../../kernel/clock.ts'
import { countedIds } from '../../../testing/counted-ids.ts'
import { silentLog } from '../../kernel/log.ts'
import { openDatabase } from '../../store/engine/database.ts'
import { createStores, type HotelDatabase } from '../../store/stores/stores.ts'
import { ensureAdministrator, prepareInstallation } from './installation.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { wakeup } from '../../../testing/records.ts'

const NOON = toInstant('2026-11-14T12:00:00', 'UTC')
const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')

let folder: string
let database: HotelDatabase
let clock: ManualClock
let passwords: Passwords & { hashed: number }
const ids = countedIds()

beforeEach(async () => {
  clock = manualClock(NOON)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  database = await openDatabase({ folder, createStores, clock, log: silentLog })
  passwords = {
    hashed: 0,
    hash(password) {
      this.hashed += 1
      return Promise.resolve(`hash of ${password}`)
    },
    verify: (hash, password) => Promise.resolve(hash === `hash of ${password}`),
  }
})

afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true })
})

const start = ({ version = '1.0.0', zoneData = '2026a' } = {}) =>
  prepareInstallation(database, { clock, ids, version, zoneData })
const facts = () => database.read.site.remembered()
const log = () => database.read.activity.page({ scope: null, limit: 10 })

/** A call for seven o'clock in Zurich, planned by rules that said something else. */
const misplaced = (id: string, wall: string | null) => wakeup({ id, wall, scheduledAt: SEVEN + hours(1) })

describe('a start', () => {
  test('of a new house gives it an id and remembers the hour, once', async () => {
    expect(await start()).toEqual({ isNew: true, isUnclaimed: false, movedCalls: 0 })
    const first = await facts()
    clock.advance(hours(24))
    await start()

    expect(first).toEqual({
      siteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      installed: String(NOON),
      updated: String(NOON),
      version: '1.0.0',
      zoneData: '2026a',
    })
    expect(await facts()).toEqual(first)
  })

  test('of another version is remembered as an update', async () => {
    await start()
    clock.advance(hours(24))
    await start({ version: '1.1.0' })

    expect(await facts()).toMatchObject({
      installed: String(NOON),
      updated: String(NOON + hours(24)),
      version: '1.1.0',
    })
  })

  test('of a house that was set up is not new', async () => {
    await database.transaction((stores) => stores.site.remember('setup', String(NOON)))

    expect(await start()).toEqual({ isNew: false, isUnclaimed: false, movedCalls: 0 })
  })

  test('with new zone data moves pending calls that were asked for in wall time, and tells it', async () => {
    await start()
    await database.transaction(async (stores) => {
      await stores.site.saveSection('site', { timezone: 'Europe/Zurich' })
      await stores.wakeups.insert(misplaced('a', '2026-11-15T07:00:00'))
      await stores.wakeups.insert(misplaced('b', null))
    })
    expect(await start()).toMatchObject({ movedCalls: 0 })

    expect(await start({ zoneData: '2026b' })).toMatchObject({ movedCalls: 1 })
    expect(await database.read.wakeups.get('a')).toMatchObject({ scheduledAt: SEVEN })
    expect(await database.read.wakeups.get('b')).toMatchObject({ scheduledAt: SEVEN + hours(1) })
    expect(await log()).toMatchObject([
      { kind: 'wakeup.replanned', wakeup: 'a', actor: 'system' },
      { kind: 'site.zones-updated', actor: 'system', detail: { zoneData: '2026b', moved: 1 } },
    ])
  })

  test('by an older process of several takes nothing back: neither version nor zone data, nor any call', async () => {
    await start({ version: '1.1.0', zoneData: '2026b' })
    const before = await facts()
    await database.transaction(async (stores) => {
      await stores.site.saveSection('site', { timezone: 'Europe/Zurich' })
      await stores.wakeups.insert(misplaced('a', '2026-11-15T07:00:00'))
    })
    clock.advance(hours(1))

    expect(await start({ version: '1.0.9', zoneData: '2026a' })).toMatchObject({ movedCalls: 0 })
    expect(await facts()).toEqual(before)
    expect(await database.read.wakeups.get('a')).toMatchObject({ scheduledAt: SEVEN + hours(1) })
  })

  test('with new zone data that moves nothing is not worth a line in the log', async () => {
    await start()
    await start({ zoneData: '2026b' })

    expect(await facts()).toMatchObject({ zoneData: '2026b' })
    expect(await log()).toEqual([])
  })
})

const ensure = (password = 'early-bird-9') =>
  ensureAdministrator({ database, clock, passwords }, { username: 'admin', password })

describe('the administrator of the password file', () => {
  const account = {
    username: 'admin',
    tenant: '',
    passwordHash: 'hash of early-bird-9',
    permissions: ['inventory', 'frontdesk', 'correct', 'review', 'administrator'],
    disabled: false,
  }

  test('is made when there is none', async () => {
    expect(await ensure()).toBe('added')
    expect(await database.read.accounts.list(null)).toEqual([account])
    expect(await log()).toMatchObject([{ kind: 'user.added', actor: 'password file' }])
  })

  test('stays as it is when the password fits', async () => {
    await ensure()

    expect(await ensure()).toBe('unchanged')
    expect(passwords.hashed).toBe(1)
    expect(await log()).toHaveLength(1)
  })

  test('gets no password that is easily guessed', async () => {
    await expect(ensure('short')).rejects.toMatchObject({
      code: 'config.invalid',
      message: "The administrator's password must have at least 10 characters",
    })
    expect(await database.read.accounts.list(null)).toEqual([])
  })

  test('gets the new password', async () => {
    await ensure('old-night-owl')

    expect(await ensure()).toBe('changed')
    expect(await database.read.accounts.list(null)).toEqual([account])
  })

  test('gets back its rights', async () => {
    await ensure()
    await database.transaction((stores) =>
      stores.accounts.update({ ...account, permissions: ['frontdesk'], disabled: true }),
    )

    expect(await ensure()).toBe('changed')
    expect(await database.read.accounts.list(null)).toEqual([account])
    expect(passwords.hashed).toBe(1)
  })

  test('never has an empty password', async () => {
    await expect(ensure('')).rejects.toMatchObject({ code: 'config.invalid' })
    expect(await database.read.accounts.list(null)).toEqual([])
  })
})
