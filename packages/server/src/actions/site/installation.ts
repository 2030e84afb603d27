import { type Account, isSiteAdministrator, PERMISSIONS } from '../../hotel/accounts/account.ts'
import { passwordFlaw } from '../../hotel/accounts/password-rule.ts'
import { CLAIM } from '../../hotel/site/claim.ts'
import { isLaterVersion, isLaterZoneData } from '../../hotel/site/forward.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { sectionsInForce } from '../../hotel/settings/sections.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, SYSTEM } from '../actor.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { replanPending } from '../wakeups/replanning.ts'
import { read, zoneIn } from '../settings.ts'

export interface Installation {
  /** No site was ever applied, and no demonstration hotel filled in. */
  readonly isNew: boolean
  /** It was begun empty, and nobody has claimed it. */
  readonly isUnclaimed: boolean
  /** Pending calls that new time zone data has moved to another instant. */
  readonly movedCalls: number
}

interface Start {
  readonly clock: Clock
  readonly ids: Ids
  readonly version: string
  /** The version of the machine's time zone data. */
  readonly zoneData: string
}

/**
 * At every start, before the settings are read: what the installation remembers of itself is made complete. Of several
 * nodes one may be older than another: it takes nothing back.
 */
export async function prepareInstallation(
  database: HotelDatabase,
  { clock, ids, version, zoneData }: Start,
): Promise<Installation> {
  const remembered = await database.read.site.remembered()
  const isNew = remembered.setup === undefined
  const isUnclaimed = remembered[CLAIM] !== undefined
  const now = clock.now()
  const facts = missingFacts(remembered, now, version, ids)
  const newZones = isLaterZoneData(zoneData, remembered.zoneData)
  if (facts.size === 0 && !newZones) return { isNew, isUnclaimed, movedCalls: 0 }
  const movedCalls = await database.transaction(async (stores) => {
    for (const [key, value] of facts) await stores.site.remember(key, value)
    return newZones ? takeZoneData(stores, zoneData, now) : 0
  })
  return { isNew, isUnclaimed, movedCalls }
}

function missingFacts(remembered: Record<string, string>, now: Instant, version: string, ids: Ids) {
  const facts = new Map<string, string>()
  if (remembered.siteId === undefined) facts.set('siteId', ids.uuid())
  if (remembered.installed === undefined) facts.set('installed', String(now))
  if (isLaterVersion(version, remembered.version)) facts.set('version', version).set('updated', String(now))
  return facts
}

/** A law may have moved the clocks: calls asked for in wall time follow. */
async function takeZoneData(stores: Stores, zoneData: string, now: Instant) {
  const written = await read(stores)
  const moved = await replanPending(stores, {
    scope: null,
    by: SYSTEM,
    now,
    zoneOf: (tenant) => zoneIn(written, tenant),
  })
  await stores.site.remember('zoneData', zoneData)
  if (moved > 0)
    await record(stores, SYSTEM, now, {
      kind: 'site.zones-updated',
      tenant: NO_TENANT,
      text: `Time zone data ${zoneData}: ${moved} pending wake-up calls moved to keep their wall time`,
      detail: { zoneData, moved },
    })
  return moved
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly passwords: Passwords
}

const PASSWORD_FILE: Actor = { ...SYSTEM, name: 'password file' }

/** The password file on the machine always gives access: it adds the account, or restores its rights. */
export async function ensureAdministrator(
  { database, clock, passwords }: Parts,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<'added' | 'changed' | 'unchanged'> {
  const before = await database.read.accounts.get(username)
  const fits = before !== undefined && (await passwords.verify(before.passwordHash, password))
  if (fits && isSiteAdministrator(before)) return 'unchanged'
  // Hashing takes its time: it is done before the transaction, never inside it.
  const passwordHash = fits
    ? before.passwordHash
    : await passwords.hash(await fit(database, username, password))
  const account = { username, tenant: NO_TENANT, passwordHash, permissions: PERMISSIONS, disabled: false }
  const deed = before ? 'changed' : 'added'
  await database.transaction((stores) => provide(stores, account, deed, clock.now()))
  return deed
}

/** A password that is stored already goes on working; a new one keeps the rule. */
async function fit(database: HotelDatabase, username: string, password: string): Promise<string> {
  const { minimum } = sectionsInForce(await database.read.site.written()).passwords
  const flaw = passwordFlaw({ username, password }, minimum)
  if (flaw !== null) throw new Failure('config.invalid', `The administrator's password ${flaw}`)
  return password
}

async function provide(stores: Stores, account: Account, deed: 'added' | 'changed', now: Instant) {
  await (deed === 'added' ? stores.accounts.insert(account) : stores.accounts.update(account))
  await record(stores, PASSWORD_FILE, now, {
    kind: `user.${deed}`,
    tenant: NO_TENANT,
    text: `User ${account.username} ${deed}`,
    detail: { key: account.username },
  })
}
