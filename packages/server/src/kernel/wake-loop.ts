import { type Clock, type Instant, minutes, type Timer } from './clock.ts'

/** Why there is a look: something has happened, or the moment that the last look named has come. */
export type WakeReason = 'woken' | 'due'

interface WakeLoopParts {
  readonly clock: Clock
  /** Does what there is to do, and says when to look again; `Infinity` when only `wake` brings more. */
  look(reason: WakeReason): Promise<Instant>
  /** Told of a look that failed; the next is after `retryMs`, unless it is woken before. */
  failed(error: unknown): void
  readonly retryMs: number
  /** Many things cost little more than one: before each look, what comes within a moment is waited for. */
  readonly gathers?: boolean
}

const LONGEST_LEG = minutes(1)
/** More than two readings of a clock are apart by themselves. */
const SET_BACK_MS = 1_000

/**
 *  new ── start ──▶ asleep ── wake, or the moment ──▶ looking ── wake ──▶ woken
 *                     ▲                                 │                   │
 *                     └────────── nothing more ─────────┘   looks again ────┘     any ── stop ──▶ stopped
 */
type State = 'new' | 'asleep' | 'looking' | 'woken' | 'stopped'

/** Looks at its work whenever it is woken or due, one look at a time; a wake during a look means one more look. */
export class WakeLoop {
  readonly #parts: WakeLoopParts
  #state: State = 'new'
  #timer: Timer | undefined
  #beganAt = 0
  #working: Promise<void> | undefined

  constructor(parts: WakeLoopParts) {
    this.#parts = parts
  }

  /** How long the present look has been going on; 0 between two looks. */
  get lookingMs(): number {
    const isLooking = this.#state === 'looking' || this.#state === 'woken'
    return isLooking ? this.#parts.clock.elapsed() - this.#beganAt : 0
  }

  get isRunning(): boolean {
    return this.#state !== 'new' && this.#state !== 'stopped'
  }

  /** From now on it can be woken; what was asked for before that is not remembered. */
  start(): void {
    if (this.#state === 'new') this.#state = 'asleep'
  }

  wake(): void {
    if (this.#state === 'looking') this.#state = 'woken'
    if (this.#state === 'asleep') this.#begin('woken')
  }

  /** When nothing is being looked at any more. */
  async settled(): Promise<void> {
    await this.#working
  }

  /** The look that is under way is finished. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#timer?.cancel()
    await this.#working
  }

  #begin(reason: WakeReason) {
    this.#timer?.cancel()
    this.#state = 'looking'
    this.#working = this.#work(reason)
  }

  async #work(reason: WakeReason) {
    let next = await this.#look(reason)
    while (next === 'again' || (this.#state === 'woken' && next !== 'failed')) {
      if (!this.isRunning) return
      this.#state = 'looking'
      next = await this.#look('woken')
    }
    if (!this.isRunning) return
    this.#state = 'asleep'
    this.#sleep(next === 'failed' ? this.#parts.clock.now() + this.#parts.retryMs : next)
  }

  /**
   * In legs: a clock that is set meanwhile makes the moment come earlier or later. The last leg counts what passes: who
   * looks every second does so also after the clock was set back an hour, and a look that comes too early does no harm.
   */
  #sleep(until: Instant) {
    if (until === Infinity) return
    const { clock } = this.#parts
    const leg = Math.min(until, clock.now() + LONGEST_LEG)
    const isThere = () => leg === until || clock.now() >= until
    this.#timer = clock.at(leg, () => (isThere() ? this.#begin('due') : this.#sleep(until)))
  }

  /** `again`: what the look has named is a moment of a time that does not count any more. */
  async #look(reason: WakeReason): Promise<Instant | 'failed' | 'again'> {
    const { clock, gathers, look, failed } = this.#parts
    this.#beganAt = clock.elapsed()
    if (gathers) await new Promise<void>((resolve) => clock.shortly(resolve))
    const before = clock.now() - clock.elapsed()
    try {
      const next = await look(reason)
      return clock.now() - clock.elapsed() < before - SET_BACK_MS ? 'again' : next
    } catch (error) {
      failed(error)
      return 'failed'
    }
  }
}
