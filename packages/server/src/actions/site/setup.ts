import { PERMISSIONS } from '../../hotel/accounts/account.ts'
import { mustBeFit } from '../../hotel/accounts/password-rule.ts'
import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { CLAIM, hashOfClaim, type HouseState, houseState, isClaim } from '../../hotel/site/claim.ts'
import { MailRefused } from '../../hotel/desk/mail-refused.ts'
import { MAIL_WORDS } from '../../hotel/desk/mail-words.ts'
import { writtenIn } from '../../hotel/settings/written-language.ts'
import { type Clock, minutes } from '../../kernel/clock.ts'
import { Failure, messageOf } from '../../kernel/failure.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { Lately } from '../../kernel/lately.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { Actor } from '../actor.ts'
import type { Settings, Snapshot } from '../settings.ts'
import { mustSeeAll } from './tenants.ts'

/** Whoever comes to claim the house, and from where. */
interface Claimant {
  readonly code: string
  readonly username: string
  readonly password: string
  readonly address: string
  readonly network: string
}

interface MailTried {
  readonly ok: boolean
  readonly trouble: MailRefused['trouble']
  readonly text: string
}

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly passwords: Passwords
  /** Where people open the console. */
  consoleAt(): string
  readonly mailer: {
    send(mail: { to: readonly string[]; subject: string; text: string }): Promise<unknown>
  }
  /** Empties the demonstration hotel, but for this account. */
  leaveDemonstration(actor: Actor): Promise<void>
}

const MOST_GUESSES = 5
/** However many addresses they come from. */
const MOST_IN_ALL = 50
const EVERYBODY = '*'
const MAILS_A_MINUTE = 6

/** What whoever comes to the door may know. */
interface Door {
  readonly name: string
  readonly timezone: string
  readonly language: string
  readonly clock: Snapshot['console']['clock']
  readonly state: HouseState
}

export type SetupActions = ReturnType<typeof setupActions>

/** The first start asks for the code that it prints, so that nobody else on the network takes the house. */
export async function openToClaim(database: HotelDatabase, code: string): Promise<void> {
  await database.transaction(({ site }) => site.remember(CLAIM, hashOfClaim(code)))
}

/** From an empty machine, or from the demonstration, to a house of one's own. */
export function setupActions(parts: Parts) {
  const { database, settings, clock, passwords, mailer, consoleAt, leaveDemonstration } = parts
  const [guesses, all] = [new Lately(clock, MOST_GUESSES), new Lately(clock, MOST_IN_ALL)]
  const mails = new Lately(clock, MAILS_A_MINUTE, minutes(1))

  const mustKnow = async (code: string, network: string) => {
    const hash = (await database.read.site.remembered())[CLAIM]
    if (hash === undefined) throw alreadyClaimed()
    mustWait(Math.max(guesses.waitMs(network), all.waitMs(EVERYBODY)))
    if (isClaim(code, hash)) return
    guesses.count(network)
    all.count(EVERYBODY)
    throw new Failure('password.wrong', 'This is not the code that the last start has printed', {
      field: 'code',
    })
  }

  return {
    time: () => clock.now(),

    welcome(): Door {
      const { site, console, remembered } = settings.current()
      const state = houseState(remembered)
      const known =
        state === 'new' ? { name: '', timezone: '' } : { name: site.name, timezone: site.timezone }
      return { ...known, language: site.language, clock: console.clock, state }
    },

    async claim({ code, username, password, address, network }: Claimant): Promise<void> {
      await mustKnow(code, network)
      mustBeFit({ username, password }, settings.current().passwords.minimum)
      const passwordHash = await passwords.hash(password)
      const now = clock.now()
      await database.transaction(async (stores) => {
        // Two may have read the same code; the second finds the house taken.
        if (!(await stores.site.forget(CLAIM))) throw alreadyClaimed()
        await stores.site.remember('setup', String(now))
        await stores.accounts.insert({
          username,
          tenant: NO_TENANT,
          passwordHash,
          permissions: PERMISSIONS,
          disabled: false,
        })
        await record(stores, { name: username, source: 'console', address }, now, {
          kind: 'user.added',
          tenant: NO_TENANT,
          text: `${username} has claimed the house and is its first administrator`,
          detail: { key: username },
        })
      })
      await settings.reload()
    },

    async leave(actor: Actor, name: string): Promise<void> {
      mustSeeAll(actor)
      const { remembered, site } = settings.current()
      if (houseState(remembered) !== 'demonstration')
        throw new Failure('not.demonstration', 'This is no demonstration hotel')
      if (name.trim() !== site.name)
        throw new Failure('parameter.invalid', `Type the name of the hotel as it stands: ${site.name}`, {
          field: 'name',
        })
      await leaveDemonstration(actor)
    },

    async mail(actor: Actor, to: string): Promise<MailTried> {
      mustSeeAll(actor)
      mustWait(mails.waitMs(actor.name))
      mails.count(actor.name)
      const { name, language } = settings.current().site
      const { subject, text } = MAIL_WORDS[writtenIn(language)].test(name, actor.name)
      return mailer.send({ to: [to], subject, text: `${text}\n${consoleAt()}\n` }).then(
        () => ({ ok: true, trouble: 'none', text: '' }),
        (error: unknown) => ({
          ok: false,
          trouble: error instanceof MailRefused ? error.trouble : 'refused',
          text: messageOf(error),
        }),
      )
    },

    async seals(actor: Actor): Promise<{ tenant: TenantId; number: number; hash: string }[]> {
      mustSeeAll(actor)
      const tenants = [NO_TENANT, ...settings.current().tenants.keys()]
      const heads = await Promise.all(
        tenants.map(async (tenant) => ({ tenant, ...(await database.read.seals.headOf(tenant)) })),
      )
      return heads.filter(({ number }) => number > 0)
    },
  }
}

const alreadyClaimed = () => new Failure('house.claimed', 'This house has an administrator already')

function mustWait(waitMs: number) {
  if (waitMs > 0)
    throw new Failure('requests.too-many', 'Too many tries; wait a moment', {
      retrySeconds: Math.ceil(waitMs / 1_000),
    })
}
