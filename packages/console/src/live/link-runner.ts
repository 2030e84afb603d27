import { asFailure } from '../kernel/failure.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { Watched } from '../kernel/listeners.ts'
import type { Word } from '../api/stream.ts'
import {
  CLOSED,
  type Link,
  type LinkDeed,
  type LinkNews,
  mayReplay,
  reconnectAfter,
  SILENCE_MS,
  step,
} from './link.ts'

const TOO_MANY = 429
/** A request that never gets through, though everything else does, must not break the stream over and over. */
const DOUBT_MS = 10_000

export interface LinkNeeds {
  readonly clock: Clock
  readonly ids: Ids
  /** Follows the stream until it ends. */
  readonly follow: (stream: {
    readonly after: string | null
    readonly signal: AbortSignal
    readonly onOpen: () => void
    readonly hear: (word: Word) => void
  }) => Promise<void>
  /** Everything up to this seal was told, or cannot be: lists are to be read anew where `isFresh`. */
  readonly onCaughtUp: (isFresh: boolean, seal: number) => void
  readonly onEvent: (event: Extract<Word, { kind: 'event' }>) => void
  /** The server no longer knows who we are. */
  readonly onSignedOut: () => void
}

/** Keeps the stream of events open, as `step` says. */
export class LinkRunner {
  readonly link = new Watched<Link>(CLOSED)
  readonly #needs: LinkNeeds
  #connection: AbortController | null = null
  #timer: Cancel = () => {}
  #silence: Cancel = () => {}
  #listensSince = 0
  /** Something was missed that no event will tell: until it has caught up once, however often it breaks before. */
  #isFresh = false
  #doubtedAt = Number.NEGATIVE_INFINITY

  constructor(needs: LinkNeeds) {
    this.#needs = needs
  }

  open(): void {
    this.#hear({ kind: 'wanted' })
  }

  close(): void {
    this.#hear({ kind: 'unwanted' })
  }

  /** The browser says that there is a network again, or somebody looks at the page: not a moment is waited. */
  hurry(): void {
    if (this.#connection !== null || this.link.get().state === 'closed') return
    this.#timer()
    this.#hear({ kind: 'due' })
  }

  /** The browser says that there is no network: nobody waits until the silence is long enough. */
  cutOff(): void {
    this.#hear({ kind: 'cut-off' })
  }

  /** A request did not reach the server: whether the stream still stands is seen by opening it anew. */
  doubt(): void {
    const now = this.#needs.clock.now()
    if (now - this.#doubtedAt < DOUBT_MS) return
    this.#doubtedAt = now
    this.#hear({ kind: 'doubted' })
  }

  #hear(news: LinkNews): void {
    const { link, deeds } = step(this.link.get(), news)
    this.link.set(link)
    for (const deed of deeds) this.#do(deed)
  }

  #do(deed: LinkDeed): void {
    switch (deed) {
      case 'connect':
        return void this.#connect()
      case 'hang up':
        return this.#hangUp()
      case 'wait':
        return this.#wait()
    }
  }

  #hangUp(): void {
    this.#timer()
    this.#silence()
    this.#connection?.abort()
    this.#connection = null
  }

  #wait(): void {
    this.#timer()
    const wait = reconnectAfter(this.link.get().failures, this.#needs.ids.chance())
    this.#timer = this.#needs.clock.after(wait, () => this.#hear({ kind: 'due' }))
  }

  async #connect(): Promise<void> {
    this.#hangUp()
    const connection = new AbortController()
    this.#connection = connection
    const { clock } = this.#needs
    const isReplay = mayReplay(this.link.get(), clock.now())
    if (!isReplay) this.#isFresh = true
    // Words of a connection that was given up are not heeded.
    const ours = (act: () => void) => () => void (this.#connection === connection && act())
    this.#listen()
    const news = await this.#needs
      .follow({
        after: isReplay ? this.link.get().lastEventId : null,
        signal: connection.signal,
        onOpen: ours(() => this.#hear({ kind: 'opened', at: clock.now() })),
        hear: (word) => ours(() => this.#word(word))(),
      })
      .then(
        (): LinkNews => ({ kind: 'ended' }),
        (error: unknown) => this.#failed(error),
      )
    ours(() => this.#ended(news))()
  }

  #failed(error: unknown): LinkNews {
    const { kind, told } = asFailure(error)
    if (told?.status === TOO_MANY) return { kind: 'crowded' }
    if (kind !== 'signed-out') return { kind: kind === 'unreachable' ? 'unreachable' : 'ended' }
    this.#needs.onSignedOut()
    return { kind: 'unwanted' }
  }

  #ended(news: LinkNews): void {
    this.#silence()
    this.#connection = null
    this.#hear(news)
  }

  /** Silence is counted from the last word, or from the attempt. */
  #listen(): void {
    this.#silence()
    this.#listensSince = this.#needs.clock.now()
    this.#waitForSilence(SILENCE_MS)
  }

  /** The timer stays as it is, and looks when it ends: a rush is hundreds of words a second. */
  #waitForSilence(ms: number): void {
    const { clock } = this.#needs
    this.#silence = clock.after(ms, () => {
      const left = this.#listensSince + SILENCE_MS - clock.now()
      if (left > 0) this.#waitForSilence(Math.min(left, SILENCE_MS))
      else this.#hear({ kind: 'silent' })
    })
  }

  #word(word: Word): void {
    const at = this.#needs.clock.now()
    this.#listensSince = at
    if (word.kind === 'caught-up') {
      this.#hear({ kind: 'caught-up', at, number: word.number })
      this.#needs.onCaughtUp(this.#isFresh, word.number)
      this.#isFresh = false
      return
    }
    this.#hear({ kind: 'heard', at, id: word.kind === 'event' ? word.id : '' })
    if (word.kind === 'event') this.#needs.onEvent(word)
  }
}
