import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ensureAdministrator, prepareInstallation } from '../actions/site/installation.ts'
import { openToClaim } from '../actions/site/setup.ts'
import { type AppliedSite, siteFileActions } from '../actions/site/apply-site-file.ts'
import type { Install, Installer } from '../app.ts'
import { demonstrationSite } from '../config/demonstration.ts'
import { machineZone } from '../config/environment.ts'
import type { ServeOptions } from '../config/options.ts'
import { sitePlanOf } from '../config/site/site-file-to-plan.ts'
import { writtenClaim } from '../hotel/site/claim.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { PRODUCT } from './product.ts'
import type { Terminal } from './terminal.ts'
import type { SiteToApply } from './site.ts'

const ADMINISTRATOR = 'admin'

export interface InstallParts {
  readonly site: SiteToApply | null
  readonly options: ServeOptions
  readonly terminal: Terminal
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Makes the database ready before anything is served. */
export function installer(parts: InstallParts): Install {
  const { site, options, terminal, clock, ids } = parts
  const adminPassword = options.adminPasswordFile === null ? null : passwordIn(options.adminPasswordFile)

  return async (house) => {
    const { database, settings, passwords } = house
    const facts = {
      clock,
      ids,
      version: PRODUCT.version,
      zoneData: process.versions.tz ?? '',
    }
    const { isNew, isUnclaimed } = await prepareInstallation(database, facts)
    if (site !== null) await applySite(site, house, parts)
    else if (isUnclaimed || (isNew && options.empty && adminPassword === null)) {
      const code = ids.secret(CLAIM_LENGTH)
      await openToClaim(database, code)
      tellClaim(code, options.claimFile, terminal)
    } else if (isNew) {
      const made = demonstrationPasswords(ids, adminPassword)
      const site = demonstrationSite({ passwords: made, timezone: machineZone() })
      await filesOf(house, parts).fillDemonstration(sitePlanOf(site))
      // Printed at once: if the start fails after this, the passwords could not be shown again.
      tellAccounts(made, adminPassword !== null, terminal)
    }
    if (adminPassword !== null)
      await ensureAdministrator(
        { database, clock, passwords },
        { username: ADMINISTRATOR, password: adminPassword },
      )
    await settings.reload()
  }
}

/** The same for a house that is open, where only the site file can be another. */
export const reinstaller =
  (parts: InstallParts): Install =>
  async (house) => {
    if (parts.site !== null) await applySite(parts.site, house, parts)
    await house.settings.reload()
  }

const filesOf = ({ database, settings, passwords, spoken }: Installer, { clock, ids }: InstallParts) =>
  siteFileActions({ database, settings, clock, ids, passwords, spoken: () => spoken })

async function applySite(site: SiteToApply, house: Installer, parts: InstallParts) {
  const { options, terminal, log } = parts
  for (const doubt of site.doubts) terminal.complain(`WARNING: ${doubt}`)
  const applied = await filesOf(house, parts).apply(
    site.plan,
    { digest: site.digest, prune: options.prune, isOneOfSeveral: options.node !== null },
    { adminAccount: options.adminPasswordFile === null ? undefined : ADMINISTRATOR },
  )
  if (applied.kind === 'applied') tell(applied, terminal, log)
  if (applied.kind === 'older') terminal.complain(OLDER)
}

const OLDER =
  'WARNING: this site file was in force before the one that another node has brought since: it is not applied. Give every node the same file; one that was changed is applied.'

/** About 59 bits: guessing is rare besides. */
const CLAIM_LENGTH = 12

function tellClaim(code: string, file: string | null, terminal: Terminal) {
  const given = file === null ? 'this code' : `the code in ${file}`
  terminal.print(
    `This house is new. Open its address in a browser and give ${given}, good until the next start${file === null ? ':' : ''}`,
  )
  if (file === null) terminal.print(`  ${writtenClaim(code)}`)
  else writeForOwner(file, `${writtenClaim(code)}\n`)
}

/** Made anew: the rights of a file that lies there already would stay as they are. */
function writeForOwner(file: string, text: string) {
  rmSync(file, { force: true })
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
}

type Passwords = Readonly<Record<'admin' | 'desk' | 'maid', string>>

const demonstrationPasswords = (ids: Ids, adminPassword: string | null): Passwords => ({
  admin: adminPassword ?? ids.secret(12),
  desk: ids.secret(12),
  maid: ids.secret(12),
})

function tellAccounts(made: Passwords, isGiven: boolean, terminal: Terminal) {
  terminal.print('A demonstration hotel was made. Its accounts, shown only this once:')
  for (const [username, password] of Object.entries(made))
    terminal.print(
      `  ${username}  ${isGiven && username === ADMINISTRATOR ? '(as in the password file)' : password}`,
    )
}

function passwordIn(file: string): string {
  const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (/[\r\n]/.test(password))
    throw new Failure('config.invalid', `${file} must hold one password and nothing else`)
  return password
}

/** What the file changed, and above all what it overwrote. */
function tell(
  { added, changed, removed, kept, overwritten, restored }: AppliedSite,
  terminal: Terminal,
  log: Log,
) {
  for (const { what, fields } of overwritten)
    terminal.complain(
      `${what} was changed over the interface; the site file now sets ${fields.join(', ')} again`,
    )
  for (const what of restored)
    terminal.complain(`${what} was deleted over the interface; the site file brings it back`)
  for (const { what, reason } of kept)
    terminal.complain(`${what} is not in the site file but stays: ${reason}`)
  log.info(
    { event: 'site.applied', added, changed, removed, kept, overwritten, restored },
    'The site file was applied',
  )
}
