import { type Clock, type Instant, minutes, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import { isDistrust } from './line-words.ts'

interface Parts {
  readonly clock: Clock
  /** Null when an exchange answers, otherwise why not. */
  ping(exchange: string): Promise<string | null>
  /** What is known of an exchange has changed, or was seen again. */
  onPulse(exchange: string): void
  /** It answers, and did not a moment ago. */
  onBack(exchange: string): void
}

interface Watched {
  misses: number
  why: string
  /** It has answered this question at all, and nothing has shown since that it does not hear it. */
  hasAnswered: boolean
  /** It was silent, and something else came from it. */
  isRefuted: boolean
  isAsking: boolean
  /** Until then a call may be under way there. */
  hurriesUntil: Instant
  timer: Timer | undefined
}

const EVERY = seconds(10)
/**
 * While a call may be under way. With the time that an answer is waited for, two misses are seen long before a phone has
 * rung for its usual 24 s.
 */
const WITH_CALLS = seconds(3)
/** A call takes about so long. */
const CALL_LASTS = minutes(1)
/** More often, to notice at once that an exchange is back. */
const WHILE_AWAY = seconds(1)
/** Who is refused again and again is taken for an intruder, and locked out. An exchange that dies refuses once or twice. */
const WHILE_REFUSED = seconds(30)
const REFUSALS_TO_BELIEVE = 3
/** A single ping may get lost. */
const MISSES_TO_BELIEVE = 2

/** Asks exchanges whether they are there: otherwise an outage would show when a call fails, and its end much later. */
export class LinePulse {
  readonly #parts: Parts
  readonly #watched = new Map<string, Watched>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  watch(exchange: string): void {
    if (this.#watched.has(exchange)) return
    const nothing = { misses: 0, why: '', hasAnswered: false, isRefuted: false }
    this.#watched.set(exchange, { ...nothing, isAsking: false, hurriesUntil: 0, timer: undefined })
    void this.#ask(exchange)
  }

  forget(exchange: string): void {
    this.#watched.get(exchange)?.timer?.cancel()
    this.#watched.delete(exchange)
  }

  /** A call is under way: asks more often for a while. */
  hurry(exchange: string): void {
    const watched = this.#watched.get(exchange)
    if (!watched) return
    const { clock } = this.#parts
    const wasCalm = !isHurried(watched, clock.now())
    watched.hurriesUntil = clock.now() + CALL_LASTS
    if (wasCalm && !watched.isAsking) this.#wind(exchange, watched)
  }

  /** A call failed: asks at once. */
  doubt(exchange: string): void {
    void this.#ask(exchange)
  }

  /** A call is not answered by so much as a 100: that is a miss by itself. */
  miss(exchange: string): void {
    const watched = this.#watched.get(exchange)
    if (watched) watched.misses = Math.max(watched.misses, 1)
    void this.#ask(exchange)
  }

  /** A call came through: if the exchange is silent, it is only to this question. */
  refute(exchange: string): void {
    const watched = this.#watched.get(exchange)
    if (!watched || watched.misses < MISSES_TO_BELIEVE || watched.isRefuted) return
    Object.assign(watched, { isRefuted: true, hasAnswered: false })
    this.#parts.onPulse(exchange)
  }

  /**
   * Why it does not answer; null while it does, and where that means nothing: some exchanges never answer this
   * question, and where a line is registered it takes more than that to call them dead.
   */
  silenceOf(exchange: string, isRegistered: boolean): string | null {
    const watched = this.#watched.get(exchange)
    if (!watched || watched.misses < MISSES_TO_BELIEVE || watched.isRefuted) return null
    return watched.hasAnswered || !isRegistered ? watched.why : null
  }

  async #ask(exchange: string) {
    const { ping } = this.#parts
    const watched = this.#watched.get(exchange)
    if (!watched || watched.isAsking) return
    watched.timer?.cancel()
    watched.isAsking = true
    const why = await ping(exchange).catch(messageOf)
    watched.isAsking = false
    // Its last line was removed while we asked.
    if (this.#watched.get(exchange) !== watched) return
    this.#learn(exchange, watched, why)
    this.#wind(exchange, watched)
  }

  #wind(exchange: string, watched: Watched) {
    const { clock } = this.#parts
    watched.timer?.cancel()
    watched.timer = clock.at(clock.now() + waitOf(watched, clock.now()), () => void this.#ask(exchange))
  }

  #learn(exchange: string, watched: Watched, why: string | null) {
    const wasAway = watched.misses > 0
    if (why === null) Object.assign(watched, { misses: 0, hasAnswered: true, isRefuted: false })
    else Object.assign(watched, { misses: watched.misses + 1, why })
    this.#parts.onPulse(exchange)
    if (why === null && wasAway) this.#parts.onBack(exchange)
  }
}

// Farther ahead than a call lasts: the clock was set back.
const isHurried = ({ hurriesUntil }: Watched, now: Instant) =>
  hurriesUntil > now && hurriesUntil <= now + CALL_LASTS

function waitOf(watched: Watched, now: Instant): number {
  if (watched.misses >= REFUSALS_TO_BELIEVE && isDistrust(watched.why)) return WHILE_REFUSED
  if (watched.misses > 0) return WHILE_AWAY
  return isHurried(watched, now) ? WITH_CALLS : EVERY
}
