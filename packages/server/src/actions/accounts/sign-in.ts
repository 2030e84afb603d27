import { hash } from 'node:crypto'
import type { Account } from '../../hotel/accounts/account.ts'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { Turnstile } from '../../kernel/turnstile.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Passwords } from './passwords.ts'

export type SignIn =
  | { readonly kind: 'accepted'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'busy' }

interface Credentials {
  readonly username: string
  readonly password: string
  /** As the client wrote them: a request that repeats them is recognised without reading them. */
  readonly header: string
}

const REMEMBERED_FOR = seconds(60)
const FAILURES_IN = minutes(5)
const MOST_FAILURES = 10
const MOST_AT_ONCE = 4
const MOST_WAITING = 64
const MOST_KEPT = 10_000

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly passwords: Passwords
}

export type SignInActions = ReturnType<typeof signInActions>

/**
 * Checks credentials. Verifying a password is slow on purpose, so a verified one is remembered for a minute under
 * a keyed hash of its header; any change of accounts empties that memory at once.
 */
export function signInActions({ database, clock, ids, passwords }: Parts) {
  const key = ids.bytes(32).toString('base64')
  const remembered = new Map<string, { account: Account; until: Instant }>()
  const underWay = new Map<string, Promise<SignIn>>()
  const failures = failureCounter(clock)
  // A few at a time, so that guesses cannot take the whole machine.
  const turnstile = new Turnstile(MOST_AT_ONCE, MOST_WAITING)
  let generation = 0

  const printOf = (header: string) => hash('sha256', key + header, 'base64')
  const known = (print: string): Account | undefined => {
    const entry = remembered.get(print)
    if (entry && entry.until > clock.now()) return entry.account
    remembered.delete(print)
    return undefined
  }

  async function verify(print: string, username: string, password: string, address: string): Promise<SignIn> {
    const waitMs = failures.waitMs(username, address)
    if (waitMs > 0) return { kind: 'throttled', waitMs }
    if (turnstile.isFull) return { kind: 'busy' }
    // Counted before the answer is known: guesses that arrive together are guesses all the same.
    failures.count(username, address)
    let isGuess = false
    try {
      const account = await turnstile.through(() => owner(print, username, password))
      isGuess = account === undefined
      return account ? { kind: 'accepted', account } : { kind: 'wrong' }
    } finally {
      if (!isGuess) failures.forgive(username, address)
    }
  }

  /** Returns the password's account; checks again when accounts changed while it was being checked. */
  async function owner(print: string, username: string, password: string): Promise<Account | undefined> {
    for (;;) {
      const startedIn = generation
      const account = await database.read.accounts.get(username)
      const matches = await passwords.verify(account?.passwordHash, password)
      if (startedIn !== generation) continue
      if (!account || !matches || account.disabled) return undefined
      remember(print, account)
      return account
    }
  }

  function remember(print: string, account: Account) {
    if (remembered.size >= MOST_KEPT) remembered.clear()
    remembered.set(print, { account, until: clock.now() + REMEMBERED_FOR })
  }

  return {
    /** Whose credentials these are, if they were verified within the last minute. */
    recall: (header: string): Account | undefined => known(printOf(header)),

    signIn({ username, password, header }: Credentials, address: string): Promise<SignIn> {
      const print = printOf(header)
      // Requests that arrive together with the same credentials wait for one verification.
      const same = `${print} ${address}`
      const running = underWay.get(same) ?? verify(print, username, password, address)
      underWay.set(same, running)
      return running.finally(() => underWay.delete(same))
    },

    /** An account has changed: nothing that was verified of it before counts any more. */
    forget(username: string) {
      generation++
      for (const [print, { account }] of remembered)
        if (account.username === username) remembered.delete(print)
      underWay.clear()
    },
  }
}

/** Failures per account and address together, in a sliding window. */
function failureCounter(clock: Clock) {
  const times = new Map<string, Instant[]>()
  const pair = (username: string, address: string) => `${address} ${username}`
  const recent = (name: string) => (times.get(name) ?? []).filter((at) => at > clock.now() - FAILURES_IN)

  return {
    count(username: string, address: string) {
      const name = pair(username, address)
      const list = [...recent(name), clock.now()]
      times.delete(name)
      times.set(name, list)
      const oldest = times.keys().next()
      if (times.size > MOST_KEPT && !oldest.done) times.delete(oldest.value)
    },
    /** Takes back the latest one: it was no failure. */
    forgive(username: string, address: string) {
      const name = pair(username, address)
      const left = recent(name).slice(0, -1)
      if (left.length > 0) times.set(name, left)
      else times.delete(name)
    },
    waitMs(username: string, address: string): number {
      const list = recent(pair(username, address))
      const first = list.at(-MOST_FAILURES)
      return first === undefined ? 0 : first + FAILURES_IN - clock.now()
    },
  }
}
