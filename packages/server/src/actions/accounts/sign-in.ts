import { hash } from 'node:crypto'
import type { Account } from '../../hotel/accounts/account.ts'
import { type Clock, hours, type Instant, seconds } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { Turnstile } from '../../kernel/turnstile.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { Lately } from '../../kernel/lately.ts'
import type { Passwords } from './passwords.ts'
import { SlowLanes } from './slow-lanes.ts'

export type SignIn =
  | { readonly kind: 'accepted'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' }

interface NameAndPassword {
  readonly username: string
  readonly password: string
}

interface Credentials extends NameAndPassword {
  /** As the client wrote them: a request that repeats them is recognised without reading them. */
  readonly header: string
}

/** Since it was last used. */
const REMEMBERED_FOR = seconds(60)
const MOST_KEPT = 10_000
/** Who has signed in within this time, at the same place, is no stranger. */
const LATELY = hours(24)

/** Wrong passwords in five minutes: of an account at one address; then no more are checked. */
const MOST_OF_PAIR = 10
/** Of an account wherever they come from, and of an address for whatever account; then they are checked slowly. */
const MOST_OF_ACCOUNT = 200
const MOST_OF_ADDRESS = 50

// A check keeps a core busy: a few at a time, of each address one, and half of the places are for known accounts.
const PLACES = { most: 2, mostOfOne: 1, waitingOfOne: 48, waiting: 128 }

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly passwords: Passwords
}

export type SignInActions = ReturnType<typeof signInActions>

/**
 * Checks credentials. Verifying a password is slow on purpose, so a verified one is remembered under a keyed hash of its
 * header until it has not been used for a minute; any change of accounts empties that memory at once.
 *
 * Nobody can lock out somebody else. Wrong passwords from one address stop the checks of that account from there, or slow
 * them down where it has signed in lately; those from many slow down the checks of the account, but not there.
 */
export function signInActions({ database, clock, ids, passwords }: Parts) {
  const key = ids.bytes(32).toString('base64')
  const remembered = new Map<string, { account: Account; until: Instant }>()
  const lately = new Map<string, Instant>()
  const underWay = new Map<string, Promise<SignIn>>()
  const ofPair = new Lately(clock, MOST_OF_PAIR)
  const ofAccount = new Lately(clock, MOST_OF_ACCOUNT)
  const ofAddress = new Lately(clock, MOST_OF_ADDRESS)
  const slow = new SlowLanes(clock)
  const doors = { known: new Turnstile(PLACES), strange: new Turnstile(PLACES) }
  let generation = 0

  const printOf = (header: string) => hash('sha256', key + header, 'base64')
  const known = (print: string): Account | undefined => {
    const entry = remembered.get(print)
    if (entry && entry.until > clock.now()) {
      entry.until = clock.now() + REMEMBERED_FOR
      return entry.account
    }
    remembered.delete(print)
    return undefined
  }

  const wasHere = (name: string) => (lately.get(name) ?? -Infinity) > clock.now() - LATELY
  const pairOf = (username: string, address: string) => `${address} ${username}`

  /** What has to be gone through slowly: where this account has signed in lately, only for guesses from there. */
  const lanesFor = (username: string, address: string) => {
    const pair = pairOf(username, address)
    if (wasHere(pair)) return ofPair.waitMs(pair) > 0 ? [`pair ${pair}`] : []
    return [
      ...(ofAccount.waitMs(username) > 0 ? [`account ${username}`] : []),
      ...(ofAddress.waitMs(address) > 0 ? [`address ${address}`] : []),
    ]
  }

  async function verify(
    print: string | null,
    { username, password }: NameAndPassword,
    address: string,
  ): Promise<SignIn> {
    const pair = pairOf(username, address)
    const waitMs = ofPair.waitMs(pair)
    // One bad neighbour at the desk's own address must not lock it out either.
    if (waitMs > 0 && !wasHere(pair)) return { kind: 'throttled', waitMs }
    const door = wasHere(username) ? doors.known : doors.strange
    const lanes = lanesFor(username, address)
    if (door.isFullFor(address) || lanes.some((lane) => slow.isFullFor(lane, address)))
      return { kind: 'busy' }
    // Counted before the answer is known: guesses that arrive together are guesses all the same.
    const forgive = counted(username, address)
    let isGuess = false
    try {
      const check = () => door.through(address, () => owner(print, username, password))
      const account = await lanes.reduce((inner, lane) => () => slow.through(lane, address, inner), check)()
      isGuess = account === undefined
      if (account) welcome(username, pair)
      return account ? { kind: 'accepted', account } : { kind: 'wrong' }
    } finally {
      if (!isGuess) forgive()
    }
  }

  /** Counts a guess; what it gives back takes it back. */
  function counted(username: string, address: string): () => void {
    const names = [
      [ofPair, pairOf(username, address)],
      [ofAccount, username],
      [ofAddress, address],
    ] as const
    for (const [guesses, name] of names) guesses.count(name)
    return () => {
      for (const [guesses, name] of names) guesses.forgive(name)
    }
  }

  function welcome(...names: readonly string[]) {
    for (const name of names) {
      lately.delete(name)
      lately.set(name, clock.now())
    }
    dropOldest(lately)
  }

  /** Returns the password's account; checks again when accounts changed while it was being checked. */
  async function owner(
    print: string | null,
    username: string,
    password: string,
  ): Promise<Account | undefined> {
    for (;;) {
      const startedIn = generation
      const account = await database.read.accounts.get(username)
      const matches = await passwords.verify(account?.passwordHash, password)
      if (startedIn !== generation) continue
      if (!account || !matches || account.disabled) return undefined
      if (print !== null) remember(print, account)
      return account
    }
  }

  function remember(print: string, account: Account) {
    remembered.set(print, { account, until: clock.now() + REMEMBERED_FOR })
    dropOldest(remembered)
  }

  return {
    /** Whose credentials these are, if they were verified and have been used within the last minute. */
    recall: (header: string): Account | undefined => known(printOf(header)),

    signIn(given: Credentials, address: string): Promise<SignIn> {
      const print = printOf(given.header)
      // Requests that arrive together with the same credentials wait for one verification.
      const same = `${print} ${address}`
      const running = underWay.get(same) ?? verify(print, given, address)
      underWay.set(same, running)
      return running.finally(() => underWay.delete(same))
    },

    /** The same for a password that comes once and is not sent again: it is not remembered. */
    check: (given: NameAndPassword, address: string): Promise<SignIn> => verify(null, given, address),

    /** An account has changed: nothing that was verified of it before counts any more. */
    forget(username: string) {
      generation++
      for (const [print, { account }] of remembered)
        if (account.username === username) remembered.delete(print)
      underWay.clear()
    },
  }
}

function dropOldest(entries: Map<string, unknown>) {
  for (const name of entries.keys()) {
    if (entries.size <= MOST_KEPT) return
    entries.delete(name)
  }
}
