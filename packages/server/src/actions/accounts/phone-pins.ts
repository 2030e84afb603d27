import type { Account, Permission } from '../../hotel/accounts/account.ts'
import { mustBeFitPin } from '../../hotel/accounts/pin-rule.ts'
import { ownOnly, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { SignInResult } from '../../hotel/menus/sign-in.ts'
import { type Clock, minutes } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, mustOwn, transact, unknown } from '../actor.ts'
import { Lately } from '../../kernel/lately.ts'
import type { Pins } from './pins.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly phonePins: Pins
}

/** In the place of the number of a phone that tells none. */
export const HIDDEN_PHONE = ''

/** Somebody at a telephone says who they are. */
export interface PhoneSignIn {
  readonly number: string
  readonly pin: string
  /** Whose line was called. */
  readonly tenant: TenantId
  /** Which phone it is, by the word of the exchange; all that hide count as one. */
  readonly phone: string
  readonly needs: readonly Permission[]
}

export type PhoneSignedIn =
  | { readonly kind: 'signed in'; readonly account: Account }
  | { readonly kind: Exclude<SignInResult['kind'], 'signed in'> }

/** A PIN has four digits: so few are tried, and nobody tries all of them from many phones either. */
const MOST_OF_USER = 5
const MOST_OF_PHONE = 10
const COUNTED_FOR = minutes(15)

/** The name of somebody who signs in by telephone can be dialled. */
const DIALLED = /^\d{1,12}$/

export type PhonePinActions = ReturnType<typeof phonePinActions>

/** Who signs in by telephone, by the own number and a PIN that an administrator has set. */
export function phonePinActions({ database, clock, ids, phonePins }: Parts) {
  const ofUser = new Lately(clock, MOST_OF_USER, COUNTED_FOR)
  const ofPhone = new Lately(clock, MOST_OF_PHONE, COUNTED_FOR)

  const change = (actor: Actor, username: string, hash: string | null) =>
    transact(database, actor, clock.now(), async (stores) => {
      const account = ownOnly(await stores.accounts.hold(username), actor.scope)[0]
      if (!account) throw unknown('User', username)
      mustOwn(actor, account, `User ${username}`)
      if (hash !== null) await stores.pins.set('phone', username, hash)
      else if (!(await stores.pins.remove('phone', username))) throw unknown('Phone PIN of', username)
      await record(stores, actor, clock.now(), {
        kind: 'user.changed',
        tenant: account.tenant,
        text: `User ${username} changed`,
        detail: { key: username, fields: ['phone pin'] },
      })
    })

  /** Whoever has this number and PIN; as slow for nobody as for somebody. */
  const owner = async ({ number, pin, tenant }: PhoneSignIn): Promise<Account | null> => {
    const account = await database.read.accounts.get(number)
    const fits = await phonePins.verify(await database.read.pins.get('phone', number), number, pin)
    const isHere = account?.tenant === '' || tenant === '' || account?.tenant === tenant
    return account && fits && isHere && !account.disabled ? account : null
  }

  /** What is nobody's number may be a PIN that was dialled in its place: it is told to nobody. */
  const tellOfGuessing = async ({ tenant, phone, number: dialled }: PhoneSignIn) => {
    const at = phone === HIDDEN_PHONE ? 'phones that hide their number' : `phone ${phone}`
    const number = (await database.read.accounts.get(dialled)) ? dialled : ''
    const locked = ofPhone.waitMs(phone) > 0 ? 'phone' : 'number'
    const whose = number === '' ? 'a number that nobody has' : number
    const where = locked === 'phone' ? 'there' : `for ${whose}`
    await database.transaction((stores) =>
      raiseOrRepeat(
        stores,
        ids,
        {
          kind: 'menu.guessing',
          tenant,
          room: '',
          subject: phone,
          text: `Wrong numbers or PINs were tried at ${at}, last for ${whose}: none is checked ${where} for 15 minutes`,
          detail: { phone, number, locked },
        },
        clock.now(),
      ),
    )
  }

  return {
    /** In the place of the one before. */
    async set(actor: Actor, username: string, pin: string): Promise<void> {
      if (!DIALLED.test(username))
        throw new Failure(
          'parameter.invalid',
          `User ${username} cannot sign in by telephone: only a name of 1 to 12 digits can be dialled`,
          { field: 'username' },
        )
      mustBeFitPin(pin)
      await change(actor, username, await phonePins.hash(username, pin))
    },

    remove: (actor: Actor, username: string): Promise<void> => change(actor, username, null),

    /** Says of a wrong PIN no more than of a wrong number. */
    async signIn(given: PhoneSignIn): Promise<PhoneSignedIn> {
      const { number, phone, needs } = given
      if (ofUser.waitMs(number) > 0 || ofPhone.waitMs(phone) > 0) return { kind: 'locked' }
      // Counted before the answer is known: guesses that arrive together are guesses all the same.
      ofUser.count(number)
      ofPhone.count(phone)
      const forgive = () => {
        ofUser.forgive(number)
        ofPhone.forgive(phone)
      }
      // A database that does not answer is no guess.
      const account = await owner(given).catch((error: unknown) => {
        forgive()
        throw error
      })
      if (account) {
        forgive()
        const isAllowed = needs.every((permission) => account.permissions.includes(permission))
        return isAllowed ? { kind: 'signed in', account } : { kind: 'not allowed' }
      }
      if (ofUser.waitMs(number) === 0 && ofPhone.waitMs(phone) === 0) return { kind: 'wrong' }
      await tellOfGuessing(given)
      return { kind: 'locked' }
    },
  }
}
