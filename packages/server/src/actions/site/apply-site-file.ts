import { Type } from 'typebox'
import { type Account, isSiteAdministrator } from '../../hotel/accounts/account.ts'
import { passwordFlaw } from '../../hotel/accounts/password-rule.ts'
import { sectionsInForce, type WrittenSections } from '../../hotel/settings/sections.ts'
import type { PlannedUser, SitePlan } from '../../hotel/site/site-plan.ts'
import { DEMONSTRATION, houseState } from '../../hotel/site/claim.ts'
import { mustKnowLanguages } from '../../hotel/site/languages-of-plan.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { reader } from '../../kernel/schema.ts'
import { fromJson } from '../../store/engine/row.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, SYSTEM } from '../actor.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { replanPending } from '../wakeups/replanning.ts'
import { read, type Settings, zoneIn } from '../settings.ts'
import { KINDS } from './site-kinds.ts'
import { isSite } from './tenants.ts'
import { type ApplyManner, newTally, readApplied, type Work, writeApplied } from './place-and-prune.ts'

/** What applying a site file has done, for the operator who started it. */
export interface AppliedSite {
  readonly kind: 'applied'
  readonly added: number
  readonly changed: number
  readonly removed: readonly string[]
  /** Not named by the file, yet still needed. */
  readonly kept: readonly { readonly what: string; readonly reason: string }[]
  /** Changed over the interface since the file was last applied, and now as the file says. */
  readonly overwritten: readonly { readonly what: string; readonly fields: readonly string[] }[]
  /** Deleted over the interface since then, and brought back by the file. */
  readonly restored: readonly string[]
  /** Pending calls that kept their wall time in a changed zone. */
  readonly movedCalls: number
}

export type SiteApplication =
  | { readonly kind: 'unchanged' }
  /** It was in force before another was: of several nodes, one brings an older file. */
  | { readonly kind: 'older' }
  | AppliedSite

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  readonly passwords: Passwords
  /** The languages that announcements are in. */
  spoken(): readonly string[]
}

export interface SiteFileOptions {
  /** An account that is provided otherwise: the file neither changes nor removes it. */
  readonly adminAccount?: string | undefined
}

/** A site file as a process brings it at its start. */
interface SiteFileBrought {
  readonly digest: string
  readonly prune: boolean
  /** Other nodes bring files too: one that another has replaced since is not put back. */
  readonly isOneOfSeveral?: boolean
}

const DIGESTS = 'siteDigests'
const MOST_DIGESTS = 100

const readDigests = reader(Type.Array(Type.String()))

/** Of the files that were applied, oldest first. */
const digestsIn = (remembered: Record<string, string>) =>
  readDigests('What the database holds of site files', fromJson(remembered[DIGESTS] ?? '[]'))

const withDigest = (digests: readonly string[], digest: string) =>
  [...digests.filter((one) => one !== digest), digest].slice(-MOST_DIGESTS)

const SITE_FILE: Actor = { ...SYSTEM, name: 'site file', source: 'site' }

export type SiteFileActions = ReturnType<typeof siteFileActions>

export function siteFileActions({ database, settings, clock, ids, passwords, spoken }: Parts) {
  const write = async (plan: SitePlan, how: ApplyManner): Promise<AppliedSite> => {
    const users = plan.users.filter((user) => user.username !== how.adminAccount)
    // Hashing takes its time: it is done before the transaction, never inside it.
    const accounts = await accountsOf(users, await database.read.accounts.list(null), {
      passwords,
      minimum: minimumOf(plan, how.prune ? {} : await database.read.site.written()),
    })
    const now = clock.now()
    const done = await database.transaction(async (stores) => {
      const remembered = await stores.site.remembered()
      const applied = readApplied(remembered.siteApplied, () => ids.secret(32))
      const work = { stores, plan: { ...plan, accounts }, how, applied, tally: newTally(), now }
      const result = await carryOut(work)
      await recordApplication(work, result, now)
      if (remembered.setup === undefined) await stores.site.remember('setup', String(now))
      return result
    })
    await settings.reload()
    return done
  }

  return {
    /** Applies a site file whole or not at all; one that was applied last is left alone. */
    async apply(
      plan: SitePlan,
      file: SiteFileBrought,
      { adminAccount }: SiteFileOptions = {},
    ): Promise<SiteApplication> {
      const remembered = await database.read.site.remembered()
      if (houseState(remembered) === 'demonstration')
        throw new Failure(
          'config.invalid',
          'This data folder holds the demonstration hotel; to apply a site file, use an empty folder',
        )
      mustNotBeSite(plan, remembered)
      const { digest, prune, isOneOfSeveral = false } = file
      // A file applied without pruning is applied again when pruning is asked for, but not the reverse.
      const pruned = `${digest} pruned`
      if (remembered.siteDigest === pruned || (remembered.siteDigest === digest && !prune))
        return { kind: 'unchanged' }
      if (isOneOfSeveral && digestsIn(remembered).slice(0, -1).includes(digest)) return { kind: 'older' }
      mustKnowLanguages(plan, spoken(), await database.read.languages.list())
      const facts = { siteDigest: prune ? pruned : digest }
      const notes = { [DIGESTS]: JSON.stringify(withDigest(digestsIn(remembered), digest)) }
      return write(plan, { prune, adminAccount, actor: SITE_FILE, title: 'Site file applied', facts, notes })
    },

    /** Fills a new database with the demonstration hotel; from then on it takes no site file. */
    async fillDemonstration(plan: SitePlan): Promise<AppliedSite> {
      if ((await database.read.site.remembered()).setup !== undefined)
        throw new Failure('config.invalid', 'The demonstration hotel needs an empty data folder')
      const facts = { [DEMONSTRATION]: '1' }
      return write(plan, { prune: false, actor: SYSTEM, title: 'Demonstration hotel filled in', facts })
    },

    /** Empties the demonstration hotel, but for whoever asks; from then on it is a house as any other. */
    async emptyDemonstration(actor: Actor): Promise<AppliedSite> {
      const facts = { [DEMONSTRATION]: '0' }
      const title = 'Demonstration hotel emptied'
      return write(NOTHING_PLANNED, { prune: true, adminAccount: actor.name, actor, title, facts })
    },
  }
}

function mustNotBeSite({ tenants }: SitePlan, remembered: Record<string, string>) {
  const same = tenants.find((tenant) => isSite(tenant, remembered))
  if (!same) return
  throw new Failure('config.invalid', `Tenant ${same.name}: ${same.id} is the id of the site itself`)
}

const NOTHING_PLANNED: SitePlan = {
  sections: {},
  tenants: [],
  users: [],
  mailboxes: [],
  rooms: 'mailboxes',
  categories: [],
  items: [],
  statusTypes: [],
  destinations: [],
  lines: [],
  prompts: [],
}

const summary = ({ added, changed, removed, kept }: AppliedSite) =>
  `${added} added, ${changed} changed, ${removed.length} removed, ${kept.length} kept`

interface PasswordRule {
  readonly passwords: Passwords
  readonly minimum: number
}

/** What the file says, or else what was in force before it. */
const minimumOf = ({ sections }: SitePlan, before: WrittenSections) =>
  sectionsInForce({ ...before, ...sections }).passwords.minimum

async function accountsOf(
  users: readonly PlannedUser[],
  stored: readonly Account[],
  rule: PasswordRule,
): Promise<Account[]> {
  const known = new Map(stored.map((account) => [account.username, account.passwordHash]))
  const hashed = await Promise.all(
    users.map(async (user) => ({ user, ...(await hashFor(user, known.get(user.username), rule)) })),
  )
  const wrong = hashed.flatMap(({ user, flaw }) => (flaw === undefined ? [] : [`${user.username} ${flaw}`]))
  if (wrong.length > 0)
    throw new Failure(
      'config.invalid',
      `These passwords cannot be taken: that of ${wrong.join('; that of ')}`,
    )
  const without = hashed.filter(({ passwordHash }) => passwordHash === null).map(({ user }) => user.username)
  if (without.length > 0)
    throw new Failure('config.invalid', `These users are new and need a password: ${without.join(', ')}`)
  return hashed.flatMap(({ user, passwordHash }) =>
    passwordHash === null ? [] : [accountOf(user, passwordHash)],
  )
}

const accountOf = (
  { username, tenant, permissions, disabled }: PlannedUser,
  passwordHash: string,
): Account => ({
  username,
  tenant,
  passwordHash,
  permissions,
  disabled,
})

interface Hashed {
  readonly passwordHash: string | null
  /** Why the password cannot be taken. */
  readonly flaw?: string
}

/** A password that fits the stored hash is unchanged, whatever it is like: hashing it anew would look like a change. */
async function hashFor(
  { username, password }: PlannedUser,
  known: string | undefined,
  { passwords, minimum }: PasswordRule,
): Promise<Hashed> {
  if (password === undefined) return { passwordHash: known ?? null }
  if (known !== undefined && (await passwords.verify(known, password))) return { passwordHash: known }
  const flaw = passwordFlaw({ username, password }, minimum)
  return flaw === null ? { passwordHash: await passwords.hash(password) } : { passwordHash: null, flaw }
}

async function mustHaveAdministrator(stores: Stores) {
  if ((await stores.accounts.list(null)).some(isSiteAdministrator)) return
  throw new Failure(
    'config.invalid',
    'The site would have no administrator: give one user the permission administrator and no tenant',
  )
}

async function carryOut(work: Work): Promise<AppliedSite> {
  const { stores, how, tally, now } = work
  for (const kind of KINDS) await kind.place(work)
  for (const kind of KINDS.toReversed()) await kind.prune(work)
  if (how.adminAccount === undefined) await mustHaveAdministrator(stores)
  const written = await read(stores)
  const movedCalls = await replanPending(stores, {
    scope: null,
    by: how.actor,
    now,
    zoneOf: (tenant) => zoneIn(written, tenant),
  })
  return { kind: 'applied', ...tally, movedCalls }
}

async function recordApplication({ stores, how, applied }: Work, result: AppliedSite, now: Instant) {
  const { kind: _, ...told } = result
  await record(stores, how.actor, now, {
    kind: 'site.applied',
    tenant: NO_TENANT,
    text: `${how.title}: ${summary(result)}`,
    detail: { ...how.facts, ...told },
  })
  const facts = { siteApplied: writeApplied(applied), ...how.facts, ...how.notes }
  for (const [key, value] of Object.entries(facts)) await stores.site.remember(key, value)
}
