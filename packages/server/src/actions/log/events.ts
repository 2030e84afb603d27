import { mayFollow } from '../../hotel/log/event.ts'
import { inScope, NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { SealedActivity } from '../../store/stores/seal-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'

export type { SealedActivity }

/** What a follower is told. */
export type ToldEvent =
  | { readonly kind: 'rows'; readonly rows: readonly SealedActivity[] }
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
const MOST_OF_ACCOUNT = 10
const MOST = 500
/** Rows held in memory for all followers; a follower farther behind reads from the database. */
const MOST_RECENT = 1_000
/** Rows told at once: the most that is held for a slow client. */
const PAGE = 100

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
  const mayEnter = ({ name }: Actor) =>
    followers.size < MOST && [...followers].filter((one) => one.account === name).length < MOST_OF_ACCOUNT

  return {
    follow(actor: Actor, options: FollowOptions): AsyncIterableIterator<ToldEvent> {
      if (isClosed) throw new Failure('store.unavailable', 'The server is stopping')
      if (!mayEnter(actor))
        throw new Failure('requests.too-many', 'Too many event streams are open; close some of them', {
          retrySeconds: HEARTBEAT / 1000,
        })
      const follower = new Follower({ actor, options, board, clock, left: () => followers.delete(follower) })
      followers.add(follower)
      return follower
    },

    /** Told to those who follow at this moment, without a number: nobody can ask for it again. */
    tell(news: LiveNews) {
      for (const follower of followers) follower.tell(news)
    },

    /** An account has changed: its streams end; clients that still have access reconnect. */
    forget(account: string) {
      for (const follower of followers) if (follower.account === account) follower.close()
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
  readonly isAway: () => boolean

  constructor(database: HotelDatabase, isAway: () => boolean) {
    this.#database = database
    this.isAway = isAway
  }

  post(rows: readonly SealedActivity[]) {
    this.#recent = [...this.#recent, ...rows].slice(-MOST_RECENT)
    this.#last = rows.at(-1)?.seal ?? this.#last
  }

  hasMore = (after: number) => this.#last > after

  async now(): Promise<number> {
    return (await this.#database.read.seals.last())?.number ?? 0
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

  [Symbol.asyncIterator]() {
    return this
  }

  async next(): Promise<IteratorResult<ToldEvent>> {
    this.#stall?.cancel()
    const told = await this.#next()
    const { clock, options } = this.#parts
    if (told === null || this.#isClosed || options.isOver?.() === true) return this.return()
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
    if (
      this.#maySee(
        news.tenant === NO_TENANT ? { ...news, tenant: this.#parts.actor.scope ?? NO_TENANT } : news,
      )
    )
      this.#news.push(news)
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
      const shown = rows.filter((row) => this.#maySee(row))
      if (shown.length > 0) return { kind: 'rows', rows: shown }
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

  #maySee({ tenant, kind }: Pick<SealedActivity, 'tenant' | 'kind'>) {
    const { scope, permissions } = this.#parts.actor
    return inScope(tenant, scope) && mayFollow(kind, permissions)
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
