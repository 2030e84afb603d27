import { bareRow, isWanted, sightOf } from '../../hotel/log/event.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { SealedActivity } from '../../store/stores/seal-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'

export type { SealedActivity }

/** A row, and the call that it tells of as lists have it: of a day of a series, the series. */
export type ToldRow = SealedActivity & { readonly call: string | null }

/** What a follower is told. */
export type ToldEvent =
  | { readonly kind: 'rows'; readonly rows: readonly ToldRow[] }
  /** What cannot be written yet, and so has no number. */
  | { readonly kind: 'news'; readonly news: LiveNews }
  /** Everything up to this seal was told: later rows have just happened. */
  | { readonly kind: 'caught-up'; readonly number: number }
  /** Nothing has happened; the stream is alive. */
  | { readonly kind: 'quiet' }

/** Something that is told before it is in the log. */
export type LiveNews = Pick<SealedActivity, 'tenant' | 'at' | 'kind' | 'room' | 'text' | 'detail'>

export interface FollowOptions {
  /** The last seal that the client knows; without it, the stream begins with what happens next. */
  readonly after?: number | undefined
  /** Kinds, or nouns of several; none means all. */
  readonly kinds?: readonly string[]
  /** The screen that follows, where it is one. */
  readonly session?: string
  /** The client has stopped reading: cut its connection. */
  onStalled(): void
  /** Whether the screen that follows may see less or more by now: the stream ends, and the next one shows what it may. */
  isOver?(): boolean
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** Tells of what was sealed, in the order of the seals. */
  readonly sealer: { onSealed(listener: (rows: readonly SealedActivity[]) => void): void }
  /** The database is away: what happens is told by `tell`, and nothing is read. */
  isAway(): boolean
}

const HEARTBEAT = seconds(15)
/** A client that takes nothing for so long is gone, or too slow to be served. */
const STALLED = seconds(30)
/** A browser needs one for all its tabs, and one for each tab that is seen where it came over plain HTTP. */
const MOST_OF_SESSION = 4
const MOST_OF_ACCOUNT = 200
const MOST = 500
/** Rows held in memory for all followers; a follower farther behind reads from the database. */
const MOST_RECENT = 1_000
/** Rows told at once: the most that is held for a slow client. */
const PAGE = 100
/** Days of series, and the series that they are of, held in memory. */
const MOST_CALLS = 10_000

export type EventActions = ReturnType<typeof eventActions>

/** Events, told to clients that follow them as they happen. */
export function eventActions({ database, clock, sealer, isAway }: Parts) {
  const board = new Board(database, isAway)
  const followers = new Set<Follower>()
  let isClosed = false
  sealer.onSealed((rows) => {
    board.post(rows)
    for (const follower of followers) follower.wake()
  })
  const count = (isOne: (follower: Follower) => boolean) => [...followers].filter(isOne).length
  const mayEnter = ({ name }: Actor, { session }: FollowOptions) =>
    followers.size < MOST &&
    count(({ account }) => account === name) < MOST_OF_ACCOUNT &&
    (session === undefined || count((one) => one.session === session) < MOST_OF_SESSION)

  return {
    follow(actor: Actor, options: FollowOptions): AsyncIterableIterator<ToldEvent> {
      if (isClosed) throw new Failure('store.unavailable', 'The server is stopping')
      if (!mayEnter(actor, options))
        throw new Failure('requests.too-many', 'Too many event streams are open; close some of them', {
          retrySeconds: HEARTBEAT / 1000,
        })
      const follower = new Follower({ actor, options, board, clock, left: () => followers.delete(follower) })
      followers.add(follower)
      return follower
    },

    /** Up to where everything that happened has a number, as far as is known here; null when that cannot be read. */
    lastSeal: (): Promise<number | null> => board.lastKnown().catch(() => null),

    /** Told to those who follow at this moment, without a number: nobody can ask for it again. */
    tell(news: LiveNews) {
      for (const follower of followers) follower.tell(news)
    },

    /** An account has changed: its streams end; clients that still have access reconnect. */
    forget(account: string) {
      for (const follower of followers) if (follower.account === account) follower.close()
    },

    /** How many follow. */
    following: () => followers.size,

    /** The sessions of screens that follow. */
    followed: (): ReadonlySet<string> => new Set([...followers].flatMap(({ session }) => session ?? [])),

    /** Sessions may have ended, or been locked: streams of those that were are over now, not only with the next event. */
    endThoseOver() {
      for (const follower of followers) if (follower.isOver) follower.close()
    },

    /** All streams end at once. */
    close() {
      isClosed = true
      for (const follower of followers) follower.close()
    },
  }
}

/** What was sealed lately, in memory, and the rest of it in the database. */
class Board {
  readonly #database: HotelDatabase
  #recent: SealedActivity[] = []
  /** The last seal that was posted. */
  #last = 0
  #known: number | undefined
  readonly #calls = new Map<string, string>()
  readonly isAway: () => boolean

  constructor(database: HotelDatabase, isAway: () => boolean) {
    this.#database = database
    this.isAway = isAway
  }

  post(rows: readonly SealedActivity[]) {
    this.#recent = [...this.#recent, ...rows].slice(-MOST_RECENT)
    this.#last = rows.at(-1)?.seal ?? this.#last
    this.#known = this.#last
  }

  hasMore = (after: number) => this.#last > after

  async now(): Promise<number> {
    return (await this.#database.read.seals.last())?.number ?? 0
  }

  /** For lists, without a read for each of them: later seals may exist, and a stream that goes on from here tells them. */
  async lastKnown(): Promise<number> {
    this.#known ??= Math.max(await this.now(), this.#last)
    return this.#known
  }

  /** The next rows after a seal, the last seal they cover, and whether there are more. */
  async after(number: number): Promise<Page> {
    const known = this.#last
    const rows =
      this.#recentAfter(number) ?? (await this.#database.read.seals.sealedAfter(number, null, PAGE))
    const last = rows.at(-1)?.seal ?? number
    // A page that is not full contains everything that was posted before this read.
    return rows.length === PAGE
      ? { rows, through: last, more: true }
      : { rows, through: Math.max(last, known), more: false }
  }

  /** With the calls that they tell of. A day of a series never becomes one of another: what was found is remembered. */
  async withCalls(rows: readonly SealedActivity[]): Promise<ToldRow[]> {
    const days = new Set(rows.flatMap(({ wakeup }) => wakeup ?? []))
    await this.#findCalls([...days].filter((day) => !this.#calls.has(day)))
    return rows.map((row) => ({ ...row, call: row.wakeup && (this.#calls.get(row.wakeup) ?? row.wakeup) }))
  }

  async #findCalls(days: readonly string[]) {
    if (days.length === 0) return
    if (this.#calls.size + days.length > MOST_CALLS) this.#calls.clear()
    const found = await this.#database.read.wakeups.named(days)
    // One that is in no list any more is told under the id that it had.
    for (const day of days) this.#calls.set(day, day)
    for (const { id, occurrence, series } of found) {
      this.#calls.set(id, series ?? id)
      if (occurrence !== null) this.#calls.set(occurrence, id)
    }
  }

  #recentAfter(number: number): SealedActivity[] | undefined {
    const [oldest] = this.#recent
    if (oldest === undefined || oldest.seal > number + 1) return undefined
    const start = this.#recent.findLastIndex(({ seal }) => seal <= number) + 1
    return this.#recent.slice(start, start + PAGE)
  }
}

interface Page {
  readonly rows: readonly SealedActivity[]
  readonly through: number
  readonly more: boolean
}

interface FollowerParts {
  readonly actor: Actor
  readonly options: FollowOptions
  readonly board: Board
  readonly clock: Clock
  left(): void
}

/** One client's stream. Nothing is queued for a slow client: rows are read when it takes them. */
class Follower implements AsyncIterableIterator<ToldEvent> {
  readonly #parts: FollowerParts
  #position: number | undefined
  #isCaughtUp = false
  #isClosed = false
  #toldAt: Instant
  #stall: Timer | undefined
  #wake: (() => void) | undefined
  readonly #news: LiveNews[] = []

  constructor(parts: FollowerParts) {
    this.#parts = parts
    this.#toldAt = parts.clock.now()
  }

  get account() {
    return this.#parts.actor.name
  }

  get isOver() {
    return this.#parts.options.isOver?.() === true
  }

  get session() {
    return this.#parts.options.session
  }

  [Symbol.asyncIterator]() {
    return this
  }

  async next(): Promise<IteratorResult<ToldEvent>> {
    this.#stall?.cancel()
    const told = await this.#next()
    const { clock, options } = this.#parts
    if (told === null || this.#isClosed || this.isOver) return this.return()
    this.#toldAt = clock.now()
    this.#stall = clock.at(this.#toldAt + STALLED, () => options.onStalled())
    return { done: false, value: told }
  }

  return(): Promise<IteratorResult<ToldEvent>> {
    this.close()
    return Promise.resolve({ done: true, value: undefined })
  }

  close() {
    this.#isClosed = true
    this.#stall?.cancel()
    this.#parts.left()
    this.wake()
  }

  wake() {
    this.#wake?.()
  }

  tell(news: LiveNews) {
    // What concerns no tenant concerns all.
    const tenant = news.tenant === NO_TENANT ? (this.#parts.actor.scope ?? NO_TENANT) : news.tenant
    if (this.#sightOf({ ...news, tenant }) === 'whole') this.#news.push(news)
    this.wake()
  }

  async #next(): Promise<ToldEvent | null> {
    const { board, clock } = this.#parts
    while (!this.#isClosed) {
      const news = this.#news.shift()
      if (news) return { kind: 'news', news }
      if (board.isAway()) {
        if (await this.#waitInVain(Infinity)) return { kind: 'quiet' }
        continue
      }
      this.#position ??= await this.#start()
      const { rows, through, more } = await board.after(this.#position)
      this.#position = through
      const shown = rows.flatMap((row) => this.#shown(row))
      if (shown.length > 0) return { kind: 'rows', rows: await board.withCalls(shown) }
      // Many rows that this client may not see must not hold up the others.
      if (more) await new Promise<void>((resolve) => clock.soon(resolve))
      else if (!this.#isCaughtUp) return this.#caughtUp(through)
      else if (await this.#waitInVain(through)) return { kind: 'quiet' }
    }
    return null
  }

  /** A number that was never given, such as one from before a backup was restored, counts as none. */
  async #start(): Promise<number> {
    const { board, options } = this.#parts
    const now = await board.now()
    return Math.min(options.after ?? now, now)
  }

  /** As much of it as this account may see. */
  #shown(row: SealedActivity): SealedActivity[] {
    const sight = this.#sightOf(row)
    if (sight === 'none') return []
    return [sight === 'whole' ? row : bareRow(row)]
  }

  #sightOf(row: Pick<SealedActivity, 'tenant' | 'kind'>) {
    const { actor, options } = this.#parts
    return isWanted(row.kind, options.kinds ?? []) ? sightOf(row, actor) : 'none'
  }

  #caughtUp(number: number): ToldEvent {
    this.#isCaughtUp = true
    return { kind: 'caught-up', number }
  }

  /** Waits until there is more to read; true when the client is due a heartbeat instead. */
  #waitInVain(position: number): Promise<boolean> {
    const { board, clock } = this.#parts
    if (this.#isClosed || this.#news.length > 0 || board.hasMore(position)) return Promise.resolve(false)
    return new Promise((resolve) => {
      const end = (inVain: boolean) => {
        timer.cancel()
        this.#wake = undefined
        resolve(inVain)
      }
      const timer = clock.at(this.#toldAt + HEARTBEAT, () => end(true))
      this.#wake = () => end(false)
    })
  }
}
